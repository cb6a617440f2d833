/** What is due: who is to act or what is asked, the options with their keys, and the field for a typed action. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { ifDefined } from "lit-html/directives/if-defined.js";
import type { Choosing, Deciding, Desk, Option } from "../desk";
import { toldOf } from "../options";
import { isLegal } from "../pointing";
import { nameOf, ui, word } from "../text";

export function due(state: Desk, doings: Deciding): TemplateResult {
  const { now } = state;
  return html`<div role="group" class="cardlab-due" aria-label=${ui(state, "what_is_due")}>
    <p class="cardlab-question">${question(state)}</p>
    ${now.asked && now.asked.number > 1 ? slots(state) : nothing}
    ${state.options.length ? list(state, doings) : nothing}
    ${state.trouble ? html`<p class="cardlab-trouble" role="alert">${state.trouble}</p>` : nothing}
    ${state.gone || now.closed || now.player === null ? nothing : guard([now, state.film, state.lang, state.busy], () => entry(state, doings))}
  </div>`;
}

function question(state: Desk): unknown {
  const { now, choice, picked, table } = state;
  if (now.player === null) return ui(state, "match_over");
  if (choice) return ui(state, "which_face");
  const phase = html`<b>${word(state, "phases", table.phase)}</b>`;
  if (now.asked?.seats.length) return html`${phase} – ${ui(state, "which_seat")}`;
  if (now.asked) {
    const owner = now.asked.owner === null ? "" : ui(state, "seen_by", { name: nameOf(state, now.asked.owner) });
    return html`${phase} – ${now.asked.number === 1 ? ui(state, "which_card") : ui(state, "which_cards", { number: now.asked.number })}${now.asked.number === 1 && now.asked.places.length ? ` (${where(state, 0)})` : ""} ${owner}`;
  }
  const name = html`<b>${nameOf(state, now.player)}</b> – ${word(state, "phases", table.phase)}`;
  return html`${name}${picked && state.options.some(({ refused }) => !refused) ? html`: ${ui(state, "where_to")}` : picked ? html`: ${ui(state, "goes_nowhere")}` : nothing}`;
}

/** Where the card lies whose face is asked for, in words. */
function where(state: Desk, i: number): string {
  const at = state.now.asked?.places[i];
  if (!at) return "";
  const [seat, place] = at;
  const told = place in state.session.words.zones ? word(state, "zones", place) : place;
  return seat === null ? told : `${nameOf(state, seat)}: ${told}`;
}

/** Places of a whole pack that are shown at once. */
const SLOTS = 24;

/** The faces named so far, each at its place; of a whole pack those around the next one. */
function slots(state: Desk): TemplateResult {
  const { number } = state.now.asked!;
  const first = Math.max(0, Math.min(state.named.length - SLOTS / 2, number - SLOTS));
  const shown = Array.from({ length: Math.min(number, SLOTS) }, (_, k) => first + k);
  return html`<ol class="cardlab-asked" aria-label=${ui(state, "named_so_far")}>${shown.map((i) => html`<li class=${i === state.named.length ? "cardlab-next" : ""}>
    <span>${where(state, i) || i + 1}</span> <b>${state.named[i] ?? "…"}</b></li>`)}${number > SLOTS ? html`<li><span>${state.named.length} / ${number}</span></li>` : nothing}</ol>`;
}

/** The options, one of which Enter takes. */
export function list(state: Choosing, doings: Pick<Deciding, "choose">): TemplateResult {
  const aimed = state.options[state.at];
  return html`<ul class="cardlab-options ${aimed?.face != null ? "cardlab-faces" : ""}" role="listbox" tabindex="0" aria-label=${ui(state, "offered")} aria-activedescendant="${state.id}-${state.at}">
      ${state.options.map((option, i) => row(state, option, i, doings))}</ul>
    <p class="cardlab-told">${aimed?.told ?? ""}</p>`;
}

function row(state: Choosing, option: Option, i: number, doings: Pick<Deciding, "choose">): TemplateResult {
  const { bands } = state.film.frames;
  const band = option.face !== null && Object.hasOwn(bands, option.face) ? `cardlab-band${bands[option.face]}` : "";
  return html`<li id="${state.id}-${i}" class="cardlab-option ${band}" role="option" aria-selected=${i === state.at} aria-disabled=${ifDefined(option.refused ? "true" : undefined)} title=${option.told}
    data-face=${ifDefined(option.face ?? undefined)} @click=${() => doings.choose(i)}>${option.key ? html`<kbd>${option.key}</kbd>` : nothing}<span>${option.label}</span>${
    option.left === null ? nothing : html`<small aria-label=${ui(state, "left_of_face", { face: option.label, left: option.left })}>×${option.left}</small>`}</li>`;
}

/** An action as text, with those that are legal now to complete it. */
function entry(state: Desk, doings: Deciding): TemplateResult {
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("action") as HTMLInputElement;
    doings.enter(field.value);
    field.value = "";
    field.closest<HTMLElement>(".cardlab-viewer")?.focus({ preventScroll: true });
  };
  const legal = state.now.moves.filter(isLegal);
  return html`<form class="cardlab-typing" @submit=${take}>
    <label>${ui(state, state.now.asked ? "type_faces" : "type_action")} <input class="cardlab-entry" name="action" list="${state.id}-legal" autocomplete="off" spellcheck="false" placeholder=${legal[0]?.text ?? ""} /></label>
    <datalist id="${state.id}-legal">${legal.map((one) => html`<option value=${one.text}>${toldOf(state, one)}</option>`)}</datalist>
    <button ?disabled=${state.busy}>${ui(state, "enter")}</button>
  </form>`;
}
