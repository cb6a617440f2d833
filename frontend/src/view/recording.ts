/** A recording: the table, what is due and can be chosen, why, and what stands in the file. */
import { html, nothing, type TemplateResult } from "lit-html";
import { LANGS, type Lang } from "../decode";
import type { Doings, RecordDesk as Desk } from "../desk";
import { toldOf } from "../options";
import type { Actions } from "../state";
import { nameOf, ui, word } from "../text";
import { due } from "./due";
import { keyList, type KeyWords } from "./keylist";
import { panel } from "./panel";
import { table } from "./table";
import { refusal, why } from "./why";

export function recording(state: Desk, doings: Doings): TemplateResult {
  // the parts of the viewer know the doings that they need
  const actions = doings as unknown as Actions;
  return html`${head(state, doings)}
    <div class="cardlab-main">
      <div class="cardlab-left">${table(state)}${due(state, doings)}${lines(state)}</div>
      <div class="cardlab-side"><div class="cardlab-sidein">${state.refused ? refusal(state, doings) : why(state, doings)}${panel(state, actions)}</div></div>
    </div>
    ${foot(state, doings)}${keyList(state, doings, KEYS)}`;
}

function head(state: Desk, doings: Doings): TemplateResult {
  const { frames } = state.film;
  const preset = ui(state, "rules_preset", { preset: word(state, "presets", frames.preset) });
  return html`<div class="cardlab-head">
      <h2 class="cardlab-title">${frames.title}</h2>
      <span class="cardlab-sub">${frames.names.join(" · ")} — ${preset}</span>
      <span class="cardlab-tools">
        ${state.busy ? html`<span class="cardlab-busy" role="status" aria-label=${ui(state, "working")}></span>` : nothing}
        <select class="cardlab-lang" aria-label=${ui(state, "language")} @change=${(event: Event) => doings.language((event.target as HTMLSelectElement).value as Lang)}>
          ${LANGS.map((lang) => html`<option>${lang}</option>`)}</select>
        <label class="cardlab-field"><span>${ui(state, "view_from")}</span><select class="cardlab-seatselect" ?disabled=${state.gone}
          @change=${(event: Event) => doings.see(readSeat((event.target as HTMLSelectElement).value))}>
          <option value="all">${ui(state, "all_known")}</option>
          ${frames.names.map((name, k) => html`<option value=${k}>${name}</option>`)}</select></label>
        <button class="cardlab-pill" title=${ui(state, "keys_help")} aria-label=${ui(state, "keys_help")} aria-haspopup="dialog" @click=${doings.help}>?</button>
      </span>
    </div>
    ${state.session.error ? html`<div class="cardlab-error" role="alert">${state.session.error}</div>` : nothing}${
      state.gone ? html`<div class="cardlab-error cardlab-gone" role="alert">${ui(state, "kernel_gone", { file: state.now.file, count: state.now.count })}</div>` : nothing}${
      state.now.torn ? html`<div class="cardlab-error">${ui(state, "torn_aside", { file: state.now.torn })}</div>` : nothing}`;
}

const readSeat = (value: string): number | null => (value === "all" ? null : Number(value));

/** The last lines of the file, as they were written. */
function lines(state: Desk): TemplateResult {
  const { now } = state;
  return html`<div role="group" class="cardlab-lines" aria-label=${ui(state, "last_lines")} tabindex="0" data-scrolls>
    <h3>${ui(state, "last_lines")}</h3>
    <ol reversed>${[...now.lines].reverse().map(([line, kind, seat, text]) => html`<li value=${line}><small>${line}</small><span class="cardlab-linekind">${state.session.words.ui[`line_${kind}`] ? ui(state, `line_${kind}`) : kind}</span> ${
      seat === null || kind === "chance" || kind === "referee" ? nothing : html`<b>${nameOf(state, seat)}</b> `}<span class="cardlab-linetext" title=${text}>${text}</span></li>`)}</ol>
  </div>`;
}

function foot(state: Desk, doings: Doings): TemplateResult {
  const { now, gone, busy } = state;
  const off = gone || now.closed;
  const status = gone ? ui(state, "not_taken") : now.closed ? ui(state, "recording_closed") : busy ? ui(state, "writing") : ui(state, "saved");
  return html`<div class="cardlab-foot cardlab-recordfoot" role="group" aria-label=${ui(state, "recording")}>
    <span class="cardlab-file"><b class="cardlab-saved" data-saved=${String(!busy && !gone)}>${status}</b> <span>${now.file}</span> · ${ui(state, "count_lines", { count: now.count })} · ${ui(state, "count_plies", { count: now.plies })}</span>
    <span class="cardlab-deeds">
      <button ?disabled=${off || busy || !now.plies} title=${ui(state, "undo_told")} @click=${doings.undo}>${ui(state, "undo")} <kbd>Ctrl+Z</kbd></button>
      <button ?disabled=${off} aria-expanded=${state.noting} @click=${doings.noting}>${ui(state, "add_note")}</button>
      <button ?disabled=${off} aria-expanded=${state.menu} aria-haspopup="true" class="cardlab-callsbutton" @click=${doings.menu}>${ui(state, "at_the_table")}</button>
      <button ?disabled=${off} aria-pressed=${now.clock} class=${now.clock ? "cardlab-on" : ""} title=${ui(state, "clock_told")} @click=${() => doings.clock(!now.clock)}>${ui(state, "clock")}</button>
      <button ?disabled=${gone || busy} @click=${doings.open}>${ui(state, "open_viewer")}</button>
    </span>
    ${state.noting ? note(state, doings) : nothing}${state.menu ? calls(state, doings) : nothing}
  </div>`;
}

function note(state: Desk, doings: Doings): TemplateResult {
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("note") as HTMLInputElement;
    if (field.value.trim()) doings.note(field.value);
  };
  return html`<form class="cardlab-noting" @submit=${take}><label>${ui(state, "note_on_last", { ply: state.now.plies })} <input name="note" autocomplete="off" /></label><button>${ui(state, "write")}</button></form>`;
}

/** What the referee may call, and who may leave. */
function calls(state: Desk, doings: Doings): TemplateResult {
  const leaves = state.now.calls.some(({ text }) => text.startsWith("leave "));
  return html`<div class="cardlab-calls" role="group" aria-label=${ui(state, "at_the_table")}>
    ${state.now.calls.map((call) => html`<button @click=${() => doings.enter(call.text)}><code>${call.text}</code> ${toldOf(state, call)}</button>`)}
    ${leaves || state.now.player === null ? nothing : state.film.frames.names.map((name, seat) => html`<button @click=${() => doings.leave(seat)}>${ui(state, "seat_leaves", { name })}</button>`)}
  </div>`;
}

const KEYS: KeyWords = [
  ["a … z", "key_letter"],
  ["← →", "key_aim"],
  ["Enter", "key_take"],
  ["0 … 9 /", "key_type"],
  ["Esc ⌫", "key_back"],
  ["Ctrl+Z", "key_undo"],
  ["?", "key_help"],
];
