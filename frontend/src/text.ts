/** The words on the screen: every visible text comes with the data. */
import type { Text, Words } from "./decode";
import { fill, sentence, type Clause, type Facts } from "./sentence";
import type { Shown, State } from "./state";
import { CHANCE } from "./table";

/** A word of the user interface. A missing one shows by its key, which reads as English. */
export function ui(state: State, key: string, facts: Facts = {}): string {
  const text = state.session.words.ui[key]?.[state.lang] ?? key.replaceAll("_", " ");
  return fill(text, facts);
}

export function said(text: Text | undefined, state: State): string {
  return text?.[state.lang] ?? "";
}

/** A word of one of the tables of words, or its key. */
export function word(state: State, table: Exclude<keyof Words, "ui" | "phrases">, key: string, facts: Facts = {}): string {
  return fill(state.session.words[table]?.[key]?.[state.lang] ?? key.replaceAll("_", " "), facts);
}

export function nameOf(state: Shown, player: number): string {
  return state.film.frames.names[player] ?? ui(state, player === CHANCE ? "chance" : "referee");
}

/** The sentence that tells and explains a ply. */
export function told(state: Shown): string {
  const { frames } = state.film;
  const step = frames.steps[state.ply - 1];
  if (!step) return ui(state, state.line === null ? "before_first_text" : "branch_begins");
  const { words, book } = state.session;
  const key = frames.phrases[step.p] ?? "";
  const phrase = words.phrases[key]?.[state.lang] ?? key;
  const facts: Facts = step.f ?? {};
  const clauses = (from: number, to?: number): Clause[] =>
    state.governing.slice(from, to).flatMap((id, i): Clause[] => {
      const rule = book.rules[id];
      return rule?.why ? [[rule.voice ?? "plain", said(rule.why, state), { ...facts, ...step.g?.[from + i] }]] : [];
    });
  return sentence(fill(phrase, facts), clauses(0, state.allowed), clauses(state.allowed));
}

/** The rules that bear on a ply and could not be checked, as faces of cards are not known. */
export function unjudgedRules(state: Shown): string[] {
  const { steps, rules } = state.film.frames;
  return (steps[state.ply - 1]?.u ?? []).map((rule) => rules[rule] ?? "");
}

/** The sentence that says what of a ply is not judged, by the first of its rules; "" where all was. */
export function notJudged(state: Shown): string {
  const [first] = unjudgedRules(state);
  return first ? ui(state, "not_judged", { rule: said(state.session.book.rules[first]?.text, state) }) : "";
}

/** A rule's id without the game's name before it. */
export function shortId(rule: string): string {
  return rule.slice(rule.indexOf(".") + 1);
}
