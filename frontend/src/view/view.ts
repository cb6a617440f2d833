/** The whole view, put together from its parts. */
import { html, noChange, type TemplateResult } from "lit-html";
import type { Actions, Shown, State } from "../state";
import { ui } from "../text";
import { branchDesk } from "./branchdesk";
import { branchBar } from "./branches";
import { hands, twin } from "./classroom";
import { controls } from "./controls";
import { desk } from "./desk";
import { explanation } from "./explanation";
import { header } from "./header";
import { help } from "./help";
import { moves } from "./moves";
import { filters, notes, past } from "./notes";
import { panel } from "./panel";
import { table } from "./table";

/** `asked`: the question on the table; `marked`: the rules that are marked, where those are not the step's. `behind`: the move list and the rule panel stay as they were drawn last; they are drawn after the paint. */
export function view(state: Shown, actions: Actions, behind = false, asked: unknown = "", marked: Shown = state): TemplateResult {
  return html`${header(state, actions)}${branchBar(state, actions)}${filters(state, actions)}
    <div class="cardlab-main ${state.session.judged ? "cardlab-compares" : ""}">
      <div class="cardlab-left">${hands(state, actions)}${table(state)}${asked}${behind ? noChange : moves(state, actions)}</div>
      <div class="cardlab-side"><div class="cardlab-sidein">${explanation(state, actions)}${behind ? noChange : panel(marked, actions)}${notes(state, actions)}</div></div>
    </div>
    ${branchDesk(state, actions)}${desk(state, actions)}${controls(state, actions)}${help(state, actions)}${past(state, actions)}${twin(state, actions)}`;
}

/** Where there is no game to show: why, plainly. */
export function noView(state: State): TemplateResult {
  return html`<p class="cardlab-nothing" role="status">${ui(state, state.session.problem || "nothing_to_show")}${state.session.error ? html`<br />${state.session.error}` : ""}</p>`;
}
