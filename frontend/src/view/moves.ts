/** The move list by turn and round, each branch folded in behind the turn that it leaves. Only the rows around the current one are drawn. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Film, Turn } from "../film";
import { reach, type Line } from "../lines";
import type { Actions, Shown } from "../state";
import { nameOf, ui, word } from "../text";
import type { Row } from "../tree";
import { branchHead } from "./branches";
import { sign } from "./judged";
import { noteSign } from "./notes";

/** Branches deeper than this are set in no further, for the moves need the room. */
const DEEPEST = 5;

/** The special events and notes of each ply, for the marks behind the moves. */
function eventsAt(state: Shown, line: Line, film: Film, ply: number): unknown {
  const keys = film.frames.marks.filter(([at]) => at === ply);
  const note = state.notesOf(line).signs.get(ply);
  const verdict = line.id === null ? state.session.judged?.byPly.get(ply) : undefined;
  const unjudged = film.frames.steps[ply - 1]?.u;
  if (!keys.length && !note && !verdict && !unjudged) return nothing;
  return html`${note ? noteSign(state, note) : nothing}${keys.map(
    ([, key]) => html`<span class="cardlab-event"><i class="cardlab-diamond"></i>${word(state, "marks", key, { value: "" })}</span>`,
  )}${verdict ? html`<span class="cardlab-event cardlab-judged" data-verdict=${verdict.v}>${sign(verdict.v)} ${ui(state, `verdict_${verdict.v}`)}</span>` : nothing}${unjudged ? html`<span class="cardlab-event cardlab-unjudged">${ui(state, "unjudged_word")}</span>` : nothing}`;
}

export function moves(state: Shown, actions: Actions): TemplateResult {
  const { rows } = state.tree;
  const [from, to] = state.listed;
  const press = (event: Event): void => {
    const at = event.target as Element;
    const fold = at.closest<HTMLElement>("[data-fold]");
    const move = at.closest<HTMLElement>("[data-ply]");
    if (fold) actions.fold(fold.dataset.fold);
    else if (move) actions.visit(move.dataset.of || null, Number(move.dataset.ply));
  };
  const scroll = (event: Event): void => {
    const list = event.currentTarget as HTMLElement;
    if (list.scrollTop < 24 && from > 0) actions.list(-1);
    else if (list.scrollTop + list.clientHeight > list.scrollHeight - 24 && to < rows.length) actions.list(1);
  };
  return html`<div class="cardlab-moves" role="group" aria-label=${ui(state, "moves")} tabindex="0" data-scrolls @click=${press} @scroll=${scroll}>
    ${rows.slice(from, to).map((row, k) => oneRow(state, row, from + k === state.current))}
  </div>`;
}

function oneRow(state: Shown, { line, at, depth }: Row<Line>, current: boolean): unknown {
  const { session, path, ply, hides, lang, open } = state;
  const last = hides ? reach(path, line, ply) : line.length;
  const inset = Math.min(depth, DEEPEST);
  if (at < 0) {
    // a branch is known as soon as the ply is that it leaves
    const above = session.lines!.get(line.parent)!;
    if (hides && line.fork > reach(path, above, ply)) return nothing;
    return guard([line, current, open.has(line.id!), hides, lang, inset, session.lines], () => branchHead(state, line, current, inset));
  }
  const turn = line.turned.turns[at]!;
  if (turn.first > last) return nothing;
  const now = current && line.id === state.line ? ply : -1;
  return guard([turn, now, Math.min(last, turn.last), lang, session.lines, session.judged, state.notesOf(line), inset], () => turnRow(state, line, turn, at, Math.min(last, turn.last), now, inset));
}

function turnRow(state: Shown, line: Line, turn: Turn, k: number, last: number, now: number, inset: number): TemplateResult {
  const { film, turned } = line;
  const before = turned.turns[k - 1];
  const opens = turned.roundStarts.length > 1 && (!before ? line.id === null : before.round !== turn.round);
  const plies = Array.from({ length: last - turn.first + 1 }, (_, n) => turn.first + n);
  const head = turn.turn > 0 && turn.seat >= 0 ? html`<b>${nameOf(state, turn.seat)}</b> ${turn.turn}` : turn.turn > 0 ? ui(state, "turn", { turn: turn.turn }) : ui(state, "setup");
  return html`${opens ? html`<div class="cardlab-roundhead">${ui(state, "round", { round: turn.round })}</div>` : nothing}
    <div class="cardlab-turn" data-inset=${inset || nothing}>
      <div class="cardlab-turnhead">${head}</div>
      <div class="cardlab-plies">${plies.map((ply) => move(state, line, film, turn, ply, ply === now))}</div>
    </div>`;
}

function move(state: Shown, line: Line, film: Film, turn: Turn, ply: number, now: boolean): TemplateResult {
  const actor = film.actors[ply]!;
  const other = actor >= 0 && actor !== turn.seat && (ply === turn.first || film.actors[ply - 1] !== actor);
  return html`<button class="cardlab-move ${actor < 0 ? "cardlab-nobody" : ""}" data-ply=${ply} data-of=${line.id ?? nothing} tabindex=${now ? 0 : -1}
    aria-current=${now ? "step" : nothing}>${other ? html`<span class="cardlab-by">${nameOf(state, actor)}</span>` : nothing}${film.frames.steps[ply - 1]!.a}${eventsAt(state, line, film, ply)}</button>`;
}
