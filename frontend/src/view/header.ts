/** The first line: what is shown, in which language, seen from which seat. */
import { html, nothing, type TemplateResult } from "lit-html";
import { LANGS, type Lang } from "../decode";
import type { Actions, Shown } from "../state";
import { ui, word } from "../text";
import { judgementBar, presetNow, presetsOf } from "./judged";

export function header(state: Shown, actions: Actions): TemplateResult {
  const { frames } = state.film;
  const { session } = state;
  const presets = presetsOf(state);
  const preset = ui(state, "rules_preset", { preset: word(state, "presets", frames.preset) });
  return html`<div class="cardlab-head">
    <h2 class="cardlab-title">${frames.title}</h2>
    <span class="cardlab-sub">${frames.names.join(" · ")} — ${preset}</span>
    <span class="cardlab-tools">
      ${session.wanted ?? session.judging ? html`<span class="cardlab-busy" role="status" aria-label=${ui(state, "working")}></span>` : nothing}
      <select class="cardlab-lang" aria-label=${ui(state, "language")}
        @change=${(event: Event) => actions.language((event.target as HTMLSelectElement).value as Lang)}>
        ${LANGS.map((lang) => html`<option>${lang}</option>`)}</select>
      ${
        state.asks
          ? html`<label class="cardlab-field"><span>${ui(state, "view_from")}</span><select class="cardlab-seatselect"
              @change=${(event: Event) => actions.seat(readSeat((event.target as HTMLSelectElement).value))}>
              <option value="all">${ui(state, "everybody")}</option>
              ${frames.names.map((name, k) => html`<option value=${k}>${name}</option>`)}</select></label>`
          : nothing
      }
      ${
        state.asks && presets.length > 1 && state.line === null
          ? html`<label class="cardlab-field"><span>${ui(state, "judged_by")}</span><select class="cardlab-presetselect"
              @change=${(event: Event) => actions.judge((event.target as HTMLSelectElement).value)}>
              ${presets.map((name, k) => html`<option value=${name}>${k ? word(state, "presets", name) : ui(state, "as_played", { preset: word(state, "presets", name) })}</option>`)}</select></label>`
          : nothing
      }
      <button class="cardlab-pill ${state.hides ? "cardlab-on" : ""}" aria-pressed=${state.hides} @click=${actions.hide}>${ui(state, "hide_later")}</button>
      <button class="cardlab-pill ${state.editing ? "cardlab-on" : ""}" aria-pressed=${state.editing !== null} @click=${actions.edit}>${ui(state, "edit")}</button>
      <button class="cardlab-pill cardlab-stays ${state.projector ? "cardlab-on" : ""}" aria-pressed=${state.projector} @click=${actions.project}>${ui(state, "projector")}</button>
      ${state.asks ? html`<button class="cardlab-pill" aria-haspopup="dialog" @click=${actions.asText}>${ui(state, "as_text")}</button>` : nothing}
      <button class="cardlab-pill cardlab-stays" title=${ui(state, "keys_help")} aria-label=${ui(state, "keys_help")} aria-haspopup="dialog" @click=${actions.help}>?</button>
    </span>
  </div>
  ${session.error ? html`<div class="cardlab-error" role="alert">${session.error}</div>` : nothing}${judgementBar(state, actions)}`;
}

/** Sets what the fields show: also where a person chose something and it was refused. A field that is being typed in is left alone. */
export function setFields(body: HTMLElement, state: Shown): void {
  const { wanted } = state.session;
  const seat = (wanted ?? state.film.frames.lens).seat;
  const show = (selector: string, value: string): void => {
    const field = body.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
    if (field && field.value !== value && !(field.matches("input") && field.matches(":focus"))) field.value = value;
  };
  show(".cardlab-lang", state.lang);
  show(".cardlab-seatselect", String(seat ?? "all"));
  show(".cardlab-presetselect", presetNow(state));
  show(".cardlab-typed", String(state.ply));
}

const readSeat = (value: string): number | null => (value === "all" ? null : Number(value));
