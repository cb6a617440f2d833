/** What views of a moment draw from, and what a person can do with them. Only `entry.ts` writes it. */
import type { Lang } from "./decode";
import type { Moment, Now, Recording, Spot, Told, Try } from "./moment";
import type { Actions, Shown } from "./state";

/** What a person can choose at the moment. */
export interface Option {
  /** What stands on it. */
  label: string;
  /** What it does, as a sentence; or why it cannot be chosen. */
  told: string;
  /** The letter that chooses it, or "". */
  key: string;
  /** The cards it is about. */
  spot: Spot | null;
  /** The face it names, where it names one. */
  face: string | null;
  /** How many of the face are left, or null where that says nothing. */
  left: number | null;
  /** Why it cannot be chosen. */
  refused: Told | null;
  choose(): void;
}

/** What a choice among actions is made from, whatever becomes of it. */
export interface Choosing extends Shown {
  now: Moment;
  /** The card taken up, by a person or because there is no other. */
  picked: Spot | null;
  /** Whether a person took it up. */
  taken: boolean;
  /** Actions that only the face of a card tells apart: which is to be said. */
  choice: Try[] | null;
  /** Faces named so far, where several are asked for. */
  named: string[];
  options: Option[];
  /** The option that Enter takes. */
  at: number;
  /** What went wrong otherwise, in words. */
  trouble: string;
  /** Whether the kernel works on what was asked. */
  busy: boolean;
  /** Whether the kernel is gone, so that nothing more can be taken. */
  gone: boolean;
  /** Tells this view's elements from others' on the page. */
  id: string;
}

/** Everything one view of a moment draws from. */
export interface Desk extends Choosing {
  now: Now;
  /** What was tried and refused, until something else is done. */
  refused: Told | null;
  /** What was done last, in words: saved, taken back. */
  done: string;
}

/** What a person can do at any moment, whatever it is a moment of. */
export interface Deciding extends Pick<Actions, "tab" | "translate" | "reveal" | "help"> {
  choose(place: number): void;
  /** Hands a typed text to the kernel. */
  enter(text: string): void;
  undo(): void;
  /** Takes back what was begun here: a face named, a card taken up, an open list. False where there is nothing. */
  back(): false | void;
  language(lang: Lang): void;
}

export interface RecordDesk extends Desk {
  now: Recording;
  /** Whether the list of the referee's calls is open. */
  menu: boolean;
  /** Whether a note is being written. */
  noting: boolean;
}

export interface Doings extends Deciding {
  leave(seat: number): void;
  note(text: string): void;
  clock(on: boolean): void;
  see(seat: number | null): void;
  open(): void;
  menu(): void;
  noting(): void;
}
