/** Where a note is written. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { LANGS } from "../decode";
import { canSave, isTouched, type Draft, type Editing } from "../pen";
import { COLOURS, markName, placeName, placeText } from "../places";
import { GLYPHS } from "../remarks";
import type { Actions, Shown } from "../state";
import { said, shortId, ui, word } from "../text";
import { icon } from "./icons";
import { posing } from "./posing";

const SCOPES = ["ply", "turn", "game"] as const;

export function desk(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const { editing } = state;
  if (!editing) return state.editHelp ? how(state, actions) : nothing;
  return html`<div role="group" class="cardlab-desk" aria-label=${ui(state, "write_note")}>
    ${editing.settling ? settling(state, actions, editing.settling, editing) : writing(state, actions, editing)}
    ${editing.settling ? nothing : posing(state, actions)}
  </div>`;
}

/** Where nothing can be written: how that can be had. */
function how(state: Shown, actions: Actions): TemplateResult {
  const key = state.asks ? "edit_how" : "edit_no_kernel";
  return html`<div class="cardlab-desk cardlab-how" role="note"><span>${ui(state, key)} <code>replay.show(edit="….jsonl", author="…")</code></span>
    <button class="cardlab-pill" @click=${actions.close}>${ui(state, "close")}</button></div>`;
}

const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

function writing(state: Shown, actions: Actions, editing: Editing): TemplateResult {
  const { draft } = editing;
  const where = draft.on === "game" ? ui(state, "on_game") : draft.on === "turn" ? ui(state, "on_turn_of", { ply: draft.ply }) : ui(state, "ply_only", { ply: draft.ply });
  return html`
    <div class="cardlab-deskhead"><h3>${ui(state, draft.of === null ? "new_note" : "changed_note")} · ${where}</h3>
      ${(draft.ply !== state.ply || draft.line !== state.line) && draft.on !== "game" ? html`<button class="cardlab-pill" @click=${() => actions.visit(draft.line, draft.ply)}>${ui(state, "go_to_its_ply")}</button>` : nothing}
      ${writer(state, actions, editing)}
    </div>
    <textarea class="cardlab-draft" rows="2" dir="auto" lang=${draft.lang} placeholder=${ui(state, draft.bookmark ? "bookmark_remark" : "note_placeholder")} aria-label=${ui(state, "note_text")} ?readonly=${editing.sending}
      .value=${live(draft.text)} @input=${(event: Event) => actions.change({ text: valueOf(event) })}></textarea>
    <div class="cardlab-deskrow" role="group" aria-label=${ui(state, "glyph")}>${Object.entries(GLYPHS).map(
      ([name, sign], k) => html`<button class="cardlab-pill cardlab-glyphkey ${draft.glyph === name ? "cardlab-on" : ""}" aria-pressed=${draft.glyph === name} title="${k + 1}" @click=${() => actions.glyph(k)}><b>${sign}</b> ${word(state, "glyphs", name)}</button>`,
    )}</div>
    ${pointing(state, actions, editing)}
    <div class="cardlab-deskrow">
      ${select(state, "note_on", draft.on, SCOPES, (on) => ui(state, `scope_${on}`), (on) => actions.change({ on: on as Draft["on"] }))}
      ${select(state, "language", draft.lang, LANGS, (lang) => ui(state, `name_${lang}`), (lang) => actions.change({ lang }))}
      <button class="cardlab-pill ${draft.bookmark ? "cardlab-on" : ""}" aria-pressed=${draft.bookmark} title="k" @click=${actions.bookmark}>${icon("flag")} ${ui(state, "bookmark")}</button>
      ${ruleField(state, actions, editing)}
    </div>
    <div class="cardlab-deskrow cardlab-deskend">
      <button class="cardlab-pill cardlab-main-do" title="Ctrl+Enter" ?disabled=${!canSave(editing)} @click=${actions.save}>${ui(state, "save")}</button>
      <button class="cardlab-pill" ?disabled=${!isTouched(draft) && draft.of === null} @click=${actions.discard}>${ui(state, "discard")}</button>
      ${draft.of === null ? nothing : html`<button class="cardlab-pill" title="Del" @click=${() => actions.erase()}>${ui(state, "delete")}</button>`}
      ${outcome(state, editing)}
    </div>`;
}

function writer(state: Shown, actions: Actions, editing: Editing): TemplateResult {
  const { author, file } = state.session.remarks.desk ?? { author: "", file: "" };
  const busy = editing.status === "saving";
  return html`<span class="cardlab-writer">${author} → ${file}</span>
    <button class="cardlab-pill" title="Ctrl+Z" ?disabled=${busy} @click=${actions.undo}>${ui(state, "undo")}</button>
    <button class="cardlab-pill" title="Ctrl+Shift+Z" ?disabled=${busy} @click=${actions.redo}>${ui(state, "redo")}</button>
    <button class="cardlab-pill" title="y" @click=${() => actions.past()}>${ui(state, "history")}</button>
    <button class="cardlab-pill" title="e" @click=${actions.edit}>${ui(state, "close")}</button>`;
}

/** What became of it: said, and read out. */
function outcome(state: Shown, { status, failure }: Editing): TemplateResult {
  return html`<span class="cardlab-outcome" role="status" data-status=${failure ? "failed" : status}>${status ? ui(state, status) : ""}</span>${
    failure ? html`<span class="cardlab-failure" role="alert">${ui(state, "not_saved")} ${failure}</span>` : nothing}`;
}

function select(state: Shown, label: string, value: string, values: readonly string[], shown: (value: string) => string, chosen: (value: string) => void): TemplateResult {
  const all = values.includes(value) || !value ? values : [...values, value];
  return html`<label class="cardlab-field"><span>${ui(state, label)}</span><select @change=${(event: Event) => chosen(valueOf(event))}>${all.map((one) => html`<option value=${one} .selected=${one === value}>${shown(one)}</option>`)}</select></label>`;
}

/** Arrows, highlights and the card spoken of: drawn on the table, or pointed at by keys. */
function pointing(state: Shown, actions: Actions, { draft, picking, colour }: Editing): TemplateResult {
  const tool = (what: "arrow" | "mark" | "card", key: string, press: () => unknown): TemplateResult =>
    html`<button class="cardlab-pill ${picking?.what === what ? "cardlab-on" : ""}" aria-pressed=${picking?.what === what} title=${key} @click=${press}>${ui(state, `kind_${what}`)}</button>`;
  const gone = (text: string, shown: string, take: () => void): TemplateResult =>
    html`<button class="cardlab-spot" data-colour=${text.split(" ")[1] ?? ""} aria-label=${ui(state, "take_away", { what: shown })} @click=${take}>${shown} ×</button>`;
  const without = (all: readonly string[], text: string): string[] => all.filter((one) => one !== text);
  return html`<div class="cardlab-deskrow" role="group" aria-label=${ui(state, "on_the_table")}>
    ${tool("arrow", "a", actions.pickArrow)}${tool("mark", "m", actions.pickMark)}${tool("card", "c", actions.pickCard)}
    ${select(state, "colour", colour, COLOURS, (one) => ui(state, `colour_${one || "green"}`), (one) => actions.colour(one))}
    ${draft.card ? gone(draft.card, placeName(state, draft.card), () => actions.change({ card: "" })) : nothing}
    ${draft.arrows.map((text) => gone(text, markName(state, text), () => actions.change({ arrows: without(draft.arrows, text) })))}
    ${draft.marks.map((text) => gone(text, markName(state, text), () => actions.change({ marks: without(draft.marks, text) })))}
    <span class="cardlab-hint" role="status">${picking ? ui(state, picking.what === "arrow" && picking.from ? "pick_end" : picking.what === "arrow" ? "pick_start" : "pick_place") : ui(state, "pick_by_hand")}${picking ? html` · <b>${placeName(state, placeText(state.film, state.table, picking.at))}</b>` : nothing}</span>
  </div>`;
}

/** One of the governing rules, or any by a search. */
function ruleField(state: Shown, actions: Actions, { draft, strange }: Editing): TemplateResult {
  const { rules } = state.session.book;
  const offered = draft.rule && !state.governing.includes(draft.rule) ? [...state.governing, draft.rule] : state.governing;
  const list = `cardlab-rules-${state.session.number}`;
  // a rule counts as soon as it is one, so that saving at once takes it along; the field is emptied once it is left, or Enter pressed
  const take = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const id = field.value.trim();
    actions.rule(id || draft.rule);
    if (event.type === "change" && Object.hasOwn(rules, id)) field.value = "";
  };
  return html`<span class="cardlab-rulepick" role="group" aria-label=${ui(state, "rule_link")}><span>${ui(state, "rule_link")}</span>${offered.slice(0, 6).map(
      (id) => html`<button class="cardlab-chip ${draft.rule === id ? "cardlab-on" : ""}" aria-pressed=${draft.rule === id} title=${said(rules[id]?.text, state)} @click=${() => actions.rule(draft.rule === id ? "" : id)}>§ ${shortId(id)}</button>`,
    )}<input class="cardlab-rulefield" type="text" autocomplete="off" list=${list} placeholder=${ui(state, "find_rule")} aria-label=${ui(state, "find_rule")} aria-invalid=${strange !== ""} @input=${take} @change=${take} />${guard(
      [rules, state.lang],
      () => html`<datalist id=${list}>${Object.entries(rules).map(([id, rule]) => html`<option value=${id}>${said(rule.text, state).slice(0, 120)}</option>`)}</datalist>`,
    )}${strange ? html`<span class="cardlab-failure" role="status">${ui(state, "no_such_rule", { rule: strange })}</span>` : nothing}</span>`;
}

function settling(state: Shown, actions: Actions, { dispute, keep, text }: NonNullable<Editing["settling"]>, editing: Editing): TemplateResult {
  const says = (value: string): string => (dispute.about === "glyph" ? `${GLYPHS[value] ?? ""} ${word(state, "glyphs", value)}` : dispute.about === "rule" ? shortId(value) : value);
  const choice = (keys: string[], label: string): TemplateResult =>
    html`<label class="cardlab-choice"><input type="radio" name="cardlab-keep-${state.session.number}" .checked=${live(keys.join() === keep.join())} @change=${() => actions.keep(keys)} /> ${label}</label>`;
  return html`
    <div class="cardlab-deskhead"><h3>${ui(state, "settle")} · ${ui(state, "ply_only", { ply: dispute.ply })} · ${ui(state, `about_${dispute.about}`)}</h3>${writer(state, actions, editing)}</div>
    <div class="cardlab-deskrow" role="radiogroup" aria-label=${ui(state, "who_holds")}>${dispute.sides.map(({ author, keys, values }) => choice(keys, `${author}: ${values.map(says).join(", ")}`))}${choice([], ui(state, "neither"))}</div>
    <textarea class="cardlab-draft cardlab-reason" rows="2" dir="auto" lang=${state.lang} placeholder=${ui(state, "why_settled")} aria-label=${ui(state, "why_settled")} ?readonly=${editing.sending} .value=${live(text)} @input=${(event: Event) => actions.reason(valueOf(event))}></textarea>
    <div class="cardlab-deskrow cardlab-deskend">
      <button class="cardlab-pill cardlab-main-do" title="Ctrl+Enter" ?disabled=${!canSave(editing)} @click=${actions.save}>${ui(state, "settle")}</button>
      <button class="cardlab-pill" @click=${actions.discard}>${ui(state, "discard")}</button>${outcome(state, editing)}
    </div>`;
}
