/** The first line: what is shown, in which language, seen from which seat. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { LANGS, type Lang } from "../decode";
import type { Actions, Shown } from "../state";
import { ui, word } from "../text";

export function header(state: Shown, actions: Actions): TemplateResult {
  const { frames } = state.film;
  const { session } = state;
  const seat = session.wanted ? session.wanted.seat : frames.lens.seat;
  const preset = ui(state, "rules_preset", { preset: word(state, "presets", frames.preset) });
  return html`<header class="cardlab-head">
    <h2 class="cardlab-title">${frames.title}</h2>
    <span class="cardlab-sub">${frames.names.join(" · ")} — ${preset}</span>
    <span class="cardlab-tools">
      ${session.wanted ? html`<span class="cardlab-busy" role="status" aria-label=${ui(state, "working")}></span>` : nothing}
      <label class="cardlab-field"><span class="cardlab-hiddenlabel">${ui(state, "language")}</span><select class="cardlab-lang" title=${ui(state, "language")} .value=${live(state.lang)}
        @change=${(event: Event) => actions.language((event.target as HTMLSelectElement).value as Lang)}>
        ${LANGS.map((lang) => html`<option value=${lang} ?selected=${lang === state.lang}>${lang}</option>`)}</select></label>
      ${
        state.asks
          ? html`<label class="cardlab-field"><span>${ui(state, "view_from")}</span><select class="cardlab-seatselect"
              @change=${(event: Event) => actions.seat(readSeat((event.target as HTMLSelectElement).value))}>
              <option value="all" .selected=${live(seat === null)}>${ui(state, "everybody")}</option>
              ${frames.names.map((name, k) => html`<option value=${k} .selected=${live(seat === k)}>${name}</option>`)}</select></label>`
          : nothing
      }
      <button type="button" class="cardlab-pill ${state.hides ? "cardlab-on" : ""}" aria-pressed=${state.hides} @click=${() => actions.hide(!state.hides)}>${ui(state, "hide_later")}</button>
      <button type="button" class="cardlab-pill" title=${ui(state, "keys_help")} aria-label=${ui(state, "keys_help")} aria-haspopup="dialog" @click=${() => actions.help(true)}>?</button>
    </span>
  </header>
  ${session.error ? html`<div class="cardlab-error" role="alert">${session.error}</div>` : nothing}`;
}

const readSeat = (value: string): number | null => (value === "all" ? null : Number(value));
