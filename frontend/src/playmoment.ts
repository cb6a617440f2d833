/** A match as the kernel sends it (`cardlab/widgets/play.py`), and everything one view of it draws from. */
import type { Text } from "./decode";
import type { Deciding, Desk } from "./desk";
import type { Now } from "./moment";

/** A moment of a match against bots. */
export interface Playing extends Now {
  /** The ply that the film begins at. */
  first: number;
  /** Plies that were shown before the page was opened: what follows is shown one by one. */
  watched: number;
  /** The person's seat. */
  seat: number;
  /** By seat how its bot plays, null for the person. */
  bots: (Text | null)[];
  left: boolean;
  over: boolean;
  clock: { limit: number; remaining: number } | null;
  file: string;
  /** Where a torn last line was put, or "". */
  torn: string;
}

/** What the sources say beside a refusal, in one language. */
export interface Lesson {
  otherwise: { id: string; topic: string; says: { source: string; short: string; text: string }[] }[];
  /** Presets by which it could be done, each in words. */
  others: string[];
}

export interface PlayOwn {
  /** The ply that is on the table, counted from the match's beginning; null before the first drawing. */
  shown: number | null;
  /** The ply that is explained beside the table, or null for the last. */
  about: number | null;
  /** Whether it is asked whether the person really leaves. */
  leaving: boolean;
  noting: boolean;
  /** What belongs to the refusal, by language, once the kernel has told it. */
  lesson: Record<string, Lesson> | null;
}

export interface PlayDesk extends Desk, PlayOwn {
  now: Playing;
  shown: number;
  /** Whether moves of others are still being shown. */
  showing: boolean;
}

export interface PlayDoings extends Deciding {
  skip(): void;
  /** Explains a ply; null the last again. */
  explain(ply: number | null): void;
  leaving(): void;
  leave(): void;
  noting(): void;
  note(text: string): void;
  open(): void;
}
