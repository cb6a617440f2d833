/** The form before a match: the rules to play by, who plays, and each setting with its rule on demand. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { LANGS, type Lang } from "../decode";
import type { Choice, FormDoings, FormState, Setting, Value } from "../playform";
import type { State } from "../state";
import { said, ui as words } from "../text";

// the words need the session and the language, which a form has too
const ui = (state: FormState, key: string, facts = {}): string => words(state as unknown as State, key, facts);
const label = (state: FormState, text: Choice["label"]): string => said(text, state as unknown as State);
const picked = (event: Event): string => (event.target as HTMLSelectElement).value;

export function formView(state: FormState, doings: FormDoings): TemplateResult {
  const { data, gone } = state;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    doings.begin();
  };
  return html`<div class="cardlab-head">
      <h2 class="cardlab-title">${data.title}</h2><span class="cardlab-sub">${ui(state, "before_match")}</span>
      <span class="cardlab-tools"><select class="cardlab-lang" aria-label=${ui(state, "language")} .value=${live(state.lang)} @change=${(event: Event) => doings.language(picked(event) as Lang)}>
        ${LANGS.map((lang) => html`<option value=${lang} ?selected=${lang === state.lang}>${lang}</option>`)}</select></span>
    </div>
    ${gone ? html`<div class="cardlab-error cardlab-gone" role="alert">${ui(state, "form_gone")}</div>` : nothing}
    <form class="cardlab-form" @submit=${send}>
      <fieldset ?disabled=${gone}>
        <legend class="cardlab-formname">${ui(state, "before_match")}</legend>
        <div class="cardlab-who4">${who(state, doings)}</div>
        <div class="cardlab-settings">${data.settings.filter(({ main }) => main).map((one) => setting(state, one, doings))}</div>
        <details class="cardlab-moresettings"><summary>${ui(state, "more_settings")}</summary>
          <div class="cardlab-settings">${data.settings.filter(({ main }) => !main).map((one) => setting(state, one, doings))}</div></details>
        <p class="cardlab-trouble" role="alert">${state.trouble}</p>
        <button class="cardlab-begin" ?disabled=${gone || state.busy || !state.seats.length}>${ui(state, "begin")}</button>
      </fieldset>
    </form>`;
}

function who(state: FormState, doings: FormDoings): TemplateResult {
  const { data, chosen, seats } = state;
  const many = seats.includes(chosen.players) ? seats : [...seats, chosen.players].sort((a, b) => a - b);
  return html`${select(ui(state, "by_rules"), "preset", chosen.preset, data.presets.map(({ value, label: text }) => [String(value), label(state, text)]), (preset) => doings.choose({ preset }))}
    ${select(ui(state, "how_many"), "players", String(chosen.players), many.map((n) => [String(n), String(n)]), (n) => doings.choose({ players: Number(n) }))}
    ${select(ui(state, "your_seat"), "seat", String(chosen.seat), Array.from({ length: chosen.players }, (_, k) => [String(k), data.names[k] ? `${k + 1} · ${data.names[k]}` : String(k + 1)]), (seat) => doings.choose({ seat: Number(seat) }))}
    ${chosen.players < 2 ? nothing : select(ui(state, "the_bots"), "bots", chosen.bots, data.bots.map(({ value, label: text }) => [String(value), label(state, text)]), (bots) => doings.choose({ bots }))}`;
}

function select(name: string, field: string, now: string, options: (readonly [value: string, label: string])[], choose: (value: string) => void): TemplateResult {
  return html`<label class="cardlab-setting"><span>${name}</span> <select name=${field} .value=${live(now)} @change=${(event: Event) => choose(picked(event))}>${
    options.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}</select></label>`;
}

function setting(state: FormState, one: Setting, doings: FormDoings): TemplateResult {
  const usual = state.data.defaults[state.chosen.preset]?.[one.name];
  const value = state.options[one.name] ?? usual ?? "";
  const open = state.open.has(one.name);
  const name = label(state, one.label);
  const changed = one.name in state.options;
  return html`<div class="cardlab-setting ${changed ? "cardlab-changed" : ""}" data-setting=${one.name}>
    <label><span>${name}${changed ? html` <em>${ui(state, "changed")}</em>` : nothing}</span> ${settingField(state as unknown as State, one, value, (given) => doings.set(one.name, given))}</label>
    <button type="button" class="cardlab-pill" aria-expanded=${open} aria-label=${ui(state, "rule_of", { setting: name })} title=${ui(state, "rule_of", { setting: name })} @click=${() => doings.unfold(one.name)}>§</button>
    ${open ? ruleOf(state, one) : nothing}
  </div>`;
}

/** What sets one option, by words and numbers. */
export function settingField(state: State, one: Pick<Setting, "name" | "kind" | "choices" | "low" | "high">, value: Value, take: (value: Value) => void): TemplateResult {
  const set = (text: string): void => take(one.choices.find((choice) => String(choice.value) === text)?.value ?? Number(text));
  const choices = one.choices.map((choice) => [String(choice.value), said(choice.label, state)] as const);
  if (one.kind !== "number") return pick(one.name, String(value), choices, set);
  const counts = typeof value === "number";
  const number = html`<input type="number" name=${one.name} required min=${one.low ?? 0} max=${one.high ?? nothing} .value=${live(String(value))} title=${words(state, "from_to", { low: one.low ?? 0, high: one.high ?? "" })}
    @change=${(event: Event) => picked(event) && set(picked(event))} />`;
  if (!choices.length) return number;
  const other = "#";
  return html`${pick(`${one.name}.word`, counts ? other : String(value), [...choices, [other, words(state, "a_number")]], (text) => (text === other ? take(Math.max(one.low ?? 1, Math.min(one.high ?? 10, 10))) : set(text)))}${counts ? number : nothing}`;
}

function pick(name: string, now: string, options: (readonly [value: string, label: string])[], choose: (value: string) => void): TemplateResult {
  return html`<select name=${name} .value=${live(now)} @change=${(event: Event) => choose(picked(event))}>${options.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}</select>`;
}

/** The rules that a setting comes from, and what the sources say where they differ. */
function ruleOf(state: FormState, { rules, disagreements, low, high }: Setting): TemplateResult {
  const { book } = state.session;
  return html`<div class="cardlab-ruleof">
    ${rules.length ? html`<ul>${rules.map((rule) => html`<li data-rule=${rule}>${label(state, book.rules[rule]!.text)} <small>${rule}</small></li>`)}</ul>` : html`<p>${ui(state, "no_rule")}</p>`}
    ${low === null || high === null ? nothing : html`<p><small>${ui(state, "from_to", { low, high })}</small></p>`}
    ${disagreements.map((one) => html`<p>${ui(state, "sources_differ", { topic: label(state, one.topic) })}</p>
      <ul>${Object.entries(one.says).map(([source, stand]) => html`<li><b>${label(state, book.sources.find(({ id }) => id === source)!.short)}</b>: ${label(state, stand.text)}</li>`)}</ul>`)}
  </div>`;
}
