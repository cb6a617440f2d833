/** Why the last action could be done; or why what was tried cannot be. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Deciding, Desk } from "../desk";
import { toldOf } from "../options";
import { CHANCE } from "../table";
import { nameOf, said, shortId, told, ui, word } from "../text";
import { unjudged } from "./explanation";

/** Why the last action could be done, and what of it could not be judged. */
export function why(state: Desk, doings: Deciding): TemplateResult {
  const { film, ply } = state;
  const step = film.frames.steps[ply - 1];
  const actor = step ? film.actors[ply]! : CHANCE;
  const heading = !step ? "before_first" : actor >= 0 ? "why_allowed" : actor === CHANCE ? "what_happened" : "called_at_table";
  return html`<div role="group" class="cardlab-why" aria-label=${ui(state, "explanation")}>
    <div class="cardlab-kicker"><h3>${ui(state, heading)}</h3>${step ? html`<span class="cardlab-did">${actor >= 0 ? `${nameOf(state, actor)} · ` : ""}${step.a}</span>` : nothing}</div>
    <p class="cardlab-sentence">${step ? told(state) : ui(state, "nothing_yet")}</p>
    ${unjudged(state)}${film.frames.result ? outcome(state) : nothing}
    <div class="cardlab-chips" role="group" aria-label=${ui(state, "governing_rules")}>${state.governing.map((rule, k) => chip(state, doings, rule, k))}</div>
  </div>`;
}

function chip(state: Desk, doings: Deciding, rule: string, k: number): TemplateResult {
  return html`<button class="cardlab-chip" data-rule=${rule} title="${shortId(rule)}: ${said(state.session.book.rules[rule]?.text, state)}"
    aria-label=${ui(state, "go_to_rule", { number: k + 1, rule: shortId(rule) })} @click=${() => doings.reveal(rule)}><b>${k + 1}</b> ${shortId(rule)}</button>`;
}

function outcome(state: Desk): TemplateResult {
  const { reason, winners, scores } = state.film.frames.result!;
  const who = winners.length ? ui(state, "winner", { names: winners.map((seat) => nameOf(state, seat)).join(", ") }) : ui(state, "no_winner");
  return html`<div class="cardlab-result"><h3>${ui(state, "result")}</h3><p><b>${who}</b> — ${word(state, "reasons", reason)}</p>${
    scores.some(Boolean) ? html`<p>${ui(state, "scores", { scores: scores.map((score, seat) => `${nameOf(state, seat)} ${score}`).join(" · ") })}</p>` : nothing}</div>`;
}

/** Why what was tried cannot be done, in the place of why the last action could. */
export function refusal(state: Desk, doings: Deciding, more: unknown = nothing): TemplateResult {
  const { refused } = state;
  return html`<div role="group" class="cardlab-why cardlab-refused" aria-label=${ui(state, "why_not")}>
    <div class="cardlab-kicker"><h3>${ui(state, "why_not")}</h3><span class="cardlab-did">${refused!.text}</span></div>
    <p class="cardlab-sentence">${toldOf(state, refused!)}</p>
    <div class="cardlab-chips">${refused!.rule ? chip(state, doings, refused!.rule, 0) : nothing}<button class="cardlab-chip" @click=${doings.back}>${ui(state, "understood")}</button></div>
    ${more}
  </div>`;
}
