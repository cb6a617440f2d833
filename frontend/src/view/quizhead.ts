/** Above a quiz: whose it is, how far, in which language; and the list of its keys. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Mark } from "../asked";
import type { Answering, Quizzing } from "../asking";
import { LANGS, type Lang } from "../decode";
import type { Actions } from "../state";
import { ui, word } from "../text";

export interface QuizDoings extends Pick<Actions, "tab" | "translate" | "reveal" | "help" | "project" | "asText" | "copy" | "close"> {
  language(lang: Lang): void;
}

const SIGNS: Readonly<Record<Mark, string>> = { "": "", right: "✓", wrong: "✕", open: "◦", kept: "…" };

export function quizHead(state: Quizzing, doings: QuizDoings, answering: Answering): TemplateResult {
  const { frames } = state.film;
  const { asking } = state;
  const preset = ui(state, "rules_preset", { preset: word(state, "presets", frames.preset) });
  return html`<div class="cardlab-head">
      <h2 class="cardlab-title">${frames.title || ui(state, "questions_word")}</h2>
      <span class="cardlab-sub">${[asking.student, frames.names.join(" · "), preset].filter(Boolean).join(" — ")}</span>
      <span class="cardlab-tools">
        ${state.busy ? html`<span class="cardlab-busy" role="status" aria-label=${ui(state, "working")}></span>` : nothing}
        <select class="cardlab-lang" aria-label=${ui(state, "language")} @change=${(event: Event) => doings.language((event.target as HTMLSelectElement).value as Lang)}>
          ${LANGS.map((lang) => html`<option>${lang}</option>`)}</select>
        <button class="cardlab-pill" ?disabled=${state.gone} title=${ui(state, "text_of_step")} aria-haspopup="dialog" @click=${doings.asText}>${ui(state, "as_text")}</button>
        <button class="cardlab-pill cardlab-stays ${state.projector ? "cardlab-on" : ""}" aria-pressed=${state.projector} @click=${doings.project}>${ui(state, "projector")}</button>
        <button class="cardlab-pill cardlab-stays" title=${ui(state, "keys_help")} aria-label=${ui(state, "keys_help")} aria-haspopup="dialog" @click=${doings.help}>?</button>
      </span>
    </div>
    <nav class="cardlab-progress" aria-label=${ui(state, "questions_word")}>
      ${asking.marks.map((mark, k) => {
        const name = `${ui(state, "question_of", { number: k + 1, count: asking.count })}: ${ui(state, `mark_${mark || "none"}`)}`;
        return html`<button class="cardlab-nth" data-mark-question=${mark} aria-current=${k === asking.number ? "step" : nothing} title=${name} aria-label=${name} ?disabled=${state.gone} @click=${() => answering.go(k)}>${k + 1}<span aria-hidden="true">${SIGNS[mark]}</span></button>`;
      })}
      <small>${asking.file ? ui(state, "answers_in", { file: asking.file }) : ui(state, "answers_lost")}</small>
    </nav>
    ${state.session.error ? html`<div class="cardlab-error" role="alert">${state.session.error}</div>` : nothing}`;
}

const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["a … z", "key_letter_answer"],
  ["← →", "key_aim"],
  ["Enter", "key_answer"],
  ["0 … 9 /", "key_type"],
  ["Esc ⌫", "key_back"],
  ["h", "key_hint"],
  ["n p", "key_next_question"],
  ["l", "key_language"],
  ["T", "text_of_step"],
  ["W", "key_projector"],
  ["?", "key_help"],
];

export function quizKeys(state: Quizzing, doings: QuizDoings): TemplateResult | typeof nothing {
  if (!state.help) return nothing;
  const hold = (event: KeyboardEvent): void => {
    if (event.key === "Tab") event.preventDefault();
  };
  return html`<div class="cardlab-veil" @click=${(event: Event) => event.target === event.currentTarget && doings.help()}>
    <div class="cardlab-help" role="dialog" aria-modal="true" aria-label=${ui(state, "keys_help")} @keydown=${hold}>
      <div class="cardlab-helphead"><h3>${ui(state, "keys_help")}</h3><button class="cardlab-pill cardlab-close" @click=${doings.help}>${ui(state, "close")}</button></div>
      <dl>${KEYS.map(([some, words]) => html`<div><dt>${some.split(" ").map((key) => (key === "…" ? " … " : html`<kbd>${key}</kbd>`))}</dt><dd>${ui(state, words)}</dd></div>`)}</dl>
    </div>
  </div>`;
}

export function setQuizFields(body: HTMLElement, { lang }: Quizzing): void {
  const field = body.querySelector<HTMLSelectElement>(".cardlab-lang");
  if (field && field.value !== lang) field.value = lang;
}
