/** In front of a class: the hands to show, and the step as text. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, Shown } from "../state";
import { ui } from "../text";

/** A button a hand, where each is shown by itself. */
export function hands(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const { names, lens } = state.film.frames;
  const { seats } = lens;
  if (!state.projector || !seats) return nothing;
  return html`<div class="cardlab-hands" role="group" aria-label=${ui(state, "reveal_hands")}>${names.map((name, seat) => {
    const on = seats.includes(seat);
    return html`<button class="cardlab-pill ${on ? "cardlab-on" : ""}" aria-pressed=${on} title=${ui(state, on ? "hide_hand" : "reveal_hand", { name })} aria-label=${ui(state, on ? "hide_hand" : "reveal_hand", { name })}
      ?disabled=${!state.asks} @click=${() => actions.hand(seat)}><kbd>${seat + 1}</kbd> ${name}</button>`;
  })}</div>`;
}

/** The step as plain text, and the code of its place, both to be copied. */
export function twin(state: Shown, actions: Pick<Actions, "close" | "copy">): TemplateResult | typeof nothing {
  const { twin: found } = state;
  if (!found) return nothing;
  const close = (): void => void actions.close();
  const copy = (what: string, label: string): TemplateResult =>
    html`<button class="cardlab-pill" @click=${() => actions.copy(what)}>${ui(state, found.copied === what ? "copied" : label)}</button>`;
  return html`<div class="cardlab-veil" @click=${(event: Event) => event.target === event.currentTarget && close()}>
    <div class="cardlab-help cardlab-twin" role="dialog" aria-modal="true" aria-label=${ui(state, "text_of_step")} @keydown=${hold}>
      <div class="cardlab-helphead"><h3>${ui(state, "text_of_step")}</h3><button class="cardlab-pill cardlab-close" @click=${close}>${ui(state, "close")}</button></div>
      ${found.failure ? html`<p class="cardlab-error" role="alert">${found.failure}</p>` : found.text === null ? html`<p>${ui(state, "working")}</p>` : html`
        <pre tabindex="0" data-scrolls data-copies>${found.text}</pre>
        <p class="cardlab-code">${copy(found.text, "copy_text")} <span>${ui(state, "code_of_step")}: <code data-copies>${found.code}</code></span> ${copy(found.code, "copy_code")} ${copy(found.link, "copy_link")}</p>
        <p class="cardlab-code"><span>${ui(state, "link_to_step")} <code data-copies>${found.link}</code></span></p>`}
    </div>
  </div>`;
}

/** Tab stays in the dialog. */
function hold(event: KeyboardEvent): void {
  if (event.key !== "Tab") return;
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button, pre")];
  event.preventDefault();
  const next = document.activeElement ? all.indexOf(document.activeElement as HTMLElement) + (event.shiftKey ? -1 : 1) : 0;
  all.at(next >= all.length ? 0 : next)?.focus();
}
