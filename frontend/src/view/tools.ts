/** The tools of a scratch table: hidden cards, editing, playing again behind a change, comparing, bots, keeping. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Doings, Draft, Field, ScratchDesk } from "../scratchmoment";
import { makeTable, type Table } from "../table";
import { nameOf, said, ui, word } from "../text";
import { settingField } from "./playform";
import { table } from "./table";

type Form = (event: SubmitEvent) => void;

/** Takes a form's fields and keeps the page where it is. */
const taking = (take: (fields: Record<string, string>, form: HTMLFormElement) => void): Form => (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  take(Object.fromEntries(new FormData(form)) as Record<string, string>, form);
};
const whole = (text: string | undefined): number => Math.trunc(Number(text)) || 0;

export function tool(state: ScratchDesk, doings: Doings): TemplateResult | typeof nothing {
  if (!state.tool || state.gone || (state.tool === "compare" && !state.said.length)) return nothing;
  const inside = { hidden, edit, begin, insert, compare: () => nothing, bots, save }[state.tool](state, doings);
  return html`<div role="group" class="cardlab-tool" data-open=${state.tool} aria-label=${ui(state, `tool_${state.tool}`)}>
    ${inside}${state.said.map((one) => html`<p class="cardlab-saidhere" role="status">${said(one, state)}</p>`)}</div>`;
}

/** A place in words: whose, which zone, which card. */
export function placeName(state: ScratchDesk, place: string): string {
  const [id = "", where = ""] = place.split(":");
  const zone = state.film.zones.find((one) => one.id === id);
  if (!zone) return place;
  const same = state.film.zones.filter((one) => one.kind === zone.kind && one.owner === zone.owner);
  const number = same.length > 1 ? ` ${same.indexOf(zone) + 1}` : "";
  const label = `${zone.owner === null ? "" : `${nameOf(state, zone.owner)}: `}${word(state, "zones", zone.kind)}${number}`;
  const cell = /^r(\d+)c(\d+)$/.exec(where);
  if (cell) return ui(state, "card_at", { zone: label, n: "", row: cell[1]!, column: cell[2]! });
  return where ? ui(state, "card_nth", { zone: label, n: where, row: "", column: "" }) : label;
}

const facesOf = (state: ScratchDesk): string[] => {
  const order = (face: string): number => (Number.isNaN(Number(face)) ? Infinity : Number(face));
  return Object.keys(state.film.frames.bands).sort((a, b) => order(a) - order(b) || 0);
};

function faceButton(state: ScratchDesk, doings: Doings, face: string, left: number | null): TemplateResult {
  const band = state.film.frames.bands[face];
  return html`<button class="cardlab-option cardlab-facebutton ${band === undefined ? "" : `cardlab-band${band}`}" data-face=${face} ?disabled=${left === 0}
    title=${left === null ? nothing : ui(state, "left_of_face", { face, left })} @click=${() => doings.face(face)}>${face}${left === null ? nothing : html`<small>×${left}</small>`}</button>`;
}

function places(state: ScratchDesk, doings: Doings, all: readonly string[]): TemplateResult {
  return html`<label>${ui(state, "which_place")} <select class="cardlab-placeselect" @change=${(event: Event) => doings.pick((event.target as HTMLSelectElement).value)}>
    ${all.includes(state.place) ? nothing : html`<option value=${state.place}>${state.place ? placeName(state, state.place) : "–"}</option>`}
    ${all.map((place) => html`<option value=${place}>${placeName(state, place)}</option>`)}</select></label>`;
}

function hidden(state: ScratchDesk, doings: Doings): TemplateResult {
  const { hidden } = state;
  if (!hidden) return html`<p>${ui(state, "working")}</p>`;
  if (!hidden.places.length) return html`<p>${ui(state, "nothing_hidden")}</p>`;
  return html`<p>${ui(state, "hidden_told")}</p>
    <div class="cardlab-fields">${places(state, doings, hidden.places)}</div>
    <div class="cardlab-facerow cardlab-faces" role="group" aria-label=${ui(state, "faces_left")}>${facesOf(state).map((face) => faceButton(state, doings, face, hidden.possible[face] ?? 0))}
      <button class="cardlab-option cardlab-facebutton" data-face="?" @click=${() => doings.face("?")}>? ${ui(state, "leave_unknown")}</button></div>
    <form class="cardlab-fields" @submit=${taking(({ seed }) => doings.deed("random", { seed: whole(seed) }))}>
      <label>${ui(state, "seed")} <input name="seed" type="number" value="1" class="cardlab-short" /></label><button>${ui(state, "rest_at_random")}</button>
      <button type="button" @click=${() => doings.deed("forget")}>${ui(state, "all_unknown")}</button></form>`;
}

function edit(state: ScratchDesk, doings: Doings): TemplateResult {
  const { draft } = state.now;
  if (!draft) return html`<p>${ui(state, "working")}</p>`;
  const zone = state.place && !state.place.includes(":");
  const spots = state.film.zones.map(({ id }) => id);
  return html`<p>${ui(state, "edit_told")}</p>
    <div class="cardlab-fields">${places(state, doings, spots)}
      <label><input type="checkbox" .checked=${state.down} @change=${doings.down} /> ${ui(state, "lies_hidden")}</label>
      <label title=${ui(state, "trade_told")}><input type="checkbox" .checked=${state.trade} @change=${doings.trade} /> ${ui(state, "trade")}</label></div>
    ${state.place ? html`<div class="cardlab-facerow cardlab-faces" role="group" aria-label=${ui(state, "faces")}>${facesOf(state).map((face) => faceButton(state, doings, face, null))}
      <button class="cardlab-option cardlab-facebutton" data-face="?" @click=${() => doings.face("?")}>?</button>
      ${zone ? nothing : html`<button class="cardlab-option cardlab-facebutton" data-face="" @click=${() => doings.face("")}>${ui(state, "take_away")}</button>`}</div>` : nothing}
    ${placing(state, doings)}${settings(state, doings, draft)}
    <form class="cardlab-fields cardlab-textform" @submit=${taking(({ text }) => doings.deed("paste", { text }))}>
      <label>${ui(state, "position_text")} <input name="text" class="cardlab-text" spellcheck="false" autocomplete="off" .value=${draft.text} /></label><button>${ui(state, "use_text")}</button>
      <button type="button" @click=${() => doings.copy(draft.text)}>${ui(state, "copy")}</button></form>
    <div class="cardlab-faults" role="status">${draft.faults.length ? html`<b>${ui(state, "cannot_be", { count: draft.faults.length })}</b><ul>${draft.faults.map((fault) => html`<li>${said(fault, state)}</li>`)}</ul>` : html`<b>✓ ${ui(state, "can_be")}</b>`}</div>
    <div class="cardlab-fields"><button class="cardlab-keepit" ?disabled=${draft.faults.length > 0} @click=${() => doings.deed("keep")}>${ui(state, "keep_position")}</button>
      ${draft.faults.length ? html`<button @click=${() => doings.deed("keep", { unchecked: true })}>${ui(state, "keep_unchecked")}</button>` : nothing}
      <button @click=${() => doings.deed("drop")}>${ui(state, "drop_draft")}</button></div>`;
}

/** Where another beginning comes from; it is looked at, and changed, before it is put on the table. */
function begin(state: ScratchDesk, doings: Doings): TemplateResult {
  return html`<p>${ui(state, "begin_told")}</p>
    <form class="cardlab-fields" data-begin="deal" @submit=${taking(({ seed }) => doings.deed("edit", { seed: whole(seed) }))}>
      <label>${ui(state, "seed")} <input name="seed" type="number" value="1" class="cardlab-short" /></label><button>${ui(state, "a_deal")}</button></form>
    <form class="cardlab-fields" data-begin="empty" @submit=${taking(() => doings.deed("edit", { empty: true }))}><button>${ui(state, "empty_table")}</button></form>
    <form class="cardlab-fields cardlab-textform" data-begin="text" @submit=${taking(({ text }) => text?.trim() && doings.deed("edit", { text }))}>
      <label>${ui(state, "position_text")} <input name="text" class="cardlab-text" required spellcheck="false" autocomplete="off" placeholder=${state.now.text} /></label><button>${ui(state, "use_text")}</button></form>`;
}

/** Where the chosen card goes, and how many cards its zone holds. */
function placing(state: ScratchDesk, doings: Doings): TemplateResult | typeof nothing {
  const { place } = state;
  if (!place) return nothing;
  const [id = ""] = place.split(":");
  const shape = state.film.zones.find((one) => one.id === id);
  const goals = state.film.zones.filter(({ layout, id: other }) => layout !== "grid" && other !== id);
  const count = state.table.cards[state.film.zones.findIndex((one) => one.id === id)]?.count ?? 0;
  return html`<div class="cardlab-fields">
    ${place.includes(":") ? html`<form @submit=${taking(({ to }) => doings.deed("move", { place, to }))}><label>${ui(state, "move_to")} <select name="to">${goals.map((zone) => html`<option value=${zone.id}>${placeName(state, zone.id)}</option>`)}</select></label> <button>${ui(state, "move_it")}</button></form>` : nothing}
    ${shape && shape.layout !== "grid" ? html`<form data-form="size" @submit=${taking(({ count }) => doings.deed("size", { zone: id, count: whole(count) }))}><label>${ui(state, "cards_there")} <input name="count" type="number" min="0" class="cardlab-short" .value=${String(count)} /></label> <button>${ui(state, "set_it")}</button></form>` : nothing}
    <span class="cardlab-tally">${said(state.now.draft!.tally, state)}</span>
  </div>`;
}

function settings(state: ScratchDesk, doings: Doings, draft: Draft): TemplateResult {
  const { names } = state.film.frames;
  return html`<details class="cardlab-settings"><summary>${ui(state, "turn_scores_options")}</summary>
    <div class="cardlab-fields">
      <label>${ui(state, "whose_turn")} <select class="cardlab-turnselect" @change=${(event: Event) => doings.deed("act", { seat: Number((event.target as HTMLSelectElement).value) })}>
        ${state.table.player !== null && state.table.player >= 0 ? nothing : html`<option value=${String(state.table.player ?? "")}>–</option>`}${names.map((name, seat) => html`<option value=${seat}>${name}</option>`)}</select></label>
      <label>${ui(state, "by_the_rules")} <select @change=${(event: Event) => doings.deed("set", { key: "preset", value: (event.target as HTMLSelectElement).value })}>
        ${draft.presets.map(({ value, label }) => html`<option value=${value} ?selected=${value === draft.preset}>${said(label, state)}</option>`)}</select></label>
      ${draft.fields.map((one) => field(state, doings, one))}
    </div>
    <details class="cardlab-moreoptions"><summary>${ui(state, "options")}</summary><div class="cardlab-fields">
      ${draft.options.map((one) => html`<label title=${one.name}>${said(one.label, state)} ${settingField(state, one, one.value, (value) => doings.deed("set", { key: one.name, value: String(value) }))}</label>`)}
    </div></details>
  </details>`;
}

function field(state: ScratchDesk, doings: Doings, { key, seat, label, names_seat, value }: Field): TemplateResult {
  const { names } = state.film.frames;
  const set = (event: Event): void => {
    const given = (event.target as HTMLInputElement).value.trim();
    doings.deed("set", { key, seat, value: given === "" ? null : names_seat ? Number(given) : given });
  };
  return html`<label title=${key}>${seat === null ? "" : `${names[seat]}: `}${said(label, state)} ${
    names_seat
      ? html`<select data-field=${key} .value=${live(String(value ?? ""))} @change=${set}><option value="">–</option>${names.map((name, k) => html`<option value=${k} ?selected=${k === value}>${name}</option>`)}</select>`
      : html`<input type="number" data-field=${key} data-seat=${seat ?? nothing} class="cardlab-short" .value=${live(String(value ?? ""))} @change=${set} />`
  }</label>`;
}

function insert(state: ScratchDesk, doings: Doings): TemplateResult {
  const legal = state.now.moves.filter((one) => one.rule === null);
  const take = taking(({ text, how }) => text?.trim() && doings.deed("insert", { text: text.trim(), replace: how === "replace" }));
  return html`<p>${ui(state, "insert_told")}</p>
    <form class="cardlab-fields" @submit=${take}><label>${ui(state, "moves_to_insert")} <input name="text" list="${state.id}-insert" autocomplete="off" spellcheck="false" /></label>
      <datalist id="${state.id}-insert">${legal.map((one) => html`<option value=${one.text}></option>`)}</datalist>
      <label><input type="radio" name="how" value="before" checked /> ${ui(state, "before_the_rest")}</label><label><input type="radio" name="how" value="replace" /> ${ui(state, "in_place_of")}</label>
      <button>${ui(state, "play_again")}</button></form>
    ${state.later ? html`<ol class="cardlab-later" tabindex="0" data-scrolls aria-label=${ui(state, "later_moves")}>${state.later.map((move) => html`<li data-mark=${move.mark}><span aria-hidden="true">${{ legal: "✓", illegal: "✗", unknown: "?" }[move.mark]}</span> ${
      move.node === null ? said(move.text, state) : html`<button class="cardlab-leaf" @click=${() => doings.deed("go", { node: move.node })}>${said(move.text, state)}</button>`}</li>`)}</ol>` : nothing}`;
}

function bots(state: ScratchDesk, doings: Doings): TemplateResult {
  const take = taking(({ bots, plies, seed }) => doings.deed("play_out", { bots: bots ?? "sensible", plies: plies ? whole(plies) : null, seed: whole(seed) }));
  return html`<p>${ui(state, "bots_told")}</p><form class="cardlab-fields" @submit=${take}>
    <label>${ui(state, "bot")} <select name="bots">${state.bots.map(({ value, label }) => html`<option value=${value} ?selected=${value === "sensible"}>${said(label, state)}</option>`)}</select></label>
    <label>${ui(state, "plies_or_end")} <input name="plies" type="number" min="1" class="cardlab-short" /></label>
    <label>${ui(state, "seed")} <input name="seed" type="number" value="1" class="cardlab-short" /></label><button ?disabled=${state.now.player === null}>${ui(state, "play_out")}</button></form>`;
}

/** Where something is asked that nobody here has to know: chance tells it, by a seed. */
export function chance(state: ScratchDesk, doings: Doings): TemplateResult | typeof nothing {
  if (!state.now.asked || state.gone) return nothing;
  return html`<form class="cardlab-fields cardlab-chance" @submit=${taking(({ seed }) => doings.deed("roll", { seed: whole(seed) }))}>
    <label>${ui(state, "seed")} <input name="seed" type="number" value="1" class="cardlab-short" /></label><button>${ui(state, "let_chance")}</button></form>`;
}

function save(state: ScratchDesk, doings: Doings): TemplateResult {
  const { now } = state;
  const form = (name: "branch" | "tree" | "replay", fields: TemplateResult): TemplateResult =>
    html`<form class="cardlab-fields" data-keep=${name} @submit=${taking((given) => doings.keep(name, given))}>${fields}<button>${ui(state, `save_${name}`)}</button></form>`;
  const file = (value = ""): TemplateResult => html`<label>${ui(state, "file")} <input name="file" autocomplete="off" spellcheck="false" .value=${value} /></label>`;
  return html`${now.left ? form("branch", html`<label>${ui(state, "branch_name")} <input name="name" required autocomplete="off" /></label><label>${ui(state, "author")} <input name="author" required autocomplete="off" /></label><label title=${ui(state, "layer_told")}>${ui(state, "layer")} <input name="file" autocomplete="off" spellcheck="false" /></label>`) : nothing}
    ${form("tree", file("what-if.jsonl"))}${form("replay", html`<label>${ui(state, "title_word")} <input name="name" autocomplete="off" /></label>${file("what-if-game.jsonl")}`)}
    <div class="cardlab-fields cardlab-textform"><label>${ui(state, "position_text")} <input class="cardlab-text" readonly spellcheck="false" .value=${now.text} /></label><button @click=${() => doings.copy(now.text)}>${ui(state, "copy")}</button>
      <button @click=${doings.picture}>${ui(state, "save_picture")}</button></div>`;
}

/** The record, or the start, and the node side by side. */
export function compared(state: ScratchDesk): TemplateResult | typeof nothing {
  const { against, tool } = state;
  if (tool !== "compare" || !against) return nothing;
  const before: Table = makeTable(against.before);
  const still = { ...state, motion: { movements: [], turned: [] } };
  const name = ui(state, against.record ? "the_record" : "the_start");
  return html`<div role="group" class="cardlab-compare" aria-label=${ui(state, "tool_compare")}>
    <ul class="cardlab-differences">${against.said.map((line) => html`<li>${said(line, state)}</li>`)}</ul>
    <div class="cardlab-sides"><div><h3>${name}</h3>${table({ ...still, table: before, called: name })}</div><div><h3>${ui(state, "what_if")}</h3>${table({ ...still, called: ui(state, "what_if") })}</div></div>
  </div>`;
}
