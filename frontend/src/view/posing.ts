/** The form by which a question is asked about the ply on the table, in edit mode. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Actions, Shown } from "../state";
import { ui } from "../text";

const KINDS = ["play", "legal", "rule", "score", "next"] as const;

const NAMES: Readonly<Record<(typeof KINDS)[number], string>> = { play: "ask_play", legal: "ask_legal", rule: "ask_rule", score: "ask_score", next: "ask_next" };

export function posing(state: Shown, actions: Actions): TemplateResult {
  const { posed } = state;
  return html`<details class="cardlab-posing"><summary>${ui(state, "ask_here")}</summary>
    <form class="cardlab-deskrow" @submit=${(event: SubmitEvent) => void send(event, actions)} @keydown=${sendByEnter}>
      <label class="cardlab-field"><span>${ui(state, "ask_kind")}</span><select name="kind">${KINDS.map((kind) => html`<option value=${kind}>${ui(state, NAMES[kind])}</option>`)}</select></label>
      ${field(state, "action", "ask_action")}${field(state, "text", "ask_text")}${field(state, "right", "ask_right")}${field(state, "hints", "ask_hints")}
      <label class="cardlab-field"><span>${ui(state, "ask_tries")}</span><input name="tries" type="number" min="1" max="20" /></label>
      <button class="cardlab-pill cardlab-main-do">${ui(state, "ask_write")}</button>
    </form>
    ${posed ? html`<p role="status" class=${posed.failure ? "cardlab-trouble" : ""}>${posed.failure || ui(state, "ask_written", { id: posed.id })}</p>` : nothing}
  </details>`;
}

const field = (state: Shown, name: string, label: string): TemplateResult => html`<label class="cardlab-field"><span>${ui(state, label)}</span><input name=${name} autocomplete="off" /></label>`;

/** The page around may keep a form from being sent by Enter. */
function sendByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.target as HTMLElement).matches("input")) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
}

async function send(event: SubmitEvent, actions: Actions): Promise<void> {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const given = new FormData(form);
  const text = (name: string): string => String(given.get(name) ?? "").trim();
  const several = (name: string): string[] => text(name).split(";").map((one) => one.trim()).filter(Boolean);
  const kind = text("kind");
  const right = several("right");
  // what is played next is known to the record; everything else is judged by the rules where nothing else is said
  const accept = kind === "next" && !right.length && !text("action") ? ["played"] : undefined;
  const well = await actions.pose({ kind, action: text("action"), text: text("text"), right, hints: several("hints"), tries: Number(text("tries")) || undefined, accept });
  if (well) form.reset();
}
