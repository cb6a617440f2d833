/** A scratch table: that it is not the record, the table, what is due, the tree, why, and the tools. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { LANGS, type Lang } from "../decode";
import { TOOLS, type Doings, type ScratchDesk } from "../scratchmoment";
import type { Node, Twig } from "../scratchtree";
import type { Actions } from "../state";
import { CHANCE } from "../table";
import type { Row } from "../tree";
import { nameOf, said, ui, word } from "../text";
import { due } from "./due";
import { icon } from "./icons";
import { keyList, type KeyWords } from "./keylist";
import { panel } from "./panel";
import { table } from "./table";
import { chance, compared, tool } from "./tools";
import { refusal, why } from "./why";

/** Branches deeper than this are not set in any further. */
const DEEPEST = 5;

/** `asked`: the question on the table, drawn, or nothing. */
export function scratching(state: ScratchDesk, doings: Doings, asked: unknown): TemplateResult {
  // the parts of the viewer know the doings that they need
  const actions = doings as unknown as Actions;
  return html`${head(state, doings)}
    <div class="cardlab-main">
      <div class="cardlab-left">${table(state)}${asked}${state.now.draft || (state.now.closed && asked) ? nothing : html`${state.now.closed ? nothing : chance(state, doings)}${due(state, doings)}`}${foot(state, doings)}${tool(state, doings)}${guard([state.twigs, state.now, state.naming, state.gone, state.busy, state.lang, ...state.listed], () => tree(state, doings))}</div>
      <div class="cardlab-side"><div class="cardlab-sidein">${state.refused ? refusal(state, doings, others(state, doings)) : state.now.closed ? nothing : html`${why(state, doings)}${beyond(state)}`}${panel(state, actions)}</div></div>
    </div>
    ${compared(state)}${keyList(state, doings, state.quizzing ? [...KEYS, ["Q", "key_question"]] : KEYS)}`;
}

function head(state: ScratchDesk, doings: Doings): TemplateResult {
  const { frames } = state.film;
  const { now } = state;
  const preset = ui(state, "rules_preset", { preset: word(state, "presets", frames.preset) });
  const left = now.left ? ui(state, now.left.branch === null ? "leaves_record" : "leaves_branch", { ply: now.left.ply }) : ui(state, "leaves_nothing");
  const seat = frames.lens.seat === null ? "" : ` · ${ui(state, "seen_as", { name: nameOf(state, frames.lens.seat) })}`;
  return html`<div class="cardlab-whatif" data-checked=${String(now.checked)}><b>${ui(state, "what_if")}</b> <span>${said(now.banner, state)}</span>
      ${state.beneath ? html`<button class="cardlab-pill cardlab-leave" @click=${doings.leave}>↩ ${ui(state, "to_the_record")} <kbd>Esc</kbd></button>` : nothing}</div>
    <div class="cardlab-head">
      <h2 class="cardlab-title">${frames.title}</h2>
      <span class="cardlab-sub">${left} · ${frames.names.join(" · ")} — ${preset}${seat}</span>
      <span class="cardlab-tools">
        ${state.busy ? html`<span class="cardlab-busy" role="status" aria-label=${ui(state, "working")}></span>` : nothing}
        <select class="cardlab-lang" aria-label=${ui(state, "language")} @change=${(event: Event) => doings.language((event.target as HTMLSelectElement).value as Lang)}>
          ${LANGS.map((lang) => html`<option>${lang}</option>`)}</select>
        <button class="cardlab-pill" title=${ui(state, "keys_help")} aria-label=${ui(state, "keys_help")} aria-haspopup="dialog" @click=${doings.help}>?</button>
      </span>
    </div>
    ${state.session.error ? html`<div class="cardlab-error" role="alert">${state.session.error}</div>` : nothing}${
      state.gone ? html`<div class="cardlab-error cardlab-gone" role="alert">${ui(state, now.file ? "table_gone_kept" : "table_gone", { file: now.file })}</div>` : nothing}${
      now.problems.map((problem) => html`<div class="cardlab-error">${problem}</div>`)}`;
}

/** What the other sources say of a refused try; one press judges by theirs. */
function others(state: ScratchDesk, doings: Doings): TemplateResult | typeof nothing {
  const { trial, by } = state;
  if (!trial) return nothing;
  const differing = trial.others.filter(({ differs }) => differs);
  const shown = trial.others.find(({ preset }) => preset === by);
  return html`<div class="cardlab-others" role="group" aria-label=${ui(state, "who_says_otherwise")}>
    ${differing.length ? html`<span>${ui(state, "who_says_otherwise")}</span>` : html`<span>${ui(state, "all_agree")}</span>`}
    ${trial.others.map((other) => html`<button class="cardlab-chip ${other.differs ? "cardlab-differs" : ""}" aria-pressed=${other.preset === by} data-preset=${other.preset}
      @click=${() => doings.by(other.preset)}>${other.legal ? "✓" : "✗"} ${word(state, "presets", other.preset)}</button>`)}
    ${shown ? html`<p class="cardlab-bythat">${said(shown.text, state)}</p>` : nothing}
  </div>`;
}

/** The cards that came up here and that the one who acted could not know. */
function beyond(state: ScratchDesk): TemplateResult | typeof nothing {
  const { beyond } = state.now;
  if (!beyond.length) return nothing;
  return html`<p class="cardlab-beyond"><b>${ui(state, "not_to_be_known")}</b> ${beyond.map(({ face, how }, i) => html`${i ? ", " : ""}<span class="cardlab-known">${face}</span> (${ui(state, `how_${how}`)})`)}</p>`;
}

function foot(state: ScratchDesk, doings: Doings): TemplateResult {
  const { now, gone, twigs } = state;
  const off = gone;
  const drafting = now.draft !== null;
  const step = (name: string, words: string, sign: unknown, message: object, not: boolean): TemplateResult =>
    html`<button ?disabled=${off || not || drafting} title=${ui(state, words)} aria-label=${ui(state, words)} data-deed=${name} @click=${() => doings.deed(name, message)}>${sign}</button>`;
  return html`<div class="cardlab-foot cardlab-scratchfoot" role="group" aria-label=${ui(state, "steps_and_tools")}>
    <span class="cardlab-pair">
      ${step("home", "to_the_start", icon("first"), {}, now.kind === "origin")}${step("step", "step_back", icon("previous"), { by: -1 }, now.kind === "origin")}${step("step", "step_forth", icon("next"), { by: 1 }, !twigs.leaving(now.node))}${step("was", "where_i_was", icon("back"), {}, false)}
    </span>
    <span class="cardlab-pair">
      <button ?disabled=${off || !now.undo || drafting} title="Ctrl+Z" @click=${doings.undo}>${ui(state, "undo")}</button><button ?disabled=${off || !now.redo || drafting} title="Ctrl+Shift+Z" @click=${doings.redo}>${ui(state, "redo")}</button>
    </span>
    <span class="cardlab-deeds">${TOOLS.map((one) => html`<button data-tool=${one} ?disabled=${gone || now.closed || (drafting && one !== "edit" && one !== "begin")} class=${state.tool === one ? "cardlab-on" : ""} aria-expanded=${state.tool === one} @click=${() => doings.tool(one)}>${ui(state, `tool_${one}`)}</button>`)}</span>
    ${state.done ? html`<span class="cardlab-done" role="status">${state.done}</span>` : nothing}
  </div>`;
}

function tree(state: ScratchDesk, doings: Doings): TemplateResult {
  const { twigs, listed: [from, to], now } = state;
  const { rows } = twigs.tree;
  const here = twigs.get(now.node);
  const press = (event: Event): void => {
    const at = event.target as HTMLElement;
    const fold = at.closest<HTMLElement>("[data-fold]");
    const node = at.closest<HTMLElement>("[data-node]");
    if (fold) doings.deed("fold", { node: Number(fold.dataset.fold), on: fold.getAttribute("aria-expanded") === "true" });
    else if (node) doings.deed("go", { node: Number(node.dataset.node) });
  };
  const scroll = (event: Event): void => {
    const list = event.currentTarget as HTMLElement;
    if (list.scrollTop < 24 && from > 0) doings.list(-1);
    else if (list.scrollTop + list.clientHeight > list.scrollHeight - 24 && to < rows.length) doings.list(1);
  };
  return html`<div role="group" class="cardlab-branching" aria-label=${ui(state, "tried_so_far")}>
    <div class="cardlab-kicker"><h3>${ui(state, "tried_so_far")}</h3><span class="cardlab-size">${ui(state, "count_nodes", { count: twigs.size })}${now.file ? html` · ${now.file}` : nothing}</span>
      <span class="cardlab-deeds">
        <button ?disabled=${state.gone || now.closed || !!now.draft} aria-expanded=${state.naming} @click=${doings.naming}>${ui(state, "name_and_note")}</button>
        <button ?disabled=${state.gone || now.kind === "origin" || !!now.draft} @click=${() => doings.deed("promote")}>${ui(state, "put_first")}</button>
        <button ?disabled=${state.gone || now.kind === "origin" || !!now.draft} @click=${() => doings.deed("delete")}>${ui(state, "delete_branch")}</button>
      </span></div>
    ${state.naming ? naming(state, doings, here) : here?.note ? html`<p class="cardlab-note">${here.note}</p>` : nothing}
    <div class="cardlab-twigs" role="group" aria-label=${ui(state, "tried_so_far")} tabindex="0" data-scrolls @click=${press} @scroll=${scroll}>
      ${rows.slice(from, to).map((row) => twigRow(state, row))}</div>
  </div>`;
}

function naming(state: ScratchDesk, doings: Doings, here: Node | undefined): TemplateResult {
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const { name, note } = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
    if ((name ?? "") !== (here?.name ?? "")) doings.deed("name", { text: name });
    else doings.deed("note", { text: note, lang: state.lang });
    doings.naming();
  };
  return html`<form class="cardlab-naming" @submit=${take}>
    <label>${ui(state, "branch_name")} <input name="name" autocomplete="off" .value=${here?.name ?? ""} /></label>
    <label>${ui(state, "branch_note")} <input name="note" autocomplete="off" .value=${here?.note ?? ""} /></label>
    <button>${ui(state, "write")}</button></form>`;
}

function twigRow(state: ScratchDesk, { line, at, depth }: Row<Twig>): TemplateResult {
  const inset = Math.min(depth, DEEPEST);
  if (at >= 0) return html`<div class="cardlab-twig" data-inset=${inset || nothing}>${line.rowsOf[at]!.map((node) => leaf(state, node))}</div>`;
  const head = line.nodes[0]!;
  const name = head.name || head.action || label(state, head);
  return html`<div class="cardlab-twig cardlab-twighead" data-inset=${inset}>
    <button class="cardlab-fold" data-fold=${head.id} tabindex="-1" aria-expanded=${!head.folded} aria-label=${ui(state, head.folded ? "unfold_branch" : "fold_branch", { name })}>${head.folded ? "▸" : "▾"}</button>
    ${head.name ? html`<b class="cardlab-name">${head.name}</b>` : nothing}${leaf(state, head)}${head.folded ? html`<span class="cardlab-size">${ui(state, "plies_count", { count: line.nodes.length })}</span>` : nothing}
  </div>`;
}

const label = (state: ScratchDesk, { kind, facts, seed }: Node): string =>
  kind === "origin" ? ui(state, "the_start") : kind === "edit" ? ui(state, "edited") : seed === undefined ? ui(state, "faces_given", { facts: (facts ?? []).slice(0, 3).join(", ") + ((facts?.length ?? 0) > 3 ? " …" : "") }) : ui(state, "faces_at_random", { seed });

function leaf(state: ScratchDesk, node: Node): TemplateResult {
  const here = node.id === state.now.node;
  const who = node.player === undefined || node.player <= CHANCE ? "" : nameOf(state, node.player);
  const by = node.by ? ` · ${node.by === "again" ? ui(state, "played_again") : node.by}` : "";
  return html`<button class="cardlab-leaf cardlab-${node.kind} ${node.by ? "cardlab-bybot" : ""}" data-node=${node.id} tabindex=${here ? 0 : -1} aria-current=${here ? "step" : nothing}
    title=${`${who}${by}${node.note ? ` – ${node.note}` : ""}` || nothing}>${who ? html`<small>${who}</small> ` : nothing}${node.action ?? label(state, node)}${node.note ? html`<i aria-hidden="true"> ✎</i>` : nothing}${node.unchecked ? html`<i title=${ui(state, "unchecked_here")}> ⚠</i>` : nothing}</button>`;
}

const KEYS: KeyWords = [
  ["a … z", "key_letter"],
  ["← →", "key_aim"],
  ["Enter", "key_take"],
  ["0 … 9 /", "key_type"],
  [", .", "key_steps"],
  ["V", "key_siblings"],
  ["Home", "to_the_start"],
  ["B", "where_i_was"],
  ["Ctrl+Z Ctrl+Shift+Z", "key_undo"],
  ["N P Del", "key_branch_deeds"],
  ["H", "tool_hidden"],
  ["E", "tool_edit"],
  ["T", "tool_begin"],
  ["I", "tool_insert"],
  ["C", "tool_compare"],
  ["O", "tool_bots"],
  ["S", "tool_save"],
  ["Esc ⌫", "key_back"],
  ["w Esc", "key_leave"],
  ["?", "key_help"],
];
