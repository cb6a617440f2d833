/** Branches: their heads in the move list, the bar that says on which one the view stands, and those that leave the ply on the table. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Supposed } from "../decode";
import type { Line } from "../lines";
import type { Actions, Shown, State } from "../state";
import { ui, word } from "../text";

/** Lines of the way to a branch that are named in the bar; between the first and the last ones more are left out. */
const NAMED = 4;

/** How a line is called. */
export function lineName(state: State, id: string | null): string {
  const line = state.session.lines?.get(id);
  if (!line || line.id === null) return ui(state, "main_line");
  return line.undone ? ui(state, "taken_back") : line.name;
}

/** A supposed card in words: "draw pile, card 1: 7 instead of 3". */
export function supposedText(state: State, fact: Supposed): string {
  const zone = state.session.lines!.main.film.zones[fact.z]!;
  const owner = zone.owner === null ? "" : `${state.session.lines!.main.film.frames.names[zone.owner]}: `;
  const place = ui(state, fact.n === undefined ? "card_at" : "card_nth", { zone: word(state, "zones", zone.kind), n: fact.n ?? "", row: fact.r ?? "", column: fact.c ?? "" });
  const { face, was } = fact;
  return `${owner}${place}: ${was === undefined || was === face ? face : ui(state, "instead_of", { face, was })}`;
}

const factsText = (state: State, line: Line): string => line.facts.map((fact) => supposedText(state, fact)).join("; ");

function problem(state: State, line: Line): TemplateResult | typeof nothing {
  return line.problem === null ? nothing : html`<span class="cardlab-stops" title=${line.problem || nothing}>⚠ ${ui(state, "stops_here")}</span>`;
}

/** The head of a branch in the move list. */
export function branchHead(state: Shown, line: Line, current: boolean, inset: number): TemplateResult {
  const open = state.open.has(line.id!);
  const here = current && state.line === line.id;
  const name = lineName(state, line.id);
  const count = state.hides ? nothing : html` <span class="cardlab-size">${ui(state, "plies_count", { count: line.length })}</span>`;
  return html`<div class="cardlab-branch" data-inset=${inset} data-branch=${line.id}>
    <button class="cardlab-fold" data-fold=${line.id} tabindex=${here ? 0 : -1} aria-expanded=${open} aria-label=${ui(state, open ? "fold_branch" : "unfold_branch", { name })}>${open ? "▾" : "▸"}</button><button
      class="cardlab-move cardlab-branchname" data-of=${line.id} data-ply="0" tabindex=${here ? 0 : -1} aria-current=${here ? "step" : current ? "true" : nothing}>${name}</button>
    <span class="cardlab-said">${line.author ? html`<b>${line.author}</b> ` : nothing}${line.facts.length ? html`<span class="cardlab-facts">${factsText(state, line)}</span> ` : nothing}${open ? nothing : count} ${problem(state, line)}</span>
  </div>`;
}

/** On a branch: which one, where it leaves, what it supposes, and the way out. */
export function branchBar(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  if (state.line === null) return nothing;
  const { path } = state;
  const here = path[path.length - 1]!;
  const above = path.length > NAMED ? [path[0]!, null, ...path.slice(1 - NAMED)] : path;
  const crumb = (line: Line | null): unknown => {
    if (!line) return html`… › `;
    if (line === here) return html`<b class="cardlab-here">${lineName(state, line.id)}</b>`;
    const ply = path[path.indexOf(line) + 1]!.fork;
    return html`<button class="cardlab-pill" @click=${() => actions.visit(line.id, ply)}>${lineName(state, line.id)}, ${ui(state, "ply_only", { ply })}</button> › `;
  };
  return html`<div class="cardlab-branchbar" role="group" aria-label=${ui(state, "branch_word")}>
    <span class="cardlab-way">${above.map(crumb)}</span>
    <span class="cardlab-said">${here.author}${here.facts.length ? html`${here.author ? " · " : ""}<span class="cardlab-facts">${ui(state, "supposed")} ${factsText(state, here)}</span>` : nothing} ${problem(state, here)}</span>
    <button class="cardlab-pill cardlab-out" title="&lt;" @click=${actions.out}>↩ ${ui(state, "out_of_branch")}</button>
  </div>`;
}

/** The branches that leave the ply on the table. */
export function branchesHere(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const here = state.session.lines!.leaving(state.line).filter(({ fork }) => fork === state.ply);
  if (!here.length) return nothing;
  return html`<div class="cardlab-chips cardlab-forks" role="group" aria-label=${ui(state, "branches_here")}>${here.map(
    (line) => html`<button class="cardlab-chip" data-into=${line.id} @click=${() => actions.visit(line.id, 0)}><i class="cardlab-fork"></i> ${lineName(state, line.id)}</button>`,
  )}</div>`;
}
