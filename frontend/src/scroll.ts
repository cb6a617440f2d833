/** Scrolling inside a box. The page itself never moves. */

/** Brings `child` into sight within `box`, leaving some room above it. Nothing happens where it is in sight already. */
export function bringIntoSight(box: HTMLElement, child: HTMLElement, room = 28): void {
  const outer = box.getBoundingClientRect();
  const inner = child.getBoundingClientRect();
  if (inner.top >= outer.top + 4 && inner.bottom <= outer.bottom - 4) return;
  box.scrollTop += inner.top - outer.top - room;
}

/** The passage to bring into sight: what makes the difference, else the one of the most telling rule, else one close by. */
export function mostTelling(text: HTMLElement): HTMLElement | undefined {
  const first = (marks: string): HTMLElement | undefined =>
    [...text.querySelectorAll<HTMLElement>(marks)].sort((a, b) => Number(a.dataset.governs) - Number(b.dataset.governs))[0];
  return first("[data-differs]") ?? first("[data-governs]") ?? first(".cardlab-near");
}
