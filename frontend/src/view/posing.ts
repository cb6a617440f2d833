/** The form by which a question is asked about the ply on the table, in edit mode. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, Shown } from "../state";
import { ui } from "../text";

const KINDS = ["play", "legal", "rule", "score", "next"] as const;

const NAMES: Readonly<Record<(typeof KINDS)[number], string>> = { play: "ask_play", legal: "ask_legal", rule: "ask_rule", score: "ask_score", next: "ask_next" };

/** What names a choice that is told in words alone. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export function posing(state: Shown, actions: Actions): TemplateResult {
  const { posed, posing: rows } = state;
  const hints = Array.from({ length: rows.hints }, (_, i) => i);
  const answers = Array.from({ length: rows.answers }, (_, i) => i);
  return html`<details class="cardlab-posing"><summary>${ui(state, "ask_here")}</summary>
    <form @submit=${(event: SubmitEvent) => void send(event, actions)} @keydown=${sendByEnter}>
      <div class="cardlab-deskrow">
        <label class="cardlab-field"><span>${ui(state, "ask_kind")}</span><select name="kind">${KINDS.map((kind) => html`<option value=${kind}>${ui(state, NAMES[kind])}</option>`)}</select></label>
        ${field(state, "action", "ask_action")}${field(state, "text", "ask_text")}
        <label class="cardlab-field"><span>${ui(state, "ask_tries")}</span><input name="tries" type="number" min="1" max="20" /></label>
      </div>
      <fieldset><legend>${ui(state, "ask_answers")}</legend>
        <p>${ui(state, "ask_answers_told")}</p>
        ${answers.map((i) => answer(state, i))}
        <div class="cardlab-deskrow">${field(state, "others", "ask_others")}
          <label class="cardlab-check"><input type="checkbox" name="offered" /> ${ui(state, "ask_offered")}</label>
          <button type="button" class="cardlab-pill" data-more="answers" @click=${() => actions.poseMore("answers")}>${ui(state, "ask_more_answers")}</button></div>
      </fieldset>
      <fieldset><legend>${ui(state, "ask_hints")}</legend>
        <div class="cardlab-deskrow">${hints.map((i) => html`<label class="cardlab-field"><span>${ui(state, "ask_hint_nth", { step: i + 1 })}</span><input name="hint" autocomplete="off" /></label>`)}
          <button type="button" class="cardlab-pill" data-more="hints" @click=${() => actions.poseMore("hints")}>${ui(state, "ask_more_hints")}</button></div>
      </fieldset>
      <div class="cardlab-deskrow"><label class="cardlab-check"><input type="checkbox" name="trying" /> ${ui(state, "ask_trying")}</label>
        <button class="cardlab-pill cardlab-main-do">${ui(state, "ask_write")}</button></div>
    </form>
    ${posed ? html`<p role="status" class=${posed.failure ? "cardlab-trouble" : ""}>${posed.failure || ui(state, "ask_written", { id: posed.id })}</p>` : nothing}
  </details>`;
}

const field = (state: Shown, name: string, label: string): TemplateResult => html`<label class="cardlab-field"><span>${ui(state, label)}</span><input name=${name} autocomplete="off" /></label>`;

/** One answer: what it is, its words, whether it is right, and what is said to it. */
function answer(state: Shown, i: number): TemplateResult {
  return html`<div class="cardlab-deskrow cardlab-answer" role="group" aria-label=${ui(state, "ask_answer_nth", { number: i + 1 })}>
    ${field(state, "answer", "ask_answer")}${field(state, "words", "ask_words")}${field(state, "said", "ask_said")}
    <label class="cardlab-check"><input type="checkbox" name="isright" /> ${ui(state, "ask_is_right")}</label></div>`;
}

/** The page around may keep a form from being sent by Enter. */
function sendByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.target as HTMLElement).matches("input:not([type=checkbox])")) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
}

async function send(event: SubmitEvent, actions: Actions): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const of = (within: ParentNode, name: string): HTMLInputElement => within.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  const text = (name: string, within: ParentNode = form): string => of(within, name).value.trim();
  const choices: Record<string, string> = {};
  const feedback: Record<string, string> = {};
  const right: string[] = [];
  [...form.querySelectorAll(".cardlab-answer")].forEach((row, i) => {
    const words = text("words", row);
    const name = text("answer", row) || (words && LETTERS[i]!);
    if (!name) return;
    if (of(form, "offered").checked) choices[name] = words;
    if (of(row, "isright").checked) right.push(name);
    if (text("said", row)) feedback[name] = text("said", row);
  });
  if (text("others")) feedback["*"] = text("others");
  const hints = [...form.querySelectorAll<HTMLInputElement>("[name=hint]")].map(({ value }) => value.trim()).filter(Boolean);
  const kind = text("kind");
  // what is played next is known to the record; everything else is judged by the rules where nothing else is said
  const accept = kind === "next" && !right.length && !text("action") ? ["played"] : undefined;
  const well = await actions.pose({ kind, action: text("action"), text: text("text"), right, choices, feedback, hints, tries: Number(text("tries")) || undefined, trying: of(form, "trying").checked, accept });
  if (well) form.reset();
}
