/** Answering a question: what one view has begun of it, its keys, and what goes to the kernel, which judges. Nothing here knows what is right. */
import { readAsking, type Asked, type Asking } from "./asked";
import type { Choosing, Option } from "./desk";
import { wantsMotion } from "./fly";
import type { Spot, Try } from "./moment";
import { optionsOf } from "./options";
import { hitOf, markSpots, type Pointed } from "./pointed";
import { meaningOf, onlySource } from "./pointing";
import type { Invoke, Model } from "./session";
import type { Shown } from "./state";
import { shortId, ui } from "./text";

/** A kernel may be busy with another cell for a while, in milliseconds. */
const ANSWER_WITHIN = 60_000;
/** A card that may not be laid goes there and back in this time, in milliseconds. */
const BACK_AGAIN = 700;
/** Letters of options: those that keys have another meaning for are left out. */
const LETTERS = "abcdefgijkmoqrsuvxyz";

const NOTHING: Choosing["now"] = { player: null, moves: [], asked: null, calls: [] };

/** A question, what was begun of its answer, and all that drawing needs. */
export interface Quizzing extends Choosing {
  asking: Asking;
  asked: Asked;
}

/** What a person can do with a question. */
export interface Answering {
  choose(place: number): void;
  answer(text: string): void;
  hint(): void;
  /** Goes on with the game, or to another question. */
  onward(by?: 1 | -1): void;
  go(number: number): void;
  /** Goes to the question by keyboard. */
  focus(): false | void;
}

export interface Questions {
  readonly asking: Asking | null;
  /** The question, where it is asked on the table that is shown. */
  now(): Quizzing | null;
  doings: Answering;
  /** Marks the table; to be called after drawing. */
  follow(): void;
  /** What a screen reader is told: question, hint, verdict, in that order. */
  told(): string;
  close(): void;
}

interface Given {
  model: Model;
  invoke?: Invoke;
  root: HTMLElement;
  body: HTMLElement;
  /** What is on the table; null where nothing is. */
  shown(): Shown | null;
  redraw(): void;
  /** Whether keys that are pressed anywhere in the widget are meant for the question; where that changes, told when it is asked. */
  whole: boolean | (() => boolean);
  /** Whether the question is asked on the table that is shown; by itself where its ply is. */
  here?(): boolean;
  /** Whether pointing at the table answers; by itself it does. */
  points?(): boolean;
  /** The game went on: there are further plies. */
  wentOn?(): void;
}

interface Own extends Pick<Choosing, "picked" | "choice" | "at" | "trouble" | "busy"> {}
const FRESH: Own = { picked: null, choice: null, at: 0, trouble: "", busy: false };

export function makeQuestions({ model, invoke, root, body, shown, redraw, whole: anywhere, here, points = () => true, wentOn }: Given): Questions {
  const whole = (): boolean => (typeof anywhere === "boolean" ? anywhere : anywhere());
  /** Before anything in the widget takes a key that is meant for the question alone. */
  const capture = anywhere !== true;
  const id = `cardlab-${Math.random().toString(36).slice(2)}`;
  const mine: Own = { ...FRESH };
  let bytes: unknown;
  let asking: Asking | null = null;
  /** What was sent last: an answer that is undone is shown going back once. */
  let sent = "";
  let shownBack = 0;

  const read = (): void => {
    const given = model.get("question");
    if (given === bytes) return;
    bytes = given;
    const old = asking;
    try {
      asking = readAsking(given as DataView);
    } catch {
      asking = null;
    }
    // the data of an answer may be here before its reply: until then the kernel is not done
    Object.assign(mine, FRESH, { busy: mine.busy }, old?.asked?.id === asking?.asked?.id && { at: mine.at });
  };

  const now = (): Quizzing | null => {
    read();
    const state = shown();
    if (!state || !asking?.asked) return null;
    if (here ? !here() : asking.ply !== undefined && (state.line !== null || state.ply !== asking.ply)) return null;
    const { asked } = asking;
    const moment = asked.pointed ?? NOTHING;
    const quiz: Quizzing = { ...state, ...mine, asking, asked, now: moment, picked: mine.picked ?? onlySource(moment.moves), taken: mine.picked !== null, named: [], options: [], id, gone: !invoke };
    if (asked.told?.rules.length) Object.assign(quiz, { governing: asked.told.rules, allowed: asked.told.rules.length });
    quiz.options = quiz.gone || asked.closed ? [] : asked.choices.length ? choices(quiz) : optionsOf(quiz, choose, LETTERS);
    quiz.at = Math.min(mine.at, Math.max(0, quiz.options.length - 1));
    return quiz;
  };

  const choices = ({ asked, lang }: Quizzing): Option[] =>
    asked.choices.map(({ answer, text }, i) => ({ label: text[lang], told: "", key: LETTERS[i] ?? "", spot: null, face: null, left: null, refused: null, choose: () => send(answer) }));

  const change = (some: Partial<Own>): void => {
    Object.assign(mine, some);
    redraw();
  };

  const ask = async (name: string, message: object): Promise<void> => {
    if (!invoke || !asking || mine.busy) return;
    change({ busy: true, trouble: "" });
    let error: string | undefined;
    // what has the focus may be gone with the answer
    const inside = root.contains(document.activeElement);
    try {
      const [answer] = await invoke(name, { at: asking.at, ...message }, { signal: AbortSignal.timeout(ANSWER_WITHIN) });
      error = answer?.error;
    } catch (reason) {
      error = reason instanceof Error ? reason.message : String(reason);
    }
    read();
    const state = shown();
    change({ ...FRESH, at: mine.at, trouble: error === "stale" && state ? ui(state, "stale") : (error ?? "") });
    if (name === "_onward" && !error) wentOn?.();
    if (inside && !root.contains(document.activeElement)) (name === "_onward" || focus() === false) && root.focus({ preventScroll: true });
    else if (inside && name === "_answer" && (document.activeElement as HTMLElement).matches("button")) focus();
  };

  const send = (text: string): void => {
    sent = text;
    void ask("_answer", { answer: text });
  };

  const choose = (doing: { pick: Spot } | { act: Try[] } | { name: string } | { say: string }): void => {
    if ("pick" in doing) change({ picked: doing.pick, choice: null, at: 0, trouble: "" });
    else if ("act" in doing) act(doing.act);
  };
  const act = (tries: readonly Try[]): void => {
    if (tries.length === 1) send(tries[0]!.text);
    else change({ choice: [...tries], at: 0, trouble: "" });
  };

  const focus = (): false | void => {
    if (whole()) return root.focus({ preventScroll: true });
    const section = body.querySelector<HTMLElement>(".cardlab-ask");
    if (!section) return false;
    section.focus({ preventScroll: true });
    section.scrollIntoView?.({ block: "nearest" });
  };

  const doings: Answering = {
    choose(place) {
      if (mine.busy) return;
      mine.at = place;
      now()?.options[place]?.choose();
    },
    answer: (text) => {
      if (text.trim()) send(text.trim());
    },
    hint: () => void ask("_hint", {}),
    onward: (by = 1) => {
      if (!asking) return;
      if (asking.ply !== undefined) return void ask("_onward", {});
      const to = asking.number + by;
      if (to >= 0 && to < asking.count) doings.go(to);
    },
    go: (number) => void ask("_go", { number }),
    focus,
  };

  const press = (event: MouseEvent): void => {
    const state = now();
    const hit = state && hitOf(state.film.zones, event.target);
    if (!hit || !points() || !state.asked.pointed || state.gone || state.asked.closed || state.busy || state.choice) return;
    const meaning = meaningOf(state.now.moves, state.picked, hit);
    if (!meaning) change({ trouble: ui(state, "nothing_from_here") });
    else if ("act" in meaning) act(meaning.act);
    else if ("pick" in meaning) choose(meaning);
    else change({ picked: null, choice: null, trouble: "" });
  };

  const key = (event: KeyboardEvent): void => {
    const at = event.target as HTMLElement;
    if (at.closest("[role=dialog]") || (!whole() && !at.closest(".cardlab-ask"))) return;
    const state = now();
    if (!state || event.defaultPrevented || !handle(state, event, at)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Whether the key meant something here. */
  const handle = (state: Quizzing, event: KeyboardEvent, at: HTMLElement): boolean => {
    const writes = !!at.closest("input, select, textarea");
    const form = event.key === "Enter" && at.matches("input") ? at.closest("form") : null;
    // the page around may keep a form from being sent by Enter
    if (form) return form.requestSubmit(), true;
    if (event.key === "Escape" && writes) return focus(), true;
    if (event.key === "Escape" || (event.key === "Backspace" && !writes)) {
      if (mine.picked || mine.choice || mine.trouble) return change({ ...FRESH }), true;
      if (!whole() && event.key === "Escape") return root.focus({ preventScroll: true }), true;
      return false;
    }
    if (writes || event.ctrlKey || event.metaKey || event.altKey) return false;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by && !at.closest("[data-scrolls], [role=tablist]")) {
      const many = state.options.length;
      if (many) return change({ at: (state.at + by + many) % many }), true;
      if (event.key === "ArrowRight" && state.asking.onward) return doings.onward(), true;
      return false;
    }
    if (event.key === "Enter" && !at.closest("button, summary")) {
      if (state.options.length) return doings.choose(state.at), true;
      return state.asked.closed || state.asking.onward ? (doings.onward(), true) : false;
    }
    if (event.key === "h") return doings.hint(), true;
    if (event.key === "n" || event.key === "PageDown") return doings.onward(1), true;
    if (event.key === "p" || event.key === "PageUp") return whole() && state.asking.ply === undefined && (doings.onward(-1), true);
    const lettered = state.options.findIndex((option) => option.key && option.key === event.key);
    if (lettered >= 0) return doings.choose(lettered), true;
    // a digit, a sign or a slash begins a typed answer
    const field = body.querySelector<HTMLInputElement>(".cardlab-ask .cardlab-entry");
    if (!field || !/^[-0-9/:]$/.test(event.key)) return false;
    if (event.key !== "/" && field.matches("input")) field.value += event.key;
    field.focus();
    return true;
  };

  /** The action that was sent and that the rules refuse; null once something else is begun. */
  const refusedTry = ({ asked, picked, choice, taken }: Quizzing): Try | null =>
    asked.told?.undone && !(taken && picked) && !choice ? (asked.pointed?.moves.find(({ text }) => text === asked.told!.answer) ?? null) : null;

  const marks = (state: Quizzing): Pointed[] => {
    if (!points() || !state.asked.pointed || state.asked.closed || state.gone || state.help) return [];
    const refused = refusedTry(state);
    const red: Pointed[] = refused?.target ? [{ spot: refused.target, mark: "not", aimed: true }] : [];
    const some = state.options.flatMap((option, i): Pointed[] => (option.spot ? [{ spot: option.spot, mark: state.picked ? "target" : "source", key: option.key, aimed: i === state.at && state.taken }] : []));
    return state.picked ? [{ spot: state.picked, mark: "picked" }, ...red, ...some] : [...red, ...some];
  };

  const follow = (): void => {
    const state = now();
    const film = shown()?.film;
    if (!film) return;
    markSpots(body, film.zones, state ? marks(state) : []);
    if (!state || state.asking.at === shownBack) return;
    shownBack = state.asking.at;
    const refused = sent && refusedTry(state);
    if (refused && refused.text === sent && wantsMotion()) goBack(body, film.zones, refused);
    sent = "";
  };

  root.addEventListener("keydown", key, { capture });
  body.addEventListener("click", press);
  model.on("change:question", redraw);

  return {
    get asking() {
      read();
      return asking;
    },
    now,
    doings,
    follow,
    told: () => {
      const state = now();
      return state ? spoken(state) : "";
    },
    close() {
      root.removeEventListener("keydown", key, { capture });
      body.removeEventListener("click", press);
      model.off("change:question", redraw);
    },
  };
}

function spoken(state: Quizzing): string {
  const { asked, asking, lang } = state;
  const number = asking.count ? `${ui(state, "question_of", { number: asking.number + 1, count: asking.count })}: ` : "";
  const hint = asked.shown.at(-1);
  const hinted = hint ? ui(state, "hint_of", { step: asked.shown.length, steps: asked.hints, text: hint[lang] }) : "";
  const said = asked.told ? `${asked.told.words[lang]}: ${asked.told.text[lang]}` : "";
  const rules = asked.told?.rules.length ? `${ui(state, "rules_of_verdict")}: ${asked.told.rules.map(shortId).join(", ")}` : "";
  const aimed = state.options[state.at];
  return [state.trouble, number + asked.prompt[lang], hinted, said, rules, aimed && !asked.closed ? `${aimed.label}. ${aimed.told}` : ""].filter(Boolean).join(" ");
}

/** The card goes where it was to go, and back. */
function goBack(body: HTMLElement, zones: readonly { id: string }[], { source, target }: Try): void {
  const element = (spot: Spot | null): HTMLElement | null =>
    spot && (spot.places.length ? body.querySelector(`[data-at="${spot.zone}.${spot.places[0]}"]`) : (body.querySelector(`[data-zone="${CSS.escape(zones[spot.zone]?.id ?? "")}"] [data-at]`) ?? body.querySelector(`[data-zone="${CSS.escape(zones[spot.zone]?.id ?? "")}"]`)));
  const [card, place] = [element(source), element(target)];
  if (!card?.animate || !place) return;
  const [from, to] = [card.getBoundingClientRect(), place.getBoundingClientRect()];
  const there = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  card.animate([{ transform: "none", zIndex: 9 }, { transform: there, zIndex: 9, offset: 0.35 }, { transform: there, zIndex: 9, offset: 0.6 }, { transform: "none", zIndex: 9 }], { duration: BACK_AGAIN, easing: "ease-in-out" });
}
