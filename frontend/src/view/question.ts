/** A question: what is asked, what was said to the last answer, the hints, and how it can be answered. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Asked } from "../asked";
import type { Answering, Quizzing } from "../asking";
import type { Actions } from "../state";
import { said, shortId, ui } from "../text";
import { list } from "./due";

/** A sign beside the colour and the word. */
const SIGNS = { right: "✓", wrong: "✕", kept: "…" } as const;

export function question(state: Quizzing, doings: Answering, actions: Pick<Actions, "reveal">): TemplateResult {
  const { asked, asking, lang } = state;
  const heading = asking.guess ? ui(state, "guess_word") : ui(state, "question_of", { number: asking.number + 1, count: asking.count });
  return html`<div role="group" class="cardlab-ask" tabindex="-1" data-question=${asked.id} data-closed=${String(asked.closed)} aria-label=${heading}>
    <div class="cardlab-kicker"><h3>${heading}</h3>${tries(state)}<span class="cardlab-points-so-far">${asking.score[lang]}</span></div>
    <p class="cardlab-question">${asked.prompt[lang]}</p>
    ${verdict(state, actions)}${hints(state)}
    ${state.options.length ? html`<div class=${asked.choices.length ? "cardlab-answers" : ""}>${list(state, doings)}</div>` : nothing}
    ${asked.closed || state.gone || asked.choices.length ? nothing : entry(state, doings)}
    ${state.trouble ? html`<p class="cardlab-trouble" role="alert">${state.trouble}</p>` : nothing}${
      state.gone ? html`<p class="cardlab-trouble">${ui(state, "no_kernel_quiz")}</p>` : nothing}
    <div class="cardlab-deeds">${deeds(state, doings)}</div>
  </div>`;
}

function tries(state: Quizzing): TemplateResult | typeof nothing {
  const { asked } = state;
  if (asked.closed) return nothing;
  if (asked.left !== null) return html`<span class="cardlab-tries">${ui(state, "tries_over", { left: asked.left })}</span>`;
  return asked.told ? html`<span class="cardlab-tries">${ui(state, "tries_made", { tries: asked.told.tries })}</span>` : nothing;
}

export const kindOf = ({ told }: Asked): keyof typeof SIGNS | "" => (told ? (told.right === null ? "kept" : told.right ? "right" : "wrong") : "");

function verdict(state: Quizzing, actions: Pick<Actions, "reveal">): TemplateResult | typeof nothing {
  const { told } = state.asked;
  const kind = kindOf(state.asked);
  if (!told || !kind) return nothing;
  const chosen = state.options.find((_, k) => state.asked.choices[k]?.answer === told.answer);
  return html`<div class="cardlab-verdict" data-verdict=${kind} data-undone=${String(told.undone)} role="group" aria-label=${ui(state, "verdict_word")}>
    <p class="cardlab-answered"><b class="cardlab-stamp"><span aria-hidden="true">${SIGNS[kind]}</span> ${ui(state, `verdict_${kind}`)}</b> ${chosen?.key ? html`<kbd>${chosen.key}</kbd>` : html`<span>${told.words[state.lang]}</span>`}</p>
    <p class="cardlab-sentence">${told.text[state.lang]}</p>
    ${told.rules.length ? html`<div class="cardlab-chips" role="group" aria-label=${ui(state, "rules_of_verdict")}>${told.rules.map((rule, k) => html`<button class="cardlab-chip" data-rule=${rule} title="${shortId(rule)}: ${said(state.session.book.rules[rule]?.text, state)}"
      aria-label=${ui(state, "go_to_rule", { number: k + 1, rule: shortId(rule) })} @click=${() => actions.reveal(rule)}><b>${k + 1}</b> ${shortId(rule)}</button>`)}</div>` : nothing}
  </div>`;
}

function hints(state: Quizzing): TemplateResult | typeof nothing {
  const { shown, hints: steps } = state.asked;
  return shown.length ? html`<ol class="cardlab-hints" aria-label=${ui(state, "hint_word")}>${shown.map((text, k) => html`<li>${ui(state, "hint_of", { step: k + 1, steps, text: text[state.lang] })}</li>`)}</ol>` : nothing;
}

/** The answer as text: an action, a number or numbers, a rule. */
function entry(state: Quizzing, doings: Answering): TemplateResult {
  const { asked } = state;
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("answer") as HTMLInputElement | HTMLSelectElement;
    doings.answer(field.value);
    field.value = "";
    doings.focus();
  };
  const label = asked.ask === "rule" ? "type_rule" : asked.ask === "score" ? "your_answer" : state.options.length ? "type_action" : "your_answer";
  const field = asked.ask === "rule" ? ruleField(state) : html`<input class="cardlab-entry" name="answer" autocomplete="off" spellcheck="false" inputmode=${asked.ask === "score" ? "text" : nothing} />`;
  return html`<form class="cardlab-typing" @submit=${take}><label>${ui(state, label)} ${field}</label><button ?disabled=${state.busy}>${ui(state, "answer_word")}</button></form>`;
}

function ruleField(state: Quizzing): TemplateResult {
  const { rules } = state.session.book;
  return html`<select class="cardlab-entry" name="answer"><option value="">${ui(state, "choose_rule")}</option>${Object.keys(rules).map(
    (rule) => html`<option value=${rule}>${shortId(rule)} – ${said(rules[rule]!.text, state).slice(0, 90)}</option>`)}</select>`;
}

/** What an open question holds back, or what is free now. */
function freedom(state: Quizzing): TemplateResult | typeof nothing {
  const { onward, trying } = state.asking;
  if (trying === undefined) return onward ? nothing : html`<small>${ui(state, "held_back")}</small>`;
  return html`<small>${onward ? ui(state, "try_freely") : trying ? ui(state, "may_try") : ui(state, "not_tried")}</small>`;
}

function deeds(state: Quizzing, doings: Answering): unknown {
  const { asked, asking } = state;
  const more = asked.hints - asked.shown.length;
  const hint = more > 0 && !asked.closed ? html`<button ?disabled=${state.busy || state.gone} @click=${doings.hint}>${ui(state, "next_hint", { step: asked.shown.length + 1, steps: asked.hints })} <kbd>h</kbd></button>` : nothing;
  if (asking.ply !== undefined) return html`${hint}${asking.onward ? html`<button class="cardlab-main-do" ?disabled=${state.busy || state.gone} @click=${() => doings.onward()}>${ui(state, "go_on")} <kbd>n</kbd></button>` : nothing}${freedom(state)}`;
  const off = state.busy || state.gone;
  return html`${hint}<span class="cardlab-pair" role="group" aria-label=${ui(state, "questions_word")}>
    <button ?disabled=${off || asking.number === 0} @click=${() => doings.onward(-1)}>${ui(state, "previous_question")} <kbd>p</kbd></button>
    <button class=${asked.closed ? "cardlab-main-do" : ""} ?disabled=${off || asking.number + 1 >= asking.count} @click=${() => doings.onward(1)}>${ui(state, "next_question")} <kbd>n</kbd></button></span>`;
}
