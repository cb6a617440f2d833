/** A recording: the table, what is due and can be chosen, why, and what stands in the file. */
import { html, nothing, type TemplateResult } from "lit-html";
import { LANGS, type Lang } from "../decode";
import type { Desk, Doings } from "../desk";
import { toldOf } from "../options";
import type { Actions } from "../state";
import { CHANCE } from "../table";
import { nameOf, said, shortId, told, ui, word } from "../text";
import { due } from "./due";
import { unjudged } from "./explanation";
import { panel } from "./panel";
import { table } from "./table";

export function recording(state: Desk, doings: Doings): TemplateResult {
  // the parts of the viewer know the doings that they need
  const actions = doings as unknown as Actions;
  return html`${head(state, doings)}
    <div class="cardlab-main">
      <div class="cardlab-left">${table(state)}${due(state, doings)}${lines(state)}</div>
      <div class="cardlab-side"><div class="cardlab-sidein">${state.refused ? refusal(state, doings) : why(state, doings)}${panel(state, actions)}</div></div>
    </div>
    ${foot(state, doings)}${keys(state, doings)}`;
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

/** Why the last action could be done, and what of it could not be judged. */
function why(state: Desk, doings: Doings): TemplateResult {
  const { film, ply } = state;
  const step = film.frames.steps[ply - 1];
  const actor = step ? film.actors[ply]! : CHANCE;
  const heading = !step ? "before_first" : actor >= 0 ? "why_allowed" : actor === CHANCE ? "what_happened" : "called_at_table";
  return html`<section class="cardlab-why" aria-label=${ui(state, "explanation")}>
    <div class="cardlab-kicker"><h3>${ui(state, heading)}</h3>${step ? html`<span class="cardlab-did">${actor >= 0 ? `${nameOf(state, actor)} · ` : ""}${step.a}</span>` : nothing}</div>
    <p class="cardlab-sentence">${step ? told(state) : ui(state, "nothing_yet")}</p>
    ${unjudged(state)}${film.frames.result ? outcome(state) : nothing}
    <div class="cardlab-chips" role="group" aria-label=${ui(state, "governing_rules")}>${state.governing.map((rule, k) => chip(state, doings, rule, k))}</div>
  </section>`;
}

function chip(state: Desk, doings: Doings, rule: string, k: number): TemplateResult {
  return html`<button class="cardlab-chip" data-rule=${rule} title="${shortId(rule)}: ${said(state.session.book.rules[rule]?.text, state)}"
    aria-label=${ui(state, "go_to_rule", { number: k + 1, rule: shortId(rule) })} @click=${() => doings.reveal(rule)}><b>${k + 1}</b> ${shortId(rule)}</button>`;
}

function outcome(state: Desk): TemplateResult {
  const { reason, winners, scores } = state.film.frames.result!;
  const who = winners.length ? ui(state, "winner", { names: winners.map((seat) => nameOf(state, seat)).join(", ") }) : ui(state, "no_winner");
  return html`<div class="cardlab-result"><h3>${ui(state, "result")}</h3><p><b>${who}</b> — ${word(state, "reasons", reason)}</p>${
    scores.some(Boolean) ? html`<p>${ui(state, "scores", { scores: scores.map((score, seat) => `${nameOf(state, seat)} ${score}`).join(" · ") })}</p>` : nothing}</div>`;
}

/** Why what was tried cannot be done, in the place of why the last action could. */
function refusal(state: Desk, doings: Doings): TemplateResult {
  const { refused } = state;
  return html`<section class="cardlab-why cardlab-refused" aria-label=${ui(state, "why_not")}>
    <div class="cardlab-kicker"><h3>${ui(state, "why_not")}</h3><span class="cardlab-did">${refused!.text}</span></div>
    <p class="cardlab-sentence">${toldOf(state, refused!)}</p>
    <div class="cardlab-chips">${refused!.rule ? chip(state, doings, refused!.rule, 0) : nothing}<button class="cardlab-chip" @click=${doings.back}>${ui(state, "understood")}</button></div>
  </section>`;
}

/** The last lines of the file, as they were written. */
function lines(state: Desk): TemplateResult {
  const { now } = state;
  return html`<section class="cardlab-lines" aria-label=${ui(state, "last_lines")} tabindex="0" data-scrolls>
    <h3>${ui(state, "last_lines")}</h3>
    <ol reversed>${[...now.lines].reverse().map(([line, kind, seat, text]) => html`<li value=${line}><small>${line}</small><span class="cardlab-linekind">${state.session.words.ui[`line_${kind}`] ? ui(state, `line_${kind}`) : kind}</span> ${
      seat === null || kind === "chance" || kind === "referee" ? nothing : html`<b>${nameOf(state, seat)}</b> `}<span class="cardlab-linetext" title=${text}>${text}</span></li>`)}</ol>
  </section>`;
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

const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["a … z", "key_letter"],
  ["← →", "key_aim"],
  ["Enter", "key_take"],
  ["0 … 9 /", "key_type"],
  ["Esc ⌫", "key_back"],
  ["Ctrl+Z", "key_undo"],
  ["?", "key_help"],
];

function keys(state: Desk, doings: Doings): TemplateResult | typeof nothing {
  if (!state.help) return nothing;
  const hold = (event: KeyboardEvent): void => {
    if (event.key === "Tab") event.preventDefault();
  };
  return html`<div class="cardlab-veil" @click=${(event: Event) => event.target === event.currentTarget && doings.help()}>
    <div class="cardlab-help" role="dialog" aria-modal="true" aria-label=${ui(state, "keys_help")} @keydown=${hold}>
      <div class="cardlab-helphead"><h3>${ui(state, "keys_help")}</h3><button class="cardlab-pill cardlab-close" @click=${doings.help}>${ui(state, "close")}</button></div>
      <dl>${KEYS.map(([some, words]) => html`<div><dt>${some.split(" ").map((key) => (key === "…" ? " … " : html`<kbd>${key}</kbd>`))}</dt><dd>${ui(state, words)}</dd></div>`)}</dl>
    </div>
  </div>`;
}

/** Sets what the fields show, also where a choice was refused. */
export function setRecordFields(body: HTMLElement, state: Desk): void {
  const show = (selector: string, value: string): void => {
    const field = body.querySelector<HTMLSelectElement>(selector);
    if (field && field.value !== value) field.value = value;
  };
  show(".cardlab-lang", state.lang);
  show(".cardlab-seatselect", String(state.film.frames.lens.seat ?? "all"));
}
