/** One view of a match: the others' moves shown one after another, the clock, and its drawing. The kernel decides, and writes. */
import { showEntry, type Entry, type Kind } from "./entry";
import type { Lesson, PlayDesk, PlayDoings, PlayOwn } from "./playmoment";
import css from "./play.css";
import around from "./recorder.css";
import type { Invoke, Model, Session } from "./session";
import { standing } from "./standing";
import { ui } from "./text";
import { playing } from "./view/playing";

/** Milliseconds for which a move of another seat stands before the next; less where many follow, never less than the shortest. */
const PAUSE = 750;
const SHORTEST = 260;
/** What all moves between two of the person's own may take together. */
const TOGETHER = 7_000;
const TICK = 200;
/** Seconds before the end at which the time is told aloud. */
const HURRY = 10;

/** How long the table stands before the next ply; the person's own is shown at once. */
function pauseOf({ film, now, shown }: PlayDesk): number {
  const actor = film.actors[shown - now.first + 1]!;
  if (actor === now.seat) return 0;
  return Math.max(SHORTEST, Math.min(actor < 0 ? PAUSE / 2 : PAUSE, TOGETHER / (now.plies - shown)));
}

/** Puts the ply that is shown on the table; nothing can be chosen before the last. */
function shape(state: PlayDesk): void {
  const { now, session, film } = state;
  state.shown = Math.max(now.first, Math.min(state.shown ?? now.watched, now.plies));
  state.showing = state.shown < now.plies;
  if (!state.showing) return;
  const { ply, table, motion, governing, allowed } = standing(session, film, state.shown - now.first);
  Object.assign(state, { ply, table, motion, governing, allowed, picked: null, taken: false, refused: null });
  state.now = { ...now, moves: [], asked: null, player: table.player };
  if (film.frames.result) state.film = { ...film, frames: { ...film.frames, result: null } };
}

/** Shows the match in `el`. Returns the undoing. */
export function showPlaying(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  let entry: Entry<PlayDesk, PlayOwn>;
  let next: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  /** The moment of which the kernel knows that it is seen; when the time is over, in milliseconds; whether that was told. */
  let seen = -1;
  let ends: number | null = null;
  let told = false;
  /** Whether the focus was in the view before it was drawn: a button that is gone hands it to the whole. */
  let focused = false;

  const quiet = (): void => {
    clearInterval(ticking);
    ticking = undefined;
    ends = null;
  };

  const tick = (): void => {
    const state = entry.desk();
    const clock = entry.body.querySelector<HTMLElement>(".cardlab-clock");
    if (!state || !clock || ends === null || state.gone) return;
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    clock.textContent = ui(state, "seconds", { seconds: left });
    clock.dataset.low = String(left <= HURRY);
    if (left <= HURRY && !told && left > 0) {
      told = true;
      entry.change({ done: ui(state, "hurry", { seconds: left }) });
    }
    // the kernel's clock decides: where it is not over there, it is asked again
    if (left === 0 && !state.busy) void entry.ask("_tick", {});
  };

  const ready = async (at: number): Promise<void> => {
    seen = at;
    const answer = await entry.tell<{ error?: string; remaining: number | null }>({ do: "ready" });
    if (typeof answer?.remaining !== "number" || entry.desk()?.now.at !== at) return;
    ends = performance.now() + answer.remaining * 1000;
    told = answer.remaining <= HURRY;
    ticking ??= setInterval(tick, TICK);
    tick();
  };

  const kind: Kind<PlayDesk, PlayDoings, PlayOwn> = {
    look: "cardlab-recorder cardlab-play",
    css: around + css,
    own: { shown: null, about: null, leaving: false, noting: false, lesson: null },
    passing: { about: null, leaving: false, lesson: null },
    entered: () => "",
    silent: (state) => ui(state, "no_answer", { file: state.now.file }),
    closing: ({ leaving, noting, about }) => (leaving || noting || about !== null ? { leaving: false, noting: false, about: null } : null),
    shape,
    view(state, doings) {
      focused = entry.root.contains(document.activeElement);
      return playing(state, doings);
    },
    after(body, state) {
      clearTimeout(next);
      const { root } = entry;
      if (focused && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
      body.querySelectorAll<HTMLElement>("[data-seat]").forEach((seat) => seat.toggleAttribute("data-own", seat.dataset.seat === String(state.now.seat)));
      root.dataset.shown = String(state.shown);
      root.dataset.showing = String(state.showing);
      entry.mine.shown = state.shown;
      if (state.showing) {
        quiet();
        next = setTimeout(() => entry.change({ shown: state.shown + 1 }), pauseOf(state));
      } else if (seen !== state.now.at) {
        quiet();
        void ready(state.now.at);
      }
    },
    press: (state) => {
      if (state.showing) entry.change({ shown: state.now.plies });
      return state.showing;
    },
    refused: (_state, { text }) => {
      entry.mine.lesson = null;
      void entry.tell<Record<string, Lesson> & { error?: string }>({ do: "lesson", text }).then((lesson) => {
        if (lesson && !lesson.error && entry.mine.refused?.text === text) entry.change({ lesson });
      });
    },
    key(state, event, doings) {
      if (!state.showing || (event.key !== " " && event.key !== "Enter") || (event.target as HTMLElement).closest("button, summary")) return false;
      return doings.skip(), true;
    },
    doings(given) {
      entry = given;
      const { change, mine, ask, body } = given;
      return {
        undo: () => change({ trouble: ui(entry.desk()!, "no_undo"), refused: null }),
        skip: () => change({ shown: entry.desk()?.now.plies ?? null }),
        explain: (about) => change({ about, refused: null, trouble: "" }),
        leaving: () => {
          change({ leaving: !mine.leaving, noting: false });
          if (mine.leaving) body.querySelector<HTMLElement>(".cardlab-stay")?.focus();
        },
        leave: () => void ask("_leave", {}),
        noting: () => {
          change({ noting: !mine.noting, leaving: false });
          body.querySelector<HTMLElement>(".cardlab-noting input")?.focus();
        },
        note: (text) => void ask("_note", { text }, (state) => ui(state, "saved")).then((well) => well && change({ noting: false })),
        open: () => void ask("_open", {}),
      };
    },
  };
  const undo = showEntry(kind, session, model, el, invoke);
  return () => {
    clearTimeout(next);
    quiet();
    undo();
  };
}
