/** The game judged by another preset: which plies it sees otherwise, on which passages that rests, and the scores side by side. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { End, Matter, Verdict } from "../decode";
import type { Actions, Shown, State } from "../state";
import { nameOf, said, ui, word } from "../text";

/** The shape of each verdict, beside its word and its colour. */
const SIGNS: Readonly<Record<Verdict["v"], string>> = { illegal: "✕", different: "≠" };

export function sign(verdict: Verdict["v"]): TemplateResult {
  return html`<span aria-hidden="true">${SIGNS[verdict]}</span>`;
}

/** The presets to judge by, the game's own first. */
export function presetsOf(state: State): string[] {
  const { film, book } = state.session;
  const own = film?.frames.preset ?? "";
  return [own, ...Object.keys(book.presetSources).filter((preset) => preset !== own)];
}

/** The preset that judges, or that was asked for; the game's own where none does. */
export function presetNow(state: State): string {
  const { film, judged, judging } = state.session;
  return judging?.preset ?? judged?.preset ?? film?.frames.preset ?? "";
}

const presetName = (state: Shown): string => word(state, "presets", state.session.judged?.preset ?? "");

export function matterOf(state: Shown): Matter | undefined {
  return state.verdict && state.session.judged?.matters[state.verdict.m];
}

/** Says that the game is judged, and by what; with the number of plies that differ, where later ones may be known. */
export function judgementBar(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const { judged, film } = state.session;
  if (!judged) return nothing;
  const kinds = (["illegal", "different"] as const).map((kind) => [kind, judged.plies.filter(({ v }) => v === kind).length] as const);
  const none = !state.hides && !judged.plies.length;
  return html`<div class="cardlab-judgement" role="status"><span>${ui(state, "judged_by")} <b>${presetName(state)}</b></span>${
    none ? html`<span>${ui(state, "no_difference")}</span>` : kinds.map(([kind, count]) =>
      state.hides || count ? html`<span class="cardlab-judged" data-verdict=${kind}>${sign(kind)} ${ui(state, `verdict_${kind}`)}${state.hides ? nothing : html`: ${count}`}</span>` : nothing)
  }${state.asks ? html`<button class="cardlab-pill" @click=${() => actions.judge(film!.frames.preset)}>${ui(state, "stop_judging")}</button>` : nothing}</div>`;
}

/** What the other preset says of the step: why it may not be done, or what else follows; where it says nothing of that, its source's stand. */
function reason(state: Shown): string {
  const { judged, book } = state.session;
  const text = judged?.texts[state.verdict?.t ?? -1];
  if (text) return said(text, state);
  const matter = matterOf(state);
  const dispute = book.disagreements.find(({ id }) => id === matter?.disputes[0]);
  const source = matter?.sides[1].source ?? "";
  const stand = dispute?.says[source];
  return stand ? `${said(book.sources.find(({ id }) => id === source)?.short, state)} ${said(stand.text, state)}` : said(dispute?.topic, state);
}

export function judgedSentence(state: Shown): string {
  if (!state.verdict) return "";
  return `${ui(state, `judged_${state.verdict.v}`, { preset: presetName(state) })} ${reason(state)}`;
}

export function verdictLine(state: Shown): TemplateResult | typeof nothing {
  const { verdict } = state;
  if (!verdict) return nothing;
  return html`<p class="cardlab-verdict" data-verdict=${verdict.v}><b>${sign(verdict.v)} ${ui(state, `judged_${verdict.v}`, { preset: presetName(state) })}</b> ${reason(state)}</p>`;
}

/** The disagreements that make the difference, each with the stand of either side and the way to its passage. */
export function bothSides(state: Shown, matter: Matter, actions: Actions): TemplateResult[] {
  const { book } = state.session;
  return matter.disputes.map((id, k) => {
    const dispute = book.disagreements.find((one) => one.id === id);
    return html`<div class="cardlab-dispute" data-dispute=${id}><p><b>${sign("different")} ${id} ${said(dispute?.topic, state)}</b></p>${matter.sides.map((side, n) => {
      const stand = dispute?.says[side.source];
      const source = book.sources.find((one) => one.id === side.source);
      const rule = side.rules.find((one) => dispute?.rules.includes(one)) ?? side.rules[0];
      return html`<p class="cardlab-stand" data-source=${side.source}><button class="cardlab-chip" title=${ui(state, n ? "side_judging" : "side_played")}
        @click=${() => actions.reveal(rule, side.source)}><b>${said(source?.short, state)}</b> ${side.lines[k]}</button> ${stand ? said(stand.text, state) : ui(state, "no_stand")}</p>`;
    })}</div>`;
  });
}

/** The final scores and the end of the match on either side, and what was assumed to know them. */
export function finalScores(state: Shown): TemplateResult | typeof nothing {
  const final = state.session.judged?.final;
  if (!final) return nothing;
  const { names, preset } = state.film.frames;
  const points = final.scores.some((scores) => !scores || scores.some((score) => score !== 0));
  const remarks = final.said.flatMap(([round, texts]) => texts.map((text) => [round, text] as const));
  const end = (side: End | null, k: number): string =>
    side ? side.winners.map((seat) => nameOf(state, seat)).join(", ") || ui(state, "no_winner") : ui(state, final.scores[k] ? "match_goes_on" : "not_known");
  const cells = (values: readonly (string | number)[]): TemplateResult[] => values.map((value) => html`<td>${value}</td>`);
  return html`<div class="cardlab-result cardlab-final"><h3>${ui(state, "final_scores")}</h3>
    <table><thead><tr><td></td><th scope="col">${word(state, "presets", preset)}</th><th scope="col">${presetName(state)}</th></tr></thead><tbody>
      ${points ? names.map((name, seat) => {
        const both = final.scores.map((scores) => scores?.[seat] ?? "?");
        return html`<tr class=${both[0] === both[1] ? nothing : "cardlab-unlike"}><th scope="row">${name}</th>${cells(both)}</tr>`;
      }) : nothing}
      ${final.ends.some(Boolean) || !points ? html`<tr><th scope="row">${ui(state, "winner_word")}</th>${cells(final.ends.map(end))}</tr>` : nothing}
    </tbody></table>
    ${remarks.length ? html`<details><summary>${ui(state, "remarks", { count: remarks.length })}</summary>${remarks.map(([round, text]) => html`<p>${ui(state, "round", { round })}: ${said(text, state)}</p>`)}</details>` : nothing}
  </div>`;
}
