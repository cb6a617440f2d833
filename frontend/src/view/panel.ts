/** The rule panel: one tab a source, its text with the governing passages marked, in order. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Disagreement, Rule, Source, Span } from "../decode";
import type { Actions, Shown } from "../state";
import { said, shortId, ui } from "../text";
import { icon } from "./icons";
import { bothSides, matterOf, sign } from "./judged";

/** The source whose tab is open: the chosen one, else the one that the preset follows. */
export function openSource(state: Shown): Source | undefined {
  const { sources, presetSources } = state.session.book;
  const followed = presetSources[state.film.frames.preset];
  return sources.find((source) => source.id === state.tab) ?? sources.find((source) => source.id === followed) ?? sources[0];
}

/** The disagreements touching a governing rule on which this source stands for another value than the game's preset. */
export function objections(state: Shown, source: Source): Disagreement[] {
  const { preset } = state.film.frames;
  return state.session.book.disagreements.filter((d) => {
    const played = d.presets[preset];
    const says = d.says[source.id];
    // told with both sides already
    if (matterOf(state)?.disputes.includes(d.id) && side(state, source)) return false;
    return played !== undefined && says !== undefined && says.value !== played && d.rules.some((rule) => state.governing.includes(rule));
  });
}

/** Whether the source has a passage for a rule. */
function covers(source: Source, rule: string): boolean {
  return source.sections.some((section) => section.items.some((item) => item.rule === rule)) || !!source.original?.spans.some((span) => span.rule === rule);
}

/** The rules to mark in a source because they make the difference between the two presets; null where it is on neither side. */
function side(state: Shown, source: Source): readonly string[] | null {
  return matterOf(state)?.sides.find((one) => one.source === source.id)?.rules ?? null;
}

export function panel(state: Shown, actions: Actions): TemplateResult | typeof nothing {
  const { book } = state.session;
  const open = openSource(state);
  if (!open) return nothing;
  return html`<div role="group" class="cardlab-panel" aria-label=${ui(state, "rules_of")}>
    <div class="cardlab-tabs" role="tablist" aria-label=${ui(state, "rules_of")}>${book.sources.map((source) => {
      const warned = objections(state, source).length > 0;
      const differs = !!side(state, source)?.length;
      return html`<button role="tab" class="cardlab-tab ${differs ? "cardlab-sided" : ""}" data-source=${source.id} aria-selected=${source === open} title=${said(source.title, state)}
        @click=${() => actions.tab(source.id)}>${said(source.short, state)}${differs ? html`<span class="cardlab-sign" role="img" aria-label=${ui(state, "side_of_difference")}>${sign("different")}</span>` : nothing}${warned ? html`<span class="cardlab-warnmark" role="img" aria-label=${ui(state, "says_otherwise")}>${icon("warn")}</span>` : nothing}</button>`;
    })}</div>
    ${above(state, open, actions)}
    <div class="cardlab-doc" role="tabpanel" aria-label=${said(open.title, state)} tabindex="0" data-scrolls>
      ${guard([open, state.governing.join(" "), state.lang, state.translated, state.film, side(state, open)], () => sourceText(state, open, actions))}
    </div>
  </div>`;
}

const rulingsOf = (state: Shown): string[] => state.governing.filter((rule) => state.session.book.rules[rule]?.kind === "ruling");

/** What is to be said before the text is read; it stays in sight while the text is scrolled. */
function above(state: Shown, source: Source, actions: Actions): TemplateResult | typeof nothing {
  const rulings = rulingsOf(state);
  const objected = objections(state, source);
  const silent = !rulings.length && state.governing.length > 0 && !state.governing.some((rule) => covers(source, rule));
  const matter = matterOf(state);
  if (!rulings.length && !objected.length && !silent && !matter) return nothing;
  return html`<div class="cardlab-above" role="group" tabindex="0" data-scrolls aria-label=${ui(state, "about_step")}>${
    matter ? bothSides(state, matter, actions) : nothing}${objected.map((d) => objection(state, source, d))}${
    rulings.length ? rulingBox(state, rulings, actions) : silent ? html`<p class="cardlab-silent">${ui(state, "source_silent")}</p>` : nothing
  }</div>`;
}

function sourceText(state: Shown, source: Source, actions: Actions): TemplateResult {
  const { rules } = state.session.book;
  const near = new Set(rulingsOf(state).flatMap((rule) => rules[rule]?.near ?? []));
  const own = source.language !== state.lang;
  return html`
    <div class="cardlab-doctop">
      <span class="cardlab-doctitle" title=${ui(state, source.original ? "original_text" : "reading_view")}>${said(source.title, state)}</span>
      ${
        own && !source.original
          ? html`<button class="cardlab-pill" aria-pressed=${state.translated} @click=${actions.translate}>${
              state.translated ? ui(state, "in_own_language") : ui(state, "in_language", { language: ui(state, `name_${state.lang}`) })
            }</button>`
          : nothing
      }
    </div>
    ${source.problem ? html`<p class="cardlab-problem">${source.problem}</p>` : nothing}
    ${source.original ? originalText(state, source, near) : readingView(state, source, near)}`;
}

function objection(state: Shown, source: Source, d: Disagreement): TemplateResult {
  return html`<div class="cardlab-warning">${icon("warn")}<div><b>${ui(state, "says_otherwise_on", { topic: said(d.topic, state) })}</b><br />${said(d.says[source.id]?.text, state)}</div></div>`;
}

function rulingBox(state: Shown, rulings: readonly string[], actions: Actions): TemplateResult {
  return html`<div class="cardlab-rulings"><p>${ui(state, "sources_silent")}</p>${rulings.map((id) => {
    const rule = state.session.book.rules[id]!;
    return html`<div class="cardlab-passage cardlab-ruling" data-rule=${id} data-governs=${order(state, id)}>
      ${rule.question ? html`<i>${said(rule.question, state)}</i> ` : nothing}<span>${said(rule.text, state)}</span>
      ${rule.near?.length ? html`<span class="cardlab-nearby">${ui(state, "ruling_near")} ${rule.near.map((other) => html`<button class="cardlab-chip" @click=${() => actions.reveal(other)}>${shortId(other)}</button>`)}</span>` : nothing}
    </div>`;
  })}</div>`;
}

/** The number of a governing rule, or `nothing`, which leaves the attribute out. */
function order(state: Shown, rule: string): number | typeof nothing {
  const k = state.governing.indexOf(rule);
  return k < 0 ? nothing : k + 1;
}

/** Marks a passage that is on one side of the difference between the presets. */
const differs = (state: Shown, source: Source, rule: string): "" | typeof nothing => (side(state, source)?.includes(rule) ? "" : nothing);

const look = (near: ReadonlySet<string>, rule: string): string => `cardlab-passage${near.has(rule) ? " cardlab-near" : ""}`;

function readingView(state: Shown, source: Source, near: ReadonlySet<string>): TemplateResult {
  const { rules } = state.session.book;
  const lang = state.translated ? state.lang : source.language;
  return html`<div class="cardlab-reading" lang=${lang}>${source.sections.map(
    (section) => html`<h4>${section.title[lang]}</h4>
      ${section.items.map(({ rule, line }) => {
        const known = rules[rule];
        return html`<p class="cardlab-lined" data-kind=${known?.kind ?? "rule"}><small>${line}</small><span><span class="${look(near, rule)}"
          data-rule=${rule} data-governs=${order(state, rule)} data-differs=${differs(state, source, rule)}>${known?.text[lang] ?? rule}</span>${kindMark(state, known)}</span></p>`;
      })}`,
  )}</div>`;
}

function kindMark(state: Shown, rule: Rule | undefined): TemplateResult | typeof nothing {
  return rule?.kind === "advice" ? html` <span class="cardlab-kind">${ui(state, "rule_advice")}</span>` : nothing;
}

function originalText(state: Shown, source: Source, near: ReadonlySet<string>): TemplateResult {
  const { lines, first, spans } = source.original!;
  const marked = new Map<number, Span[]>();
  for (const span of spans) {
    if (![state.governing, [...near], side(state, source) ?? []].some((some) => some.includes(span.rule))) continue;
    marked.set(span.line, [...(marked.get(span.line) ?? []), span]);
  }
  const begun = new Set<string>();
  return html`<div class="cardlab-original" lang=${source.language}>${lines.map((text, k) =>
    text.trim() === ""
      ? html`<p class="cardlab-blank"></p>`
      : html`<p class="cardlab-lined"><small>${first + k}</small><span>${cut(text, marked.get(first + k) ?? []).map((piece) =>
          nested(state, source, piece, near, begun),
        )}</span></p>`,
  )}</div>`;
}

/** A line cut where spans begin and end, each piece with the rules whose spans cover it. */
export function cut(text: string, spans: readonly Span[]): { text: string; rules: string[] }[] {
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].filter((edge) => edge >= 0 && edge <= text.length).sort((a, b) => a - b);
  return edges.slice(1).map((end, k) => {
    const start = edges[k]!;
    return { text: text.slice(start, end), rules: [...new Set(spans.filter((span) => span.start <= start && span.end >= end).map((span) => span.rule))] };
  });
}

function nested(state: Shown, source: Source, piece: { text: string; rules: string[] }, near: ReadonlySet<string>, begun: Set<string>): unknown {
  // a number once, where a passage begins: a passage may run over several lines and pieces
  return piece.rules.reduceRight<unknown>((inner, rule) => {
    const starts = !begun.has(rule);
    begun.add(rule);
    return html`<mark class="${look(near, rule)} ${starts ? "" : "cardlab-goeson"}" data-rule=${rule} data-governs=${order(state, rule)} data-differs=${differs(state, source, rule)}>${inner}</mark>`;
  }, piece.text);
}
