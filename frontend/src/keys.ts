/** The widget's keys. Only the root listens: nothing is bound on the document, and nothing happens while somebody types. */

export type Command =
  | "previous" | "next" | "previousTurn" | "nextTurn" | "previousRound" | "nextRound" | "previousNote" | "nextNote"
  | "first" | "last" | "play" | "faster" | "slower" | "typed" | "back" | "language" | "seat" | "hide" | "help" | "close" | `tab${number}`;

/** Keys by `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, Command>> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  ArrowUp: "previousTurn",
  ArrowDown: "nextTurn",
  PageUp: "previousTurn",
  PageDown: "nextTurn",
  "[": "previousRound",
  "]": "nextRound",
  p: "previousNote",
  N: "previousNote",
  n: "nextNote",
  Home: "first",
  End: "last",
  " ": "play",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  g: "typed",
  b: "back",
  l: "language",
  s: "seat",
  h: "hide",
  "?": "help",
  Escape: "close",
};

/** What the help lists: the keys as printed on them, and the key of the words that say what they do. */
export const HELP: readonly (readonly [keys: readonly string[], words: string])[] = [
  [["←", "→"], "key_step"],
  [["↑", "↓"], "key_turn"],
  [["PgUp", "PgDn"], "key_turn"],
  [["[", "]"], "key_round"],
  [["n", "p", "N"], "key_note"],
  [["Home", "End"], "key_ends"],
  [["␣"], "key_play"],
  [["+", "-"], "key_speed"],
  [["g"], "key_typed"],
  [["b"], "key_back"],
  [["l"], "key_language"],
  [["s"], "key_seat"],
  [["h"], "key_hide"],
  [["1", "…", "9"], "key_tab"],
  [["?"], "key_help"],
  [["Esc"], "key_close"],
];

const SCROLLING = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown"]);

function commandOf(event: KeyboardEvent): Command | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target as HTMLElement | null;
  if (target?.closest?.("input, select, textarea, [contenteditable]")) return undefined;
  // a focused button is pressed by the space bar, and a focused text is scrolled by the keys that scroll
  if (event.key === " " && target?.closest?.("button")) return undefined;
  if (SCROLLING.has(event.key) && target?.matches?.("[data-scrolls]")) return undefined;
  if (/^[1-9]$/.test(event.key)) return `tab${Number(event.key)}`;
  return Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
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
