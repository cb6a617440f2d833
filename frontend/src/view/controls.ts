/** Below the table: stepping, the timeline, the jumps, the speed. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { after, before } from "../film";
import { SPEEDS, type Actions, type Shown } from "../state";
import { nameOf, ui, word } from "../text";
import { icon } from "./icons";
import { timeline } from "./timeline";

export function controls(state: Shown, actions: Actions): TemplateResult {
  const { film, ply, hides } = state;
  const end = ply >= film.length;
  return html`<div class="cardlab-foot" role="group" aria-label=${ui(state, "controls")}>
    <div class="cardlab-transport">
      <div class="cardlab-buttons">
        ${button(state, "first", actions.first, ply === 0)} ${button(state, "previous", () => actions.step(-1), ply === 0)}
        <button type="button" class="cardlab-play ${state.playing ? "cardlab-on" : ""}" title=${ui(state, state.playing ? "pause" : "play")} aria-label=${ui(state, state.playing ? "pause" : "play")}
          ?disabled=${end && !hides} @click=${actions.play}>${icon(state.playing ? "pause" : "play")}</button>
        ${button(state, "next", () => actions.step(1), end && !hides)} ${button(state, "last", actions.last, hides || end)}
      </div>
      ${timeline(state, actions)} ${typed(state, actions)}
    </div>
    <div class="cardlab-jumps">
      <span class="cardlab-where">${where(state)}</span>
      ${pair(state, "turn", actions.turn, ply > 0, !end || hides)}
      ${film.roundStarts.length > 1 || hides ? pair(state, "round", actions.round, before(film.roundStarts, ply) !== null, !hides && after(film.roundStarts, ply) !== null) : nothing}
      ${film.noted.length || hides ? pair(state, "note", actions.note, before(film.noted, ply) !== null, !hides && after(film.noted, ply) !== null) : nothing}
      ${state.back === null ? nothing : html`<button type="button" class="cardlab-pill cardlab-backto" title=${ui(state, "back_to_where")} @click=${actions.back}>${icon("back")} ${ui(state, "back_to", { ply: String(state.back) })}</button>`}
      <span class="cardlab-pair cardlab-speed" role="group" aria-label=${ui(state, "speed")}>
        <button type="button" title=${ui(state, "slower")} aria-label=${ui(state, "slower")} ?disabled=${state.speed === SPEEDS[0]} @click=${() => actions.faster(-1)}>−</button>
        <span>${state.speed}×</span>
        <button type="button" title=${ui(state, "faster")} aria-label=${ui(state, "faster")} ?disabled=${state.speed === SPEEDS[SPEEDS.length - 1]} @click=${() => actions.faster(1)}>+</button>
      </span>
    </div>
  </div>`;
}

function button(state: Shown, name: "first" | "previous" | "next" | "last", press: () => void, off: boolean): TemplateResult {
  return html`<button type="button" title=${ui(state, name)} aria-label=${ui(state, name)} ?disabled=${off} @click=${press}>${icon(name)}</button>`;
}

function pair(state: Shown, what: "turn" | "round" | "note", press: (by: 1 | -1) => void, back: boolean, on: boolean): TemplateResult {
  return html`<span class="cardlab-pair" role="group" aria-label=${ui(state, `${what}_word`)}>
    <button type="button" title=${ui(state, `previous_${what}`)} aria-label=${ui(state, `previous_${what}`)} ?disabled=${!back} @click=${() => press(-1)}>${icon("left")}</button>
    <span>${ui(state, `${what}_word`)}</span>
    <button type="button" title=${ui(state, `next_${what}`)} aria-label=${ui(state, `next_${what}`)} ?disabled=${!on} @click=${() => press(1)}>${icon("right")}</button>
  </span>`;
}

/** The ply, to read and to type: "ply [14] of 41". */
function typed(state: Shown, actions: Actions): TemplateResult {
  const length = String(state.film.length);
  const [lead = "", trail = ""] = ui(state, state.hides ? "ply_only" : "ply_of", { length }).split("{ply}");
  const width = state.hides ? 4 : Math.max(2, length.length);
  const take = (event: KeyboardEvent): void => {
    const input = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter" && /^\d+$/.test(input.value.trim())) actions.jump(Number(input.value));
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
    style="width:${width + 1.2}ch" .value=${live(String(state.ply))} @keydown=${take} @blur=${leave} @focus=${(event: Event) => (event.currentTarget as HTMLInputElement).select()} /><span>${trail}</span></label>`;
}

function where(state: Shown): unknown {
  const { table, film } = state;
  const rounds = film.roundStarts.length > 1 || table.round > 1 ? ui(state, "round", { round: String(table.round) }) : "";
  const turn = table.turn > 0 ? ui(state, "turn", { turn: String(table.turn) }) : ui(state, "setup");
  const acts = table.player === null ? "" : `${nameOf(state, table.player)}: ${word(state, "phases", table.phase)}`;
  return [rounds, turn, acts].filter(Boolean).join(" · ");
}
