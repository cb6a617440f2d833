/** The move list by turn and round. Only the turns around the current one are drawn. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Turn } from "../film";
import type { Actions, Shown } from "../state";
import { nameOf, ui, word } from "../text";
import { sign } from "./judged";

/** Turns drawn on each side of the current one, and added when the list is scrolled to its end. */
export const SIDE = 10;
/** Turns drawn at most, so that a scrolled list stays quick. */
const MOST = 8 * SIDE;

/** The turns to draw: those drawn already as long as the current one is well within them, so that the list does not jump. */
export function listedTurns(current: number, count: number, listed: readonly [number, number]): [number, number] {
  const [from, to] = listed;
  const within = current >= from && current < to && (current >= from + 3 || from === 0) && (current < to - 3 || to === count);
  if (within && to <= count) return [from, to];
  return [Math.max(0, current - SIDE), Math.min(count, current + SIDE + 1)];
}

/** The turns drawn after scrolling to an end of the list. */
export function widened(listed: readonly [number, number], by: 1 | -1, count: number): [number, number] {
  let [from, to] = listed;
  if (by < 0) {
    from = Math.max(0, from - SIDE);
    to = Math.min(to, from + MOST);
  } else {
    to = Math.min(count, to + SIDE);
    from = Math.max(from, to - MOST);
  }
  return [from, to];
}

/** The special events and notes of each ply, for the marks behind the moves. */
function eventsAt(state: Shown, ply: number): unknown {
  const { frames, noted } = state.film;
  const keys = frames.marks.filter(([at]) => at === ply);
  const note = noted.includes(ply);
  const verdict = state.session.judged?.byPly.get(ply);
  if (!keys.length && !note && !verdict) return nothing;
  return html`${note ? html`<i class="cardlab-dot" title=${ui(state, "note_word")}></i>` : nothing}${keys.map(
    ([, key]) => html`<span class="cardlab-event"><i class="cardlab-diamond"></i>${word(state, "marks", key, { value: "" })}</span>`,
  )}${verdict ? html`<span class="cardlab-event cardlab-judged" data-verdict=${verdict.v}>${sign(verdict.v)} ${ui(state, `verdict_${verdict.v}`)}</span>` : nothing}`;
}

export function moves(state: Shown, actions: Actions): TemplateResult {
  const { film, ply } = state;
  const [from, to] = state.listed;
  const current = ply === 0 ? 0 : film.turnOf[ply]!;
  const end = state.hides ? Math.min(to, ply === 0 ? 0 : current + 1) : to;
  const shown = film.turns.slice(from, end);
  const press = (event: Event): void => {
    const move = (event.target as Element).closest<HTMLElement>("[data-ply]");
    if (move) actions.jump(Number(move.dataset.ply));
  };
  const scroll = (event: Event): void => {
    const list = event.currentTarget as HTMLElement;
    if (list.scrollTop < 24 && from > 0) actions.list(-1);
    else if (list.scrollTop + list.clientHeight > list.scrollHeight - 24 && to < film.turns.length) actions.list(1);
  };
  return html`<div class="cardlab-moves" role="region" aria-label=${ui(state, "moves")} tabindex="0" data-scrolls @click=${press} @scroll=${scroll}>
    ${shown.map((turn, k) => {
      const now = from + k === current ? ply : -1;
      return guard([turn, now, state.hides && now > 0, state.lang, film, state.session.judged], () => turnRow(state, turn, from + k));
    })}
  </div>`;
}

function turnRow(state: Shown, turn: Turn, k: number): TemplateResult {
  const { film } = state;
  const before = film.turns[k - 1];
  const opens = film.roundStarts.length > 1 && (!before || before.round !== turn.round);
  const last = state.hides ? Math.min(turn.last, state.ply) : turn.last;
  const plies = Array.from({ length: last - turn.first + 1 }, (_, n) => turn.first + n);
  const head = turn.turn > 0 && turn.seat >= 0 ? html`<b>${nameOf(state, turn.seat)}</b> ${turn.turn}` : turn.turn > 0 ? ui(state, "turn", { turn: turn.turn }) : ui(state, "setup");
  return html`${opens ? html`<div class="cardlab-roundhead">${ui(state, "round", { round: turn.round })}</div>` : nothing}
    <div class="cardlab-turn">
      <div class="cardlab-turnhead">${head}</div>
      <div class="cardlab-plies">${plies.map((ply) => move(state, turn, ply))}</div>
    </div>`;
}

function move(state: Shown, turn: Turn, ply: number): TemplateResult {
  const { film } = state;
  const actor = film.actors[ply]!;
  const other = actor >= 0 && actor !== turn.seat && (ply === turn.first || film.actors[ply - 1] !== actor);
  const now = ply === state.ply;
  return html`<button class="cardlab-move ${actor < 0 ? "cardlab-nobody" : ""}" data-ply=${ply} tabindex=${now ? 0 : -1}
    aria-current=${now ? "step" : nothing}>${other ? html`<span class="cardlab-by">${nameOf(state, actor)}</span>` : nothing}${film.frames.steps[ply - 1]!.a}${eventsAt(state, ply)}</button>`;
}
