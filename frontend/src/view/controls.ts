/** Below the table: stepping, the timeline, the jumps, the speed. */
import { html, nothing, type TemplateResult } from "lit-html";
import { after, before } from "../film";
import { isAll } from "../remarks";
import { SPEEDS, type Actions, type Shown } from "../state";
import { nameOf, ui, word } from "../text";
import { button, icon } from "./icons";
import { lineName } from "./branches";
import { timeline } from "./timeline";

export function controls(state: Shown, actions: Actions): TemplateResult {
  const { film, ply, hides, speed } = state;
  const ended = ply >= film.whole && !hides;
  const rounds = film.roundStarts;
  // where later ones are hidden, nothing tells that there are some
  const forks = state.session.lines!.forks(state.line).filter((fork) => !hides || fork <= ply);
  const differing = state.session.judged?.differing;
  const play = state.playing ? "pause" : "play";
  const farther = (plies: readonly number[]): boolean => !hides && after(plies, ply) !== null;
  return html`<div class="cardlab-foot" role="group" aria-label=${ui(state, "controls")}>
    <div class="cardlab-transport">
      <div class="cardlab-buttons">
        ${button(state, "first", icon("first"), actions.first, ply === 0)}${button(state, "previous", icon("previous"), () => actions.step(-1), ply === 0)}${button(
          state, play, icon(play), actions.play, ended, state.playing)}${button(state, "next", icon("next"), () => actions.step(1), ended)}${button(
          state, "last", icon("last"), actions.last, hides || ended)}
      </div>
      ${timeline(state, actions)}${typed(state, actions)}
    </div>
    <div class="cardlab-jumps">
      <span class="cardlab-where">${where(state)}</span>
      ${state.back === null ? nothing : html`<button class="cardlab-pill" title=${ui(state, "back_to_where")} @click=${actions.back}>${icon("back")} ${ui(state, state.back.line === state.line ? "back_to" : "back_to_line", { ply: state.back.ply, line: lineName(state, state.back.line) })}</button>`}
      ${pair(state, "turn", actions.turn, ply > 0, !ended)}
      ${rounds.length > 1 || hides ? pair(state, "round", actions.round, before(rounds, ply) !== null, farther(rounds)) : nothing}
      ${state.found.noted.length || hides ? pair(state, "note", actions.note, before(state.found.noted, ply) !== null, farther(state.found.noted)) : nothing}
      ${state.session.remarks.notes.length || hides ? html`<button class="cardlab-pill ${isAll(state.filter) ? "" : "cardlab-on"}" aria-expanded=${state.filtering} @click=${actions.filters}>${ui(state, "filter_notes")}</button>` : nothing}
      ${forks.length ? pair(state, "branch", actions.fork, before(forks, ply) !== null, farther(forks)) : nothing}
      ${differing ? pair(state, "difference", actions.differ, before(differing, ply) !== null, farther(differing)) : nothing}
      ${state.asks ? html`<button class="cardlab-pill cardlab-if" title="w" @click=${actions.whatIf}>${ui(state, "what_if")} <kbd>w</kbd></button>` : nothing}
      <span class="cardlab-pair cardlab-speed" role="group" aria-label=${ui(state, "speed")}>${button(state, "slower", "−", () => actions.faster(-1), speed === SPEEDS[0])}<span
        >${speed}×</span>${button(state, "faster", "+", () => actions.faster(1), speed === SPEEDS.at(-1))}</span>
    </div>
  </div>`;
}

function pair(state: Shown, what: "turn" | "round" | "note" | "branch" | "difference", press: (by: 1 | -1) => unknown, back: boolean, on: boolean): TemplateResult {
  const word = ui(state, `${what}_word`);
  return html`<span class="cardlab-pair" role="group" aria-label=${word}>${button(state, `previous_${what}`, icon("left"), () => press(-1), !back)}<span>${word}</span>${button(
    state,
    `next_${what}`,
    icon("right"),
    () => press(1),
    !on,
  )}</span>`;
}

/** The ply, to read and to type: "ply [14] of 41". */
function typed(state: Shown, actions: Actions): TemplateResult {
  const length = String(state.film.whole);
  const [lead = "", trail = ""] = ui(state, state.hides ? "ply_only" : "ply_of", { length }).split("{ply}");
  const width = state.hides ? 4 : Math.max(2, length.length);
  const take = (event: KeyboardEvent): void => {
    const input = event.currentTarget as HTMLInputElement;
    const to = event.key === "Enter" && /^\d+$/.test(input.value.trim()) ? Number(input.value) : state.ply;
    // where later things are hidden, a number too large would come down to the last ply and so tell it
    if (to !== state.ply && !(state.hides && to > state.ply)) actions.jump(to);
    if (event.key === "Enter" || event.key === "Escape") {
      event.stopPropagation();
      input.value = String(state.ply);
      input.closest<HTMLElement>(".cardlab-viewer")?.focus({ preventScroll: true });
    }
  };
  const leave = (event: Event): void => {
    (event.currentTarget as HTMLInputElement).value = String(state.ply);
  };
  return html`<label class="cardlab-ply"><span>${lead}</span><input class="cardlab-typed" type="text" inputmode="numeric" autocomplete="off" aria-label=${ui(state, "go_to_ply")}
    style="width:${width + 1.2}ch" @keydown=${take} @blur=${leave} @focus=${(event: Event) => (event.currentTarget as HTMLInputElement).select()} /><span>${trail}</span></label>`;
}

function where(state: Shown): unknown {
  const { table, film } = state;
  const rounds = film.roundStarts.length > 1 || table.round > 1 ? ui(state, "round", { round: table.round }) : "";
  const turn = table.turn > 0 ? ui(state, "turn", { turn: table.turn }) : ui(state, "setup");
  const acts = table.player === null ? "" : `${nameOf(state, table.player)}: ${word(state, "phases", table.phase)}`;
  return [rounds, turn, acts].filter(Boolean).join(" · ");
}
