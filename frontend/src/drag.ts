/** Dragging a card over the table, by mouse, pen or finger. A press without a way stays a press. */

/** Pixels that a pointer moves before it drags. */
const STARTS = 6;

export interface Dragged {
  /** Whether the card under the pointer can be taken up; a finger that draws it does not scroll the page then. */
  can(at: EventTarget | null): boolean;
  /** Takes it up; says whether it could be. */
  take(at: EventTarget | null): boolean;
  /** What lies under the place where it was let go; null where it was given up. */
  drop(at: Element | null): void;
}

/** Listens on `body`. Returns the unbinding. */
export function bindDrag(body: HTMLElement, { can, take, drop }: Dragged): () => void {
  let from: { x: number; y: number; id: number; card: HTMLElement } | null = null;
  let shadow: HTMLElement | null = null;
  let dragged = false;
  let holds = false;

  const down = (event: PointerEvent): void => {
    dragged = holds = false;
    const card = (event.target as HTMLElement | null)?.closest<HTMLElement>(".cardlab-table [data-at]");
    if (!card || event.button !== 0 || !event.isPrimary) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId, card };
    holds = event.pointerType !== "mouse" && can(card);
  };
  // what the style says of touching could not tell a card that can be tried in vain
  const stay = (event: TouchEvent): void => {
    if (holds && from && event.touches.length === 1 && event.cancelable) event.preventDefault();
  };
  const move = (event: PointerEvent): void => {
    if (!from || event.pointerId !== from.id) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!shadow) {
      if (Math.hypot(x, y) < STARTS) return;
      if (!take(from.card)) return void (from = null);
      dragged = true;
      shadow = shadowOf(from.card, body);
    }
    shadow.style.translate = `${x}px ${y}px`;
  };
  const end = (event: PointerEvent): void => {
    if (!from || event.pointerId !== from.id) return;
    from = null;
    if (!shadow) return;
    shadow.remove();
    shadow = null;
    drop(event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null);
  };
  // the press that ends a drag is none
  const click = (event: MouseEvent): void => {
    if (!dragged) return;
    dragged = false;
    event.stopPropagation();
    event.preventDefault();
  };
  body.addEventListener("pointerdown", down);
  body.addEventListener("touchmove", stay, { passive: false });
  body.addEventListener("click", click, true);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  return () => {
    body.removeEventListener("pointerdown", down);
    body.removeEventListener("touchmove", stay);
    body.removeEventListener("click", click, true);
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", end);
    window.removeEventListener("pointercancel", end);
    shadow?.remove();
  };
}

/** The card as it follows the pointer; no card of the table. */
function shadowOf(card: HTMLElement, body: HTMLElement): HTMLElement {
  const [at, around] = [card.getBoundingClientRect(), body.getBoundingClientRect()];
  const shadow = card.cloneNode(true) as HTMLElement;
  for (const name of Object.keys(shadow.dataset)) delete shadow.dataset[name];
  shadow.classList.add("cardlab-dragged");
  shadow.setAttribute("aria-hidden", "true");
  Object.assign(shadow.style, { left: `${at.left - around.left}px`, top: `${at.top - around.top}px`, width: `${at.width}px`, height: `${at.height}px` });
  (body.querySelector(".cardlab-table") ?? body).append(shadow);
  return shadow;
}
