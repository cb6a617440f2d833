/** Keeps the notebook's shortcuts away from a widget. */

/**
 * Marks the root, and whatever in it gets the focus: the notebook looks upwards from the focused element for one of its shortcuts, and
 * would find "any focused element that is no text field" before it came to the root.
 */
export function keepShortcutsAway(root: HTMLElement): void {
  root.dataset.lmSuppressShortcuts = "true";
  root.addEventListener("focusin", ({ target }) => (target as HTMLElement).setAttribute("data-lm-suppress-shortcuts", "true"));
}
