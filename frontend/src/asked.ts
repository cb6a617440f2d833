/** A question as the kernel sends it (`cardlab/widgets/asking.py`). What is right is not in it. */
import { readJson, type Bytes, type Text } from "./decode";
import { momentFrom, type Moment } from "./moment";

/** What was said to an answer. */
export interface Said {
  answer: string;
  /** The answer in words. */
  words: Text;
  /** Null where it is judged later. */
  right: boolean | null;
  text: Text;
  rules: string[];
  /** Whether it was a play that the rules refuse: the card goes back. */
  undone: boolean;
  /** Which try it was. */
  tries: number;
}

export interface Asked {
  id: string;
  ask: "play" | "legal" | "rule" | "score" | "next";
  /** Whose eyes it is asked through, or null. */
  seat: number | null;
  prompt: Text;
  choices: { answer: string; text: Text }[];
  tries: number | null;
  left: number | null;
  closed: boolean;
  /** How many hints there are, and those that were asked for. */
  hints: number;
  shown: Text[];
  /** What was said to the last answer, or null. */
  told: Said | null;
  /** What can be pointed at; null where the answer is no action. */
  pointed: Moment | null;
}

/** "" where a question was not answered. */
export type Mark = "" | "right" | "wrong" | "open" | "kept";

export interface Asking {
  /** Counts what was sent: an answer to what was on the page before is not taken. */
  at: number;
  /** Null where nothing is left to ask. */
  asked: Asked | null;
  number: number;
  /** How many questions there are; 0 where that may not be known. */
  count: number;
  marks: Mark[];
  score: Text;
  student: string;
  /** The file of the answers, or "". */
  file: string;
  /** In a viewer: the ply it is asked at, whether one may go on, whether nothing comes after, whether it is a guess. */
  ply?: number | null;
  onward?: boolean;
  ends?: boolean;
  guess?: boolean;
  /** On a scratch table: whether moves may be tried out now. */
  trying?: boolean;
}

export function readAsking(bytes: Bytes): Asking | null {
  const raw = readJson(bytes) as any;
  return raw && { ...raw, asked: raw.asked && { ...raw.asked, pointed: raw.asked.pointed && momentFrom(raw.asked.pointed) } };
}
