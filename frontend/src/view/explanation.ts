/** Why the step may be done: the sentence, its rules in order. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, Shown } from "../state";
import { CHANCE } from "../table";
import { branchesHere } from "./branches";
import { finalScores, verdictLine } from "./judged";
import { nameOf, notJudged, said, shortId, told, ui, unjudgedRules, word } from "../text";

/** Rules shown by name; further ones by their number, for the end of a match has twenty. */
const NAMED = 6;

export function explanation(state: Shown, actions: Actions): TemplateResult {
  const { film, ply } = state;
  const step = film.frames.steps[ply - 1];
  const actor = film.actors[ply]!;
  const heading = !step ? (state.line === null ? "before_first" : "branch_word") : actor >= 0 ? "why_allowed" : actor === CHANCE ? "what_happened" : "called_at_table";
  return html`<div role="group" class="cardlab-why" aria-label=${ui(state, "explanation")}>
    <div class="cardlab-kicker"><h3>${ui(state, heading)}</h3>${step ? html`<span class="cardlab-did">${actor >= 0 ? `${nameOf(state, actor)} · ` : ""}${step.a}</span>` : nothing}</div>
    ${ply === film.whole ? finalScores(state) : nothing}
    <p class="cardlab-sentence">${told(state)}</p>
    ${unjudged(state)}${verdictLine(state)}${ply === film.whole && film.frames.result ? result(state) : nothing}
    ${state.governing.length ? html`<div class="cardlab-chips" role="group" aria-label=${ui(state, "governing_rules")}>${state.governing.map((rule, k) => chip(state, actions, rule, k))}</div>` : nothing}
    ${branchesHere(state, actions)}
  </div>`;
}

/** What of the step cannot be judged, because cards are not known: the first rule in words, the others by name. */
export function unjudged(state: Shown): TemplateResult | typeof nothing {
  const told = notJudged(state);
  return told ? html`<p class="cardlab-unjudged" title=${unjudgedRules(state).map(shortId).join(", ")}>${told}</p>` : nothing;
}

function chip(state: Shown, actions: Actions, rule: string, k: number): TemplateResult {
  const text = said(state.session.book.rules[rule]?.text, state);
  return html`${k > 0 && k === state.allowed ? html`<span aria-hidden="true">→</span>` : nothing}<button class="cardlab-chip" data-rule=${rule} title="${shortId(rule)}: ${text}"
    aria-label=${ui(state, "go_to_rule", { number: k + 1, rule: shortId(rule) })} @click=${() => actions.reveal(rule)}><b>${k + 1}</b>${k < NAMED ? ` ${shortId(rule)}` : nothing}</button>`;
}

function result(state: Shown): TemplateResult {
  const { reason, winners, scores } = state.film.frames.result!;
  const who = winners.length ? ui(state, "winner", { names: winners.map((seat) => nameOf(state, seat)).join(", ") }) : ui(state, "no_winner");
  const points = scores.some((score) => score !== 0) ? ui(state, "scores", { scores: scores.map((score, seat) => `${nameOf(state, seat)} ${score}`).join(" · ") }) : "";
  return html`<div class="cardlab-result"><h3>${ui(state, "result")}</h3><p><b>${who}</b> — ${word(state, "reasons", reason)}</p>${points ? html`<p>${points}</p>` : nothing}</div>`;
}
