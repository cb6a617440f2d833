/** Where branches are written: begun, played on, named, put before others, deleted. */
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Branching } from "../branchpen";
import { CHANCE } from "../table";
import type { Actions, Shown } from "../state";
import { nameOf, shortId, ui } from "../text";

const valueOf = (event: Event): string => (event.target as HTMLInputElement).value;

/** A field that Enter sends and Escape leaves. */
const keys = (enter: (event: KeyboardEvent) => void, leave?: () => void) => (event: KeyboardEvent): void => {
  const run = event.key === "Enter" && !event.ctrlKey && !event.metaKey ? enter : event.key === "Escape" ? leave : undefined;
  if (!run) return;
  event.preventDefault();
  event.stopPropagation();
  run(event);
};

export function branchDesk(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  if (!state.editing) return nothing;
  const { branching, path } = state;
  const here = path[path.length - 1]!;
  const { branch } = actions;
  return html`<div role="group" class="cardlab-desk cardlab-branchdesk" aria-label=${ui(state, "write_branches")}>
    <div class="cardlab-deskrow">
      <button class="cardlab-pill" title="B" @click=${branch.begin}><i class="cardlab-fork"></i> ${ui(state, "begin_branch")}</button>
      ${
        here.id === null
          ? nothing
          : html`<button class="cardlab-pill" title="R" @click=${branch.rename}>${ui(state, "rename_branch")}</button>
        <button class="cardlab-pill" title="P" @click=${branch.promote}>${ui(state, "promote_branch")}</button>
        <button class="cardlab-pill" title="D" @click=${branch.erase}>${ui(state, "delete_branch")}</button>`
      }
      <span class="cardlab-outcome" role="status">${branching.status ? ui(state, branching.status) : ""}</span>
    </div>
    ${branching.naming ? naming(state, actions, branching.naming) : nothing}
    ${here.id !== null && !branching.naming ? playing(state, actions, branching) : nothing}
    ${branching.refused ? refused(actions, branching.refused) : nothing}
    ${branching.failure ? html`<p class="cardlab-failure" role="alert">${branching.failure}</p>` : nothing}
  </div>`;
}

function naming(state: Shown, { branch }: Actions, given: NonNullable<Branching["naming"]>): TemplateResult {
  const begins = given.what === "begin";
  return html`<div class="cardlab-deskrow" @keydown=${keys(branch.name, branch.unname)}>
    <label class="cardlab-field"><span>${ui(state, "name_of_branch")}</span><input class="cardlab-branchfield" type="text" autocomplete="off" dir="auto" .value=${live(given.name)} @input=${(event: Event) => branch.naming({ name: valueOf(event) })} /></label>
    ${
      begins
        ? html`<label class="cardlab-field"><span>${ui(state, "supposed_cards")}</span><input class="cardlab-factsfield" type="text" autocomplete="off" placeholder="draw:1=7" .value=${live(given.facts)} @input=${(event: Event) => branch.naming({ facts: valueOf(event) })} /></label>`
        : nothing
    }
    <button class="cardlab-pill cardlab-main-do" ?disabled=${!given.name.trim()} @click=${branch.name}>${ui(state, begins ? "begin_branch" : "save")}</button>
    <button class="cardlab-pill" @click=${branch.unname}>${ui(state, "discard")}</button>
  </div>`;
}

/** What may be played at the end of the branch, or why it cannot be gone on with here. */
function playing(state: Shown, actions: Actions, { offered, typed, status }: Branching): TemplateResult {
  const here = state.path[state.path.length - 1]!;
  const { branch } = actions;
  if (!here.own) return html`<p class="cardlab-hint">${ui(state, "others_branch")}</p>`;
  // while an action is on its way the field stays, for somebody may be typing in it
  const sending = status === "saving" && offered?.line === here.id;
  if (state.ply < here.length && !sending) return html`<p class="cardlab-hint">${ui(state, "goes_on_at_end")} <button class="cardlab-pill" @click=${() => actions.last()}>${ui(state, "to_its_end")}</button></p>`;
  const ready = sending || (offered?.line === here.id && offered?.ply === here.length) ? offered : null;
  const acts = ready?.player ?? null;
  // what the field holds counts: who types fast presses Enter before the last letter was drawn
  const play = keys((event) => branch.play(valueOf(event)));
  return html`<div class="cardlab-deskrow cardlab-offers" role="group" aria-label=${ui(state, "play_on")}>
    <span>${!ready ? "…" : acts === null ? ui(state, "match_over") : `${nameOf(state, acts)}:`}</span>
    ${ready?.actions.map((action) => html`<button class="cardlab-chip" data-action=${action} @click=${() => branch.play(action)}>${action}</button>`)}
    ${acts === CHANCE ? html`<button class="cardlab-pill" @click=${branch.chance}>${ui(state, "let_chance")}</button>` : nothing}
    ${acts === null ? nothing : html`<label class="cardlab-field"><span>${ui(state, "action_typed")}</span><input class="cardlab-action" type="text" title="A" autocomplete="off" spellcheck="false" .value=${live(typed)}
      @input=${(event: Event) => branch.typing(valueOf(event))} @keydown=${play} /></label>`}
  </div>`;
}

function refused(actions: Actions, { text, rules }: NonNullable<Branching["refused"]>): TemplateResult {
  return html`<p class="cardlab-refused" role="alert">${text} ${rules.map((rule) => html`<button class="cardlab-chip" @click=${() => actions.reveal(rule)}>${shortId(rule)}</button>`)}</p>`;
}
