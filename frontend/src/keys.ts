/** The widget's keys. Only the root listens: nothing is bound on the document, and nothing happens while somebody types. */
import type { Actions } from "./state";

/** What a key does: the name of an action, and what it is given. */
export type Command = readonly [action: keyof Actions, by?: number];

/** Keys by `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, Command>> = {
  ArrowLeft: ["step", -1],
  ArrowRight: ["step", 1],
  ArrowUp: ["turn", -1],
  ArrowDown: ["turn", 1],
  PageUp: ["turn", -1],
  PageDown: ["turn", 1],
  "[": ["round", -1],
  "]": ["round", 1],
  p: ["note", -1],
  N: ["note", -1],
  n: ["note", 1],
  Home: ["first"],
  End: ["last"],
  " ": ["play"],
  "+": ["faster", 1],
  "=": ["faster", 1],
  "-": ["faster", -1],
  ">": ["enter"],
  "<": ["leave"],
  v: ["sibling", 1],
  V: ["sibling", -1],
  z: ["fold"],
  ".": ["fork", 1],
  ",": ["fork", -1],
  j: ["differ", 1],
  J: ["differ", -1],
  u: ["nextPreset"],
  g: ["type"],
  b: ["back"],
  l: ["nextLanguage"],
  s: ["nextSeat"],
  h: ["hide"],
  "?": ["help"],
  Escape: ["close"],
};

/** What the help lists: the keys as printed on them, and the key of the words that say what they do. */
export const HELP: readonly (readonly [keys: string, words: string])[] = [
  ["← →", "key_step"],
  ["↑ ↓", "key_turn"],
  ["PgUp PgDn", "key_turn"],
  ["[ ]", "key_round"],
  ["n p N", "key_note"],
  [">", "key_branch"],
  ["<", "key_out"],
  ["v V", "key_sibling"],
  ["z", "key_fold"],
  [". ,", "key_fork"],
  ["Home End", "key_ends"],
  ["␣", "key_play"],
  ["+ -", "key_speed"],
  ["g", "key_typed"],
  ["b", "key_back"],
  ["l", "key_language"],
  ["s", "key_seat"],
  ["h", "key_hide"],
  ["u", "key_judge"],
  ["j J", "key_difference"],
  ["1 … 9", "key_tab"],
  ["?", "key_help"],
  ["Esc", "key_close"],
];

const SCROLLING = /^(Arrow(Up|Down)|Page(Up|Down))$/;

function commandOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Command | undefined {
  const at = target as HTMLElement;
  if (ctrlKey || metaKey || altKey || at.closest("input, select, textarea, [contenteditable]")) return undefined;
  // a focused button is pressed by the space bar, and a focused text is scrolled by the keys that scroll
  if (key === " " && at.closest("button, summary")) return undefined;
  if (SCROLLING.test(key) && at.matches("[data-scrolls]")) return undefined;
  if (/^[1-9]$/.test(key)) return ["tabAt", Number(key) - 1];
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}

/** Listens on `root`. `run` answers whether the command meant something here; only then the key goes no further. Returns the unbinding. */
export function bindKeys(root: HTMLElement, run: (command: Command, repeated: boolean) => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const command = commandOf(event);
    if (command === undefined || !run(command, event.repeat)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("keydown", onKey);
  return () => root.removeEventListener("keydown", onKey);
}
