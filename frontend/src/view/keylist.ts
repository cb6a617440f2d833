/** The list of keys of a view that something can be chosen in. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Deciding, Desk } from "../desk";
import { ui } from "../text";

export type KeyWords = readonly (readonly [keys: string, words: string])[];

export function keyList(state: Desk, doings: Deciding, list: KeyWords): TemplateResult | typeof nothing {
  if (!state.help) return nothing;
  const hold = (event: KeyboardEvent): void => {
    if (event.key === "Tab") event.preventDefault();
  };
  return html`<div class="cardlab-veil" @click=${(event: Event) => event.target === event.currentTarget && doings.help()}>
    <div class="cardlab-help" role="dialog" aria-modal="true" aria-label=${ui(state, "keys_help")} @keydown=${hold}>
      <div class="cardlab-helphead"><h3>${ui(state, "keys_help")}</h3><button class="cardlab-pill cardlab-close" @click=${doings.help}>${ui(state, "close")}</button></div>
      <dl>${list.map(([some, words]) => html`<div><dt>${some.split(" ").map((key) => (key === "…" ? " … " : html`<kbd>${key}</kbd>`))}</dt><dd>${ui(state, words)}</dd></div>`)}</dl>
    </div>
  </div>`;
}

