/** What people noted: on the ply, its turn, the game; what they disagree about; and which notes are shown at all. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Dispute, PastLine, Remark } from "../decode";
import { markName, placeName } from "../places";
import { choices, GLYPHS, isAll, knownAt, remarksAt, type Filter, type Kind, type Sign } from "../remarks";
import type { Actions, Shown, State } from "../state";
import { said, shortId, ui, word } from "../text";
import { icon } from "./icons";

/** A longer text is folded, in characters. */
const LONG = 1500;

/** The notes at the ply, those in the chosen language first, and how many of them are in it or without words. Where none is, all count. */
function ordered(state: Shown): [all: Remark[], own: number] {
  const here = remarksAt(state.found, state.film, state.ply, state.hides);
  const own = here.filter((note) => !note.text || !note.lang || note.lang === state.lang);
  const spoken = own.some((note) => note.text);
  return spoken && !state.editing && !state.filter.lang ? [[...own, ...here.filter((note) => !own.includes(note))], own.length] : [here, here.length];
}

/** The notes of the ply that are shown. */
export function notesAt(state: Shown): Remark[] {
  const [all, own] = ordered(state);
  return state.unfolded ? all : all.slice(0, own);
}

/** A note in words, for who does not see the table. */
export function noteText(state: Shown, note: Remark): string {
  const places = [...(note.arrows ?? []), ...(note.marks ?? [])].map((text) => markName(state, text));
  return [note.glyph ? word(state, "glyphs", note.glyph) : "", note.text ?? "", note.card ? placeName(state, note.card) : "", ...places].filter(Boolean).join(", ");
}

/** What stands behind a move that has notes. */
export function noteSign(state: Shown, sign: Sign): TemplateResult {
  return html`<span class="cardlab-signs" title=${signWords(state, sign)}>${sign.bookmark ? icon("flag") : nothing}${sign.glyphs.map((glyph) => html`<b class="cardlab-glyph">${GLYPHS[glyph] ?? glyph}</b>`)}${
    sign.disputed ? html`<b class="cardlab-clash">≠</b>` : nothing}${sign.glyphs.length || sign.bookmark ? nothing : html`<i class="cardlab-dot"></i>`}</span>`;
}

export function signWords(state: Shown, sign: Sign | undefined): string {
  const { glyphs = [], bookmark, disputed } = sign ?? {};
  const words = [bookmark ? ui(state, "bookmark") : "", ...glyphs.map((glyph) => word(state, "glyphs", glyph)), disputed ? ui(state, "disagreement") : ""];
  return words.filter(Boolean).join(", ") || ui(state, "note_word");
}

export function notes(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const [all, own] = ordered(state);
  const here = notesAt(state);
  const disputes = (state.found.disputes.get(state.ply) ?? []).filter((dispute) => !state.hides || knownAt(dispute) <= state.ply);
  const onGame = state.found.onGame.filter((note) => !state.hides || knownAt(note) <= state.ply);
  const gameShown = state.onGame || state.ply === 0;
  if (!here.length && !disputes.length && !onGame.length && !state.editing) return nothing;
  const folded = all.length - own;
  return html`<div role="group" class="cardlab-notes" aria-label=${ui(state, "notes")} tabindex="0" data-scrolls>
    ${disputes.map((dispute) => clash(state, actions, dispute))}${byLayer(state, actions, here)}${
    folded ? html`<button class="cardlab-chip" aria-expanded=${state.unfolded} @click=${actions.unfold}>${ui(state, state.unfolded ? "fold_notes" : "more_notes", { count: folded })}</button>` : nothing}${
    onGame.length && state.ply > 0 ? html`<button class="cardlab-chip" aria-expanded=${state.onGame} @click=${actions.gameNotes}>${ui(state, "game_notes", { count: onGame.length })}</button>` : nothing}${
    onGame.length && gameShown ? html`<div class="cardlab-ongame" role="group" aria-label=${ui(state, "on_game")}>${byLayer(state, actions, onGame)}</div>` : nothing}${
    !here.length && !disputes.length && state.editing ? html`<p class="cardlab-none">${ui(state, isAll(state.filter) ? "no_notes_here" : "no_notes_so")}</p>` : nothing}</div>`;
}

/** Side by side by layer, where several layers have something to say. */
function byLayer(state: Shown, actions: Actions, all: readonly Remark[]): unknown {
  const { layers } = state.session.remarks;
  const places = [...new Set(all.map((note) => note.layer ?? 0))].sort((a, b) => a - b);
  if (places.length < 2) return all.map((note) => remark(state, actions, note));
  return html`<div class="cardlab-layers">${places.map((place) => {
    const name = layers[place]?.name || ui(state, "game_file");
    return html`<div role="group" aria-label=${name}><h4 title=${layers[place]?.file ?? ""}>${name}</h4>${all.filter((note) => (note.layer ?? 0) === place).map((note) => remark(state, actions, note))}</div>`;
  })}</div>`;
}

function remark(state: Shown, actions: Actions, note: Remark): TemplateResult {
  const long = (note.text?.length ?? 0) > LONG && !state.whole.has(note.key);
  return html`<div class="cardlab-note ${note.overruled ? "cardlab-overruled" : ""} ${state.editing?.draft.of === note.key ? "cardlab-taken" : ""}" data-note=${note.key}>
    <p lang=${note.lang || nothing}>${note.bookmark ? icon("flag") : nothing}<b>${note.author}</b>${note.glyph ? html` ${glyph(state, note.glyph)}` : nothing}${
      note.text ? html`<span> · </span><bdi class="cardlab-notetext">${long ? `${cutAt(note.text, LONG)}…` : note.text}</bdi>` : nothing}</p>
    ${(note.text?.length ?? 0) > LONG ? html`<button class="cardlab-chip" aria-expanded=${!long} @click=${() => actions.wholeNote(note.key)}>${ui(state, long ? "whole_note" : "fold_note", { count: note.text!.length })}</button>` : nothing}
    ${about(state, actions, note)}
  </div>`;
}

/** No character is cut in two. */
const cutAt = (text: string, end: number): string => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? "") ? text.slice(0, end - 1) : text.slice(0, end));

const glyph = (state: Shown, name: string): TemplateResult =>
  html`<span class="cardlab-glyph" role="img" title=${word(state, "glyphs", name)} aria-label=${word(state, "glyphs", name)}>${GLYPHS[name] ?? name}</span>`;

/** Below the text: what it points at, where and when it was written, and what can be done with it. */
function about(state: Shown, actions: Actions, note: Remark): TemplateResult {
  const chip = (text: string, colour = ""): TemplateResult => html`<span class="cardlab-spot" data-colour=${colour}>${text}</span>`;
  const facts = [
    note.on === "turn" ? ui(state, "on_turn") : note.on === "game" ? ui(state, "on_game") : "",
    note.time ? when(state, note.time) : "",
    note.at !== undefined && note.at > note.ply ? ui(state, "written_at", { ply: note.at }) : "",
    note.edits ? ui(state, "edited", { count: note.edits, names: note.editors?.join(", ") || note.author }) : "",
    note.overruled ? ui(state, "overruled") : "",
  ].filter(Boolean);
  return html`<div class="cardlab-about">${note.card ? chip(placeName(state, note.card)) : nothing}${[...(note.arrows ?? []), ...(note.marks ?? [])].map((text) => chip(markName(state, text), text.split(" ")[1]))}${
    note.rule ? html`<button class="cardlab-chip" data-rule=${note.rule} title=${said(state.session.book.rules[note.rule]?.text, state)} @click=${() => actions.reveal(note.rule, sourceOf(state, note.rule!))}>§ ${shortId(note.rule)}</button>` : nothing
  }${facts.length ? html`<small>${facts.join(" · ")}</small>` : nothing}${
    state.editing
      ? html`<span class="cardlab-doings"><button class="cardlab-chip" @click=${() => actions.take(note)}>${ui(state, "edit_note")}</button><button class="cardlab-chip" @click=${() => actions.erase(note)}>${ui(state, "delete")}</button></span>`
      : nothing
  }${state.asks && (note.edits || state.editing) ? html`<button class="cardlab-chip" @click=${() => actions.past(note)}>${ui(state, "history")}</button>` : nothing}</div>`;
}

/** Another source than the open one, where only that has a passage for the rule. */
function sourceOf(state: Shown, rule: string): string | undefined {
  const { sources, presetSources } = state.session.book;
  const has = (id: string | null | undefined): boolean => !!sources.find((source) => source.id === id)?.sections.some(({ items }) => items.some((item) => item.rule === rule));
  const open = state.tab ?? presetSources[state.film.frames.preset];
  return has(open) ? undefined : sources.find((source) => has(source.id))?.id;
}

export function when(state: State, time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toLocaleString(state.lang, { dateStyle: "medium", timeStyle: "short" });
}

/** Two people's different judgements, and who settled them. */
function clash(state: Shown, actions: Actions, dispute: Dispute): TemplateResult {
  const { settled } = dispute;
  const says = (value: string): string => (dispute.about === "glyph" ? `${GLYPHS[value] ?? ""} ${word(state, "glyphs", value)}` : dispute.about === "rule" ? shortId(value) : value);
  const holds = (keys: readonly string[]): boolean => !!settled?.keep.some((key) => keys.includes(key));
  const keptBy = dispute.sides.filter(({ keys }) => holds(keys)).map(({ author }) => author);
  return html`<div class="cardlab-differ" data-open=${!settled}>
    <h4>${settled ? icon("check") : html`<span class="cardlab-clash">≠</span>`} ${ui(state, settled ? "was_settled" : "disagree", { about: ui(state, `about_${dispute.about}`) })}</h4>
    <ul>${dispute.sides.map(({ author, keys, values }) => html`<li class=${settled && !holds(keys) ? "cardlab-overruled" : ""}><span>${author}:</span> ${values.map(says).join(", ")}</li>`)}</ul>
    ${settled
      ? html`<p>${ui(state, "settled_by", { author: settled.author || "–", kept: keptBy.join(", ") || ui(state, "neither") })}${settled.text ? html`: <bdi lang=${settled.lang || nothing}>${settled.text}</bdi>` : nothing} <small>${when(state, settled.time)}</small></p>`
      : state.editing ? html`<button class="cardlab-chip" @click=${() => actions.settle(dispute)}>${ui(state, "settle")}</button>` : nothing}
  </div>`;
}

/** Which notes are shown: by author, kind, language and layer. */
export function filters(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  if (!state.filtering) return nothing;
  const { remarks } = state.session;
  // how many there are, and by whom, would tell of what comes later
  const known = (note: Remark): boolean => !state.hides || knownAt(note) <= state.ply;
  const { authors, kinds, langs, layers } = choices(remarks, known);
  const field = (name: keyof Filter, label: string, values: readonly string[], shown: (value: string) => string): TemplateResult =>
    html`<label class="cardlab-field"><span>${ui(state, label)}</span><select .value=${live(state.filter[name])} ?disabled=${values.length < 2 && !state.filter[name]} @change=${(event: Event) => actions.filter({ [name]: (event.target as HTMLSelectElement).value })}>
      <option value="" .selected=${state.filter[name] === ""}>${ui(state, "all_of_them")}</option>${values.map((value) => html`<option value=${value} .selected=${value === state.filter[name]}>${shown(value)}</option>`)}</select></label>`;
  return html`<div class="cardlab-filters" role="group" aria-label=${ui(state, "filter_notes")}>
    ${field("author", "author", authors, (name) => name)}${field("kind", "kind", kinds, (kind) => ui(state, `kind_${kind as Kind}`))}${field("lang", "language", langs, (lang) => ui(state, `name_${lang}`))}${
    field("layer", "layer", layers, (file) => remarks.layers.find((layer) => layer.file === file)?.name || ui(state, "game_file"))}
    <span>${ui(state, "notes_shown", { count: state.found.all.filter(known).length })}</span>
    ${isAll(state.filter) ? nothing : html`<button class="cardlab-pill" @click=${() => actions.filter({ author: "", kind: "", lang: "", layer: "" })}>${ui(state, "all_notes")}</button>`}
    ${remarks.problems.length ? html`<details><summary>${ui(state, "bad_lines", { count: remarks.problems.length })}</summary>${remarks.problems.map((problem) => html`<p>${problem}</p>`)}</details>` : nothing}
  </div>`;
}

/** All that was written about a note. */
export function past(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const { past: found } = state;
  if (!found) return nothing;
  const close = (): void => void actions.close();
  const lines = found.lines?.filter(({ ply = 0, at }) => !state.hides || knownAt({ ply, ...(at !== undefined && { at }) }) <= state.ply);
  return html`<div class="cardlab-veil" @click=${(event: Event) => event.target === event.currentTarget && close()}>
    <div class="cardlab-help" role="dialog" aria-modal="true" aria-label=${ui(state, "history")} @keydown=${hold}>
      <div class="cardlab-helphead"><h3>${ui(state, found.of ? "history_of_note" : "history_of_all")}</h3><button class="cardlab-pill cardlab-close" @click=${close}>${ui(state, "close")}</button></div>
      ${found.failure ? html`<p class="cardlab-error" role="alert">${found.failure}</p>` : !lines ? html`<p>${ui(state, "working")}</p>` : !lines.length ? html`<p>${ui(state, "nothing_written")}</p>` : nothing}
      <ol class="cardlab-past">${lines?.map((line) => pastLine(state, actions, line))}</ol>
    </div>
  </div>`;
}

/** Tab stays in the dialog. */
function hold(event: KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const next = all.indexOf(event.target as HTMLButtonElement) + (event.shiftKey ? -1 : 1);
  if (all[next]) return;
  event.preventDefault();
  all.at(event.shiftKey ? -1 : 0)?.focus();
}

function pastLine(state: Shown, actions: Actions, line: PastLine): TemplateResult {
  const own = state.editing && line.author === state.session.remarks.desk?.author && line.file === state.session.remarks.desk.file;
  const marks = [...(line.arrows ?? []), ...(line.marks ?? [])].map((text) => markName(state, text));
  const held = [line.card ? placeName(state, line.card) : "", ...marks, line.rule ? `§ ${shortId(line.rule)}` : "", line.bookmark ? ui(state, "bookmark") : ""].filter(Boolean);
  return html`<li data-kind=${line.kind}><span><b>${line.author || "–"}</b> ${ui(state, `past_${line.kind}`)}${line.ply === undefined || line.on === "game" ? "" : ` · ${ui(state, "ply_only", { ply: line.ply })}`} <small>${line.time ? when(state, line.time) : ""} · ${line.file}:${line.number}</small>${
    own ? html` <button class="cardlab-chip" @click=${() => actions.restore(line)}>${ui(state, "take_back")}</button>` : nothing}</span>
    ${line.glyph || line.text ? html`<p>${line.glyph ? glyph(state, line.glyph) : nothing} <bdi>${cutAt(line.text ?? "", LONG)}${(line.text?.length ?? 0) > LONG ? "…" : ""}</bdi></p>` : nothing}${held.length ? html`<p>${held.join(" · ")}</p>` : nothing}</li>`;
}
