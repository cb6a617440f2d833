/** A place of a game, or a question, that the page's address names: `…/lesson.ipynb#cardlab=k3f0-17`. */

const NAMED = /#(?:.*&)?cardlab=([^&]+)/;
/** Says on the page which address was followed: one place is gone to once, by the first that knows it. */
const FOLLOWED = "data-cardlab-followed";
/** A notebook that is run to its end scrolls its last cell into sight: so long the place comes back, looked after so often, in milliseconds. */
const STAYS = 8000;
const EVERY = 250;

/** What of the page's widget manager tells which notebook a widget stands in. */
type Within = { widget_manager?: { context?: { path?: string } } };

/** The address of the notebook that the widget stands in, with that place. The bar shows a folder where the file browser was used. */
export function linkTo(code: string, model?: object): string {
  const path = (model as Within | undefined)?.widget_manager?.context?.path;
  const lab = /^.*?\/lab(?=\/|$)/.exec(location.pathname)?.[0];
  const page = lab && path ? `${location.origin}${lab}/tree/${path.split("/").map(encodeURIComponent).join("/")}` : location.href.replace(/[?#].*/, "");
  return `${page}#cardlab=${encodeURIComponent(code)}`;
}

/** The code in the address, or null. JupyterLab drops it from the bar as it opens the notebook: then the page still knows what it was opened with. */
export function codeInAddress(): string | null {
  const opened = performance.getEntriesByType?.("navigation")[0]?.name ?? "";
  const found = (NAMED.exec(location.hash) ?? NAMED.exec(opened))?.[1];
  try {
    return found === undefined ? null : decodeURIComponent(found);
  } catch {
    return null;
  }
}

/**
 * Follows the address now, and whenever it changes. `go` goes to a code and tells whether it knows it; what does comes into sight.
 * Returns the undoing.
 */
export function followAddress(root: HTMLElement, go: (code: string) => boolean | Promise<boolean>): () => void {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const people = ["wheel", "keydown", "pointerdown"] as const;
  const page = document.documentElement;
  const follow = async (): Promise<void> => {
    const code = codeInAddress();
    if (code === null || page.getAttribute(FOLLOWED) === code || !(await go(code))) return;
    page.setAttribute(FOLLOWED, code);
    for (let after = 0; after < STAYS; after += EVERY) timers.push(setTimeout(() => root.scrollIntoView({ block: "start" }), after));
  };
  const changed = (): void => {
    page.removeAttribute(FOLLOWED);
    // all that hear of the change forget what was followed before the first goes there
    timers.push(setTimeout(() => void follow()));
  };
  // a person who does anything stays where they like
  const stay = (): void => timers.splice(0).forEach(clearTimeout);
  addEventListener("hashchange", changed);
  for (const one of people) addEventListener(one, stay, { passive: true });
  void follow();
  return () => {
    removeEventListener("hashchange", changed);
    for (const one of people) removeEventListener(one, stay);
    stay();
  };
}

/** The ply and the branch (null: the main line) of a code of this game; null for a code of anything else. */
export function placeIn(code: string, game: string | undefined): { ply: number; line: string | null } | null {
  const found = /^(\w+)-(\d+)(?:-(.+))?$/.exec(code.trim());
  return found && found[1] === game ? { ply: Number(found[2]), line: found[3] ?? null } : null;
}
