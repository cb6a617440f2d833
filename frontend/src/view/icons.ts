/** Buttons with a picture. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Shown } from "../state";
import { ui } from "../text";

const SHAPES = {
  first: "M2 2h2v12H2zM14 2v12L5 8z",
  previous: "M12 2v12L3 8z",
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
  next: "M4 2l9 6-9 6z",
  last: "M12 2h2v12h-2zM2 2l9 6-9 6z",
  left: "M10 2l2 2-4 4 4 4-2 2-6-6z",
  right: "M6 2L4 4l4 4-4 4 2 2 6-6z",
  back: "M7 3L2 7l5 4V8.500c3 0 5 1 6.500 4C13.500 8 11 5.500 7 5.500z",
  warn: "M8 1.500L15.500 14.500H.5z",
  flag: "M3 1h10l-3 4 3 4H5v6H3z",
  check: "M2 8l2-2 3 3 6-7 1.500 1.500L7 13z",
} as const;

export function icon(name: keyof typeof SHAPES): TemplateResult {
  return html`<svg class="cardlab-icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${SHAPES[name]} /></svg>`;
}

/** A button that shows a picture or a sign; `word` is the key of what it does. */
export function button(state: Shown, word: string, sign: unknown, press: () => void, off: boolean, on = false): TemplateResult {
  const name = ui(state, word);
  return html`<button class=${on ? "cardlab-on" : nothing} title=${name} aria-label=${name} ?disabled=${off} @click=${press}>${sign}</button>`;
}
