/** The timeline: a slider over the plies, with the notes, rounds and special events on it. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Actions, Shown } from "../state";
import { ui, word } from "../text";
import { sign } from "./judged";
import { signWords } from "./notes";

/** Where later things are hidden, the line runs on so many plies, whatever is there. */
const BEYOND = 20;
/** A press this near to a mark means the mark, in pixels. */
const NEAR = 5;

/** The plies that the whole line stands for. */
function span(state: Shown): number {
  return state.hides ? state.ply + BEYOND : Math.max(1, state.film.whole);
}

const at = (ply: number, whole: number): string => `left:${((100 * ply) / whole).toFixed(2)}%`;

export function timeline(state: Shown, actions: Actions): TemplateResult {
  const { film, ply } = state;
  const { judged } = state.session;
  const whole = span(state);
  const press = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const line = event.currentTarget as HTMLElement;
    const box = line.getBoundingClientRect();
    const pointed = (x: number): number => {
      const exact = ((x - box.left) / Math.max(1, box.width)) * whole;
      const marked = [...state.found.noted, ...film.roundStarts, ...(judged?.differing ?? []), ...state.session.lines!.forks(state.line), ...film.frames.marks.map(([mark]) => mark)].filter((mark) => !state.hides || mark <= ply);
      const near = marked.find((mark) => (Math.abs(mark - exact) / whole) * box.width <= NEAR);
      return Math.min(near ?? Math.round(exact), state.hides ? ply : film.whole);
    };
    actions.jump(pointed(event.clientX));
    line.setPointerCapture?.(event.pointerId);
    const drag = (moved: PointerEvent): void => actions.go(pointed(moved.clientX));
    const drop = (): void => line.removeEventListener("pointermove", drag);
    line.addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) line.addEventListener(end, drop, { once: true });
  };
  const length = String(film.whole);
  const value = state.hides ? ui(state, "ply_only", { ply: ply }) : ui(state, "ply_of", { ply: ply, length });
  return html`<div class="cardlab-line ${state.hides ? "cardlab-endless" : ""} ${judged ? "cardlab-tall" : ""}" role="slider" tabindex="0" aria-label=${ui(state, "timeline")} aria-valuemin="0"
    aria-valuemax=${state.hides ? ply : film.whole} aria-valuenow=${ply} aria-valuetext=${value} @pointerdown=${press}>
    ${guard([film, state.found, state.hides ? ply : -1, state.lang, judged, state.session.lines], () => marks(state, whole))}
    <span class="cardlab-done" style="transform:scaleX(${(ply / whole).toFixed(4)})"></span>
    <span class="cardlab-rail" style="transform:translateX(${((100 * ply) / whole).toFixed(2)}%)"><span class="cardlab-thumb"></span></span>
  </div>`;
}

function marks(state: Shown, whole: number): unknown {
  const { film } = state;
  const { judged } = state.session;
  const known = (ply: number): boolean => !state.hides || ply <= state.ply;
  return [
    film.roundStarts.filter((ply) => ply > 0 && known(ply)).map((ply) => html`<s class="cardlab-roundtick" style=${at(ply, whole)}></s>`),
    film.frames.marks.map(([ply, key]) => (known(ply) ? html`<i class="cardlab-diamond" style=${at(ply, whole)} title=${word(state, "marks", key, { value: "" })}></i>` : nothing)),
    state.found.noted.filter(known).map((ply) => html`<i class="cardlab-dot" data-sign=${state.found.signs.get(ply)?.disputed ? "disputed" : nothing} style=${at(ply, whole)} title="${ply}: ${signWords(state, state.found.signs.get(ply))}"></i>`),
    state.session.lines!.forks(state.line).filter(known).map((ply) => html`<i class="cardlab-fork" style=${at(ply, whole)} title="${ply}: ${ui(state, "branch_word")}"></i>`),
    judged?.plies.filter(({ n }) => known(n)).map(({ n, v }) => html`<i class="cardlab-judged" data-verdict=${v} style=${at(n, whole)} title="${n}: ${ui(state, `verdict_${v}`)}">${sign(v)}</i>`),
  ];
}
