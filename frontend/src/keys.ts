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
  "<": ["out"],
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
  f: ["filters"],
  e: ["edit"],
  q: ["ask"],
  W: ["project"],
  T: ["asText"],
  w: ["whatIf"],
  "?": ["help"],
  Escape: ["close"],
};

/** Keys while a note is written: they go before the others. The glyphs stand on 1 to 9. */
const EDIT_KEYS: Readonly<Record<string, Command>> = {
  t: ["write"],
  a: ["pickArrow"],
  m: ["pickMark"],
  c: ["pickCard"],
  x: ["colour"],
  k: ["bookmark"],
  o: ["scope"],
  r: ["toRule"],
  i: ["take"],
  y: ["past"],
  Delete: ["erase"],
  B: ["beginBranch"],
  A: ["toAction"],
  R: ["renameBranch"],
  P: ["promoteBranch"],
  D: ["eraseBranch"],
};

/** Keys while a place on the table is pointed at. */
const PICK_KEYS: Readonly<Record<string, Command>> = {
  ArrowLeft: ["movePick", 0],
  ArrowRight: ["movePick", 1],
  ArrowUp: ["movePick", 2],
  ArrowDown: ["movePick", 3],
  Enter: ["pickHere"],
  " ": ["pickHere"],
  Escape: ["endPick"],
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
  ["f", "key_filters"],
  ["w", "key_what_if"],
  ["e", "key_edit"],
  ["q", "key_question"],
  ["W", "key_projector"],
  ["T", "key_twin"],
  ["?", "key_help"],
  ["Esc", "key_close"],
];

/** The same for writing notes. */
export const EDIT_HELP: typeof HELP = [
  ["t", "key_text"],
  ["1 … 9", "key_glyph"],
  ["a", "key_arrow"],
  ["m", "key_mark"],
  ["c", "key_card"],
  ["x", "key_colour"],
  ["k", "key_bookmark"],
  ["o", "key_scope"],
  ["r", "key_rule"],
  ["i", "key_take"],
  ["Del", "key_delete"],
  ["B", "key_begin"],
  ["A", "key_action"],
  ["R", "key_rename"],
  ["P", "key_promote"],
  ["D", "key_delete_branch"],
  ["Ctrl+Enter", "key_save"],
  ["Ctrl+Z", "key_undo"],
  ["Ctrl+Shift+Z", "key_redo"],
  ["y", "key_history"],
];

const SCROLLING = /^(Arrow(Up|Down)|Page(Up|Down))$/;

export type Mode = "" | "edit" | "pick";

function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent, mode: Mode): Command | undefined {
  const at = target as HTMLElement;
  const typing = !!at.closest("input:not([type=radio]), select, textarea, [contenteditable]");
  const control = ctrlKey || metaKey;
  if (mode && control && key === "Enter") return ["save"];
  if (mode && typing && key === "Escape" && !control) return ["leaveField"];
  if (control || altKey || typing) {
    // in a field the browser undoes what was typed there
    if (mode && control && !altKey && !typing) return /^z$/i.test(key) ? [shiftKey ? "redo" : "undo"] : /^y$/i.test(key) ? ["redo"] : undefined;
    return undefined;
  }
  // a focused button is pressed by the space bar, and a focused text is scrolled by the keys that scroll
  if ((key === " " || key === "Enter") && at.closest("button, summary, input")) return undefined;
  if (SCROLLING.test(key) && at.matches("[data-scrolls], input")) return undefined;
  if (mode === "pick" && Object.hasOwn(PICK_KEYS, key)) return PICK_KEYS[key];
  if (/^[1-9]$/.test(key)) return [mode ? "glyph" : "tabAt", Number(key) - 1];
  if (mode && Object.hasOwn(EDIT_KEYS, key)) return EDIT_KEYS[key];
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}

/** Listens on `root`. `run` answers whether the command meant something here; only then the key goes no further. Returns the unbinding. */
export function bindKeys(root: HTMLElement, mode: () => Mode, run: (command: Command, repeated: boolean) => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const command = commandOf(event, mode());
    if (command === undefined || !run(command, event.repeat)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("keydown", onKey);
  return () => root.removeEventListener("keydown", onKey);
}
