/** A match: the table, whose turn it is and what may be done, why, what has happened, and in the end the result. */
import { html, nothing, type TemplateResult } from "lit-html";
import { LANGS, type Lang } from "../decode";
import type { PlayDesk, PlayDoings } from "../playmoment";
import type { Actions, Shown } from "../state";
import { nameOf, said, told, ui, word } from "../text";
import { due } from "./due";
import { keyList, type KeyWords } from "./keylist";
import { panel } from "./panel";
import { table } from "./table";
import { refusal, why } from "./why";

export function playing(state: PlayDesk, doings: PlayDoings): TemplateResult {
  // the parts of the viewer know the doings that they need
  const actions = doings as unknown as Actions;
  const shown = explained(state);
  return html`${head(state, doings)}
    <div class="cardlab-main">
      <div class="cardlab-left">${table(state)}${below(state, doings)}${log(state, doings)}</div>
      <div class="cardlab-side"><div class="cardlab-sidein">${state.refused ? refusal(state, doings, lesson(state)) : html`${why(withoutResult(shown), doings)}${back(state, doings)}`}${panel(state.refused ? state : shown, actions)}</div></div>
    </div>
    ${foot(state, doings)}${keyList(state, doings, KEYS)}`;
}

function head(state: PlayDesk, doings: PlayDoings): TemplateResult {
  const { film, now } = state;
  const { frames } = film;
  const names = frames.names.map((name, seat) => (now.bots[seat] ? ui(state, "bot", { name, bot: said(now.bots[seat], state) }) : ui(state, "you", { name })));
  const preset = ui(state, "rules_preset", { preset: word(state, "presets", frames.preset) });
  return html`<div class="cardlab-head">
      <h2 class="cardlab-title">${frames.title}</h2>
      <span class="cardlab-sub">${names.join(" · ")} — ${preset}</span>
      <span class="cardlab-tools">
        ${state.busy ? html`<span class="cardlab-busy" role="status" aria-label=${ui(state, "working")}></span>` : nothing}
        <select class="cardlab-lang" aria-label=${ui(state, "language")} @change=${(event: Event) => doings.language((event.target as HTMLSelectElement).value as Lang)}>
          ${LANGS.map((lang) => html`<option>${lang}</option>`)}</select>
        <button class="cardlab-pill" title=${ui(state, "keys_help")} aria-label=${ui(state, "keys_help")} aria-haspopup="dialog" @click=${doings.help}>?</button>
      </span>
    </div>
    ${state.session.error ? html`<div class="cardlab-error" role="alert">${state.session.error}</div>` : nothing}${
      state.gone ? html`<div class="cardlab-error cardlab-gone" role="alert">${ui(state, "match_gone")} <code>cardlab.play(resume=${JSON.stringify(now.file)})</code></div>` : nothing}${
      now.torn ? html`<div class="cardlab-error">${ui(state, "torn_aside", { file: now.torn })}</div>` : nothing}`;
}

/** What stands below the table: the others' moves as they are shown, what may be done, or how it ended. */
function below(state: PlayDesk, doings: PlayDoings): TemplateResult {
  if (state.showing) return show(state, doings);
  if (state.film.frames.result || state.now.left) return ended(state, doings);
  if (state.now.closed) return html`<div role="group" class="cardlab-due"><p class="cardlab-question">${ui(state, "match_closed")}</p></div>`;
  const clock = state.now.clock && !state.gone ? html`<span class="cardlab-clock" role="timer" aria-label=${ui(state, "time_left")}></span>` : nothing;
  return html`<div class="cardlab-turn"><b>${ui(state, "your_turn")}</b> ${clock}</div>${due(state, doings)}`;
}

function show(state: PlayDesk, doings: PlayDoings): TemplateResult {
  const step = state.film.frames.steps[state.ply - 1];
  return html`<div class="cardlab-turn"><b>${ui(state, "bots_move")}</b></div>
    <div role="group" class="cardlab-due cardlab-showing" aria-label=${ui(state, "what_is_due")}>
      <p class="cardlab-question">${step ? brief(state, state.ply) : ui(state, "nothing_yet")}</p>
      <p><button class="cardlab-skip" @click=${doings.skip}>${ui(state, "skip")} <kbd>␣</kbd></button></p>
    </div>`;
}

/** How it ended, for the person, with the scores and a way back into the match. */
function ended(state: PlayDesk, doings: PlayDoings): TemplateResult {
  const { now } = state;
  const { result, names } = state.film.frames;
  const winners = result?.winners ?? [];
  const key = !result ? "you_left" : !winners.length ? "nobody" : !winners.includes(now.seat) ? (winners.length > 1 ? "lost_many" : "lost") : winners.length > 1 ? "shared" : "won";
  return html`<div role="group" class="cardlab-due cardlab-ended" aria-label=${ui(state, "result")}>
    <h3 class="cardlab-outcome">${ui(state, key, { names: winners.map((seat) => nameOf(state, seat)).join(", ") })}</h3>
    ${result ? html`<p>${word(state, "reasons", result.reason)}</p>` : nothing}
    ${result?.scores.some(Boolean) ? html`<ul class="cardlab-scores">${names.map((name, seat) => html`<li class=${winners.includes(seat) ? "cardlab-winner" : ""}><span>${name}</span> <b>${result.scores[seat]}</b></li>`)}</ul>` : nothing}
    <p><button class="cardlab-lookback" ?disabled=${state.gone || state.busy} title=${ui(state, "look_back_told")} @click=${doings.open}>${ui(state, "look_back")}</button></p>
    ${state.trouble ? html`<p class="cardlab-trouble" role="alert">${state.trouble}</p>` : nothing}
  </div>`;
}

/** Which sources say otherwise about what was refused. */
function lesson(state: PlayDesk): TemplateResult | typeof nothing {
  const told = state.lesson?.[state.lang];
  if (!told || !(told.otherwise.length || told.others.length)) return nothing;
  return html`<div class="cardlab-lesson">${told.others.map((text) => html`<p class="cardlab-elsewhere">${text}</p>`)}${told.otherwise.map(
    (one) => html`<p>${ui(state, "sources_differ", { topic: one.topic })}</p><ul>${one.says.map(({ short, text }) => html`<li><b>${short}</b>: ${text}</li>`)}</ul>`)}</div>`;
}

/** The view as its explanation sees it: at the ply that was asked for. */
function explained(state: PlayDesk): PlayDesk {
  if (state.about === null) return state;
  return { ...state, ...governed(state, state.about - state.now.first) };
}

/** The result stands below the table. */
const withoutResult = (state: PlayDesk): PlayDesk => ({ ...state, film: { ...state.film, frames: { ...state.film.frames, result: null } } });

const governed = ({ film }: Shown, ply: number): Pick<Shown, "ply" | "governing" | "allowed"> => {
  const step = film.frames.steps[ply - 1];
  const governing = (step?.r ?? []).map((rule) => film.frames.rules[rule] ?? "");
  return { ply, governing, allowed: step?.k ?? governing.length };
};

/** What a ply did and what followed, without why it could be done. */
function brief(state: PlayDesk, ply: number): string {
  const { governing, allowed } = governed(state, ply);
  return told({ ...state, ply, governing: governing.slice(allowed), allowed: 0 });
}

function back(state: PlayDesk, doings: PlayDoings): TemplateResult | typeof nothing {
  if (state.about === null) return nothing;
  return html`<p class="cardlab-about">${ui(state, "explained", { ply: state.about })} <button @click=${() => doings.explain(null)}>${ui(state, "to_now")}</button></p>`;
}

/** What has happened, the newest first, each with its sentence; the number explains it. */
function log(state: PlayDesk, doings: PlayDoings): TemplateResult {
  const { film, now, shown } = state;
  const plies = Array.from({ length: shown - now.first }, (_, k) => shown - now.first - k);
  return html`<div role="group" class="cardlab-log" aria-label=${ui(state, "log")} tabindex="0" data-scrolls>
    <h3>${ui(state, "log")}</h3>
    <ol>${plies.map((ply) => {
      const number = now.first + ply;
      const actor = film.actors[ply]!;
      return html`<li class=${actor === now.seat ? "cardlab-own" : ""}><button aria-pressed=${state.about === number} aria-label=${ui(state, "explain_ply", { ply: number })} ?disabled=${state.showing} @click=${() => doings.explain(state.about === number ? null : number)}>${number}</button>
        <span><code>${film.frames.steps[ply - 1]!.a}</code> ${brief(state, ply)}</span></li>`;
    })}</ol>
  </div>`;
}

function foot(state: PlayDesk, doings: PlayDoings): TemplateResult {
  const { now, gone, busy } = state;
  const off = gone || now.closed || now.left || now.over;
  return html`<div class="cardlab-foot cardlab-recordfoot" role="group" aria-label=${ui(state, "playing")}>
    <span class="cardlab-file"><b class="cardlab-saved" data-saved=${String(!busy && !gone)}>${ui(state, gone ? "not_taken" : busy ? "writing" : "saved")}</b> <span>${now.file}</span> · ${ui(state, "count_plies", { count: now.plies })}</span>
    <span class="cardlab-deeds">
      <button ?disabled=${off || busy} aria-expanded=${state.noting} @click=${doings.noting}>${ui(state, "add_note")}</button>
      <button ?disabled=${off || busy} aria-expanded=${state.leaving} @click=${doings.leaving}>${ui(state, "leave")}</button>
    </span>
    ${state.noting ? note(state, doings) : nothing}
    ${state.leaving ? html`<div class="cardlab-calls" role="group" aria-label=${ui(state, "leave")}><span>${ui(state, "leave_told")}</span> <button class="cardlab-stay" @click=${doings.leaving}>${ui(state, "stay")}</button> <button class="cardlab-leave" @click=${doings.leave}>${ui(state, "leave_for_good")}</button></div>` : nothing}
  </div>`;
}

function note(state: PlayDesk, doings: PlayDoings): TemplateResult {
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("note") as HTMLInputElement;
    if (field.value.trim()) doings.note(field.value);
  };
  return html`<form class="cardlab-noting" @submit=${take}><label>${ui(state, "note_on_last", { ply: state.now.plies })} <input name="note" autocomplete="off" /></label><button>${ui(state, "write")}</button></form>`;
}

const KEYS: KeyWords = [
  ["a … z", "key_letter"],
  ["← →", "key_aim"],
  ["Enter", "key_take"],
  ["0 … 9 /", "key_type"],
  ["Esc ⌫", "key_back"],
  ["␣", "key_skip"],
  ["?", "key_help"],
];
