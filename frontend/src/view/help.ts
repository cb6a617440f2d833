/** The list of keys. */
import { html, nothing, type TemplateResult } from "lit-html";
import { EDIT_HELP, HELP } from "../keys";
import type { Actions, Shown } from "../state";
import { ui } from "../text";

export function help(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  if (!state.help) return nothing;
  const close = (): void => actions.help();
  // one thing in it can be focused: Tab stays there
  const hold = (event: KeyboardEvent): void => {
    if (event.key === "Tab") event.preventDefault();
  };
  return html`<div class="cardlab-veil" @click=${(event: Event) => event.target === event.currentTarget && close()}>
    <div class="cardlab-help" role="dialog" aria-modal="true" aria-label=${ui(state, "keys_help")} @keydown=${hold}>
      <div class="cardlab-helphead"><h3>${ui(state, "keys_help")}</h3><button class="cardlab-pill cardlab-close" @click=${close}>${ui(state, "close")}</button></div>
      ${listOf(state, HELP)}
      <h3>${ui(state, "keys_writing")}</h3>
      ${listOf(state, EDIT_HELP)}
    </div>
  </div>`;
}

const listOf = (state: Shown, keys: typeof HELP): TemplateResult =>
  html`<dl>${keys.map(([signs, words]) => html`<div><dt>${signs.split(" ").map((key) => html`<kbd>${key === "␣" ? ui(state, "key_space") : key}</kbd>`)}</dt><dd>${ui(state, words)}</dd></div>`)}</dl>`;
