/** One view of a recording: its state, what a person can do with it, and its drawing. The kernel decides, and writes. */
import { html, render } from "lit-html";
import type { Desk, Doings } from "./desk";
import { boxesBefore, flyFrom, wantsMotion } from "./fly";
import { lookOf, watchLook } from "./look";
import { readRecording, refusalFrom, type Recording, type Spot, type Told, type Try } from "./moment";
import { compare, type Motion } from "./motion";
import { optionsOf, toldOf } from "./options";
import { hitOf, markSpots, type Pointed } from "./pointed";
import { meaningOf, onlySource } from "./pointing";
import { bringIntoSight, mostTelling } from "./scroll";
import type { Invoke, Model, Session } from "./session";
import css from "./style.css";
import pointing from "./pointing.css";
import own from "./recorder.css";
import { standing } from "./standing";
import type { Table } from "./table";
import { told, ui } from "./text";
import { recording, setRecordFields } from "./view/recording";
import { noView } from "./view/view";

/** A kernel may be busy with another cell for a while, in milliseconds. */
const ANSWER_WITHIN = 60_000;
/** A kernel whose connection was told to be lost has so long to say that it is there. */
const SIGN_WITHIN = 4_000;

const STILL: Motion = { movements: [], turned: [] };

interface Answer {
  error?: string;
  refused?: unknown;
  lines?: number;
}

/** What drawing needs beside the moment, and what only this view knows. */
interface Own extends Pick<Desk, "picked" | "choice" | "named" | "at" | "refused" | "trouble" | "done" | "busy" | "gone" | "menu" | "noting" | "tab" | "translated" | "help"> {}

const FRESH: Pick<Own, "picked" | "choice" | "named" | "at"> = { picked: null, choice: null, named: [], at: 0 };

/** Shows the recording in `el`. Returns the undoing. */
export function showRecorder(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  const root = makeRoot();
  const body = root.appendChild(document.createElement("div"));
  body.className = "cardlab-body";
  const live = root.appendChild(document.createElement("div"));
  live.className = "cardlab-live";
  live.setAttribute("role", "status");
  const id = `cardlab-${Math.random().toString(36).slice(2)}`;
  el.append(root);

  let now: Recording | null = null;
  let before: Table | null = null;
  let land = (): void => {};
  let revealing: ReturnType<typeof setTimeout> | undefined;
  const mine: Own = { ...FRESH, refused: null, trouble: "", done: "", busy: false, gone: !invoke, menu: false, noting: false, tab: null, translated: false, help: false };

  const read = (): void => {
    const fresh = readRecording(model.get("moment") as DataView);
    if (!fresh || fresh.at === now?.at) return;
    // what was begun here belongs to the moment that has passed
    Object.assign(mine, FRESH, { refused: null, menu: false });
    now = fresh;
  };

  const desk = (): Desk | null => {
    const { film } = session;
    if (!film || !now) return null;
    const picked = mine.picked ?? onlySource(now.moves);
    const shown = standing(session, film);
    const state: Desk = { ...shown, ...mine, now, picked, taken: mine.picked !== null, options: [], id };
    if (mine.refused?.rule) Object.assign(state, { governing: [mine.refused.rule], allowed: 1 });
    state.options = mine.gone || now.closed ? [] : optionsOf(state, choose);
    state.at = Math.min(mine.at, Math.max(0, state.options.length - 1));
    return state;
  };

  const put = (name: string, value: string): void => {
    if (root.getAttribute(name) !== value) root.setAttribute(name, value);
  };

  const draw = (): void => {
    read();
    const look = lookOf(session.theme);
    put("data-look", look.dark ? "dark" : "light");
    put("data-colours", look.jupyter ? "jupyter" : "own");
    put("lang", session.lang);
    put("aria-busy", String(mine.busy));
    const state = desk();
    if (!state) {
      render(noView({ ...mine, session, lang: session.lang } as unknown as Desk), body);
      return;
    }
    put("aria-label", state.film.frames.title);
    put("data-ply", String(state.now.plies));
    put("data-taken", String(state.taken));
    const motion = before && before !== state.table && wantsMotion() ? compare(state.film.zones, before, state.table) : STILL;
    land();
    const boxes = boxesBefore(body, motion);
    render(html`${recording(state, doings)}`, body);
    setRecordFields(body, state);
    markSpots(body, state.film.zones, marksOf(state));
    land = flyFrom(body, motion, boxes);
    if (before !== state.table || mine.refused) reveal();
    tell(state);
    before = state.table;
  };

  const tell = (state: Desk): void => {
    const aimed = state.options[state.at];
    const text = state.trouble || (state.refused ? toldOf(state, state.refused) : `${state.done} ${state.ply ? told(state) : ""} ${aimed ? `${aimed.label}. ${aimed.told}` : ""}`).trim();
    if (live.textContent !== text) live.textContent = text;
  };

  /** After the paint: what is drawn first has no place on the page yet. */
  const reveal = (): void => {
    clearTimeout(revealing);
    revealing = setTimeout(() => {
      const text = body.querySelector<HTMLElement>(".cardlab-doc");
      const passage = text ? mostTelling(text) : undefined;
      if (text && passage) bringIntoSight(text, passage);
    }, 20);
  };

  const change = (some: Partial<Own>): void => {
    Object.assign(mine, some);
    draw();
  };

  // -- asking the kernel

  const ask = async (name: string, message: object, done: (state: Desk) => string): Promise<boolean> => {
    if (!invoke || !now || mine.busy || mine.gone) return false;
    change({ busy: true, trouble: "", refused: null, done: "" });
    let answer: Answer | undefined;
    try {
      [answer] = (await invoke(name, { at: now.at, ...message }, { signal: AbortSignal.timeout(ANSWER_WITHIN) })) as [Answer, unknown];
    } catch {
      answer = undefined;
    }
    Object.assign(mine, { busy: false });
    read();
    const state = desk();
    if (!state) return false;
    if (!answer) change({ trouble: ui(state, "no_answer", { file: state.now.file }) });
    else if (answer.refused) refuse(refusalFrom(answer, (message as { text?: string }).text ?? ""));
    else if (answer.error) change({ trouble: answer.error === "stale" ? ui(state, "stale") : answer.error });
    else change({ ...FRESH, done: done(state), menu: false });
    return !!answer && !answer.error && !answer.refused;
  };

  const send = (text: string): void => void ask("_enter", { text }, (state) => ui(state, "saved_line", { line: state.now.count }));
  const refuse = (what: Told): void => change({ refused: what, trouble: "", done: "" });

  // -- choosing

  const act = (tries: readonly Try[]): void => {
    if (tries.length === 1) send(tries[0]!.text);
    else change({ choice: [...tries], at: 0, refused: null, trouble: "" });
  };

  const name = (face: string): void => {
    const { asked } = now!;
    const named = [...mine.named, face];
    if (named.length < asked!.number) change({ named, refused: null, trouble: "", at: mine.at });
    else {
      // shown as named while the kernel writes it
      mine.named = named;
      send(`${asked!.word} ${named.join(" ")}`);
    }
  };

  const choose = (doing: { pick: Spot } | { act: Try[] } | { name: string } | { say: string }): void => {
    if ("pick" in doing) change({ picked: doing.pick, choice: null, at: 0, refused: null, trouble: "" });
    else if ("act" in doing) act(doing.act);
    else if ("name" in doing) name(doing.name);
    else send(doing.say);
  };

  const press = (event: MouseEvent): void => {
    const state = desk();
    const hit = state && hitOf(state.film.zones, event.target);
    if (!state || !hit || state.gone || state.now.closed || state.busy) return;
    if (state.now.asked || state.choice) return;
    const meaning = meaningOf(state.now.moves, state.picked, hit);
    if (!meaning) change({ trouble: state.now.player === null ? "" : ui(state, "nothing_from_here"), refused: null });
    else if ("act" in meaning) act(meaning.act);
    else if ("pick" in meaning) choose(meaning);
    else if ("refuse" in meaning) refuse(meaning.refuse);
    else change({ ...FRESH, refused: null });
  };

  const doings: Doings = {
    choose(place) {
      const option = desk()?.options[place];
      if (!option || mine.busy) return;
      mine.at = place;
      if (option.refused) refuse(option.refused);
      else option.choose();
    },
    enter: (text) => void (text.trim() && send(text.trim())),
    undo: () => void ask("_undo", {}, (state) => ui(state, "taken_back", { line: state.now.count })),
    back: () => {
      if (mine.help) change({ help: false });
      else if (mine.menu || mine.noting) change({ menu: false, noting: false });
      else if (mine.refused || mine.trouble) change({ refused: null, trouble: "" });
      else if (mine.named.length) change({ named: mine.named.slice(0, -1) });
      else if (mine.picked || mine.choice) change(FRESH);
      else return false;
      root.focus({ preventScroll: true });
    },
    leave: (seat) => void ask("_leave", { seat }, (state) => ui(state, "saved_line", { line: state.now.count })),
    note: (text) => void ask("_note", { text }, (state) => ui(state, "saved_line", { line: state.now.count })).then((well) => well && change({ noting: false })),
    clock: (on) => void ask("_clock", { on }, () => ""),
    see: (seat) => void ask("_see", { seat }, () => ""),
    open: () => void ask("_open", {}, () => ""),
    menu: () => change({ menu: !mine.menu, noting: false }),
    noting: () => {
      change({ noting: !mine.noting, menu: false });
      body.querySelector<HTMLElement>(".cardlab-noting input")?.focus();
    },
    language: (lang) => session.setLang(lang),
    tab: (source) => change({ tab: source }),
    translate: () => change({ translated: !mine.translated }),
    help: () => {
      change({ help: !mine.help });
      (mine.help ? body.querySelector<HTMLElement>(".cardlab-close") : root)?.focus({ preventScroll: true });
    },
    reveal: (rule, source) => {
      if (source) change({ tab: source });
      const text = body.querySelector<HTMLElement>(".cardlab-doc");
      const passage = rule && text?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(rule)}"]`);
      if (text && passage) bringIntoSight(text, passage);
    },
  };

  const key = (event: KeyboardEvent): void => {
    const state = desk();
    if (!state || !handle(state, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Whether the key meant something here. */
  const handle = (state: Desk, event: KeyboardEvent): boolean => {
    const at = event.target as HTMLElement;
    const writes = !!at.closest("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey && !(writes && (at as HTMLInputElement).value)) {
      doings.undo();
      return true;
    }
    if (event.key === "Escape") {
      if (doings.back() === false && !writes) return false;
      root.focus({ preventScroll: true });
      return true;
    }
    const form = event.key === "Enter" && at.matches("input") ? at.closest("form") : null;
    // the page around may keep a form from being sent by Enter
    if (form) return form.requestSubmit(), true;
    if (writes || event.ctrlKey || event.metaKey || event.altKey || state.help) return false;
    if (event.key === "?") return doings.help(), true;
    if (event.key === "Backspace") return doings.back() !== false;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by && !at.closest("[data-scrolls], [role=tablist], .cardlab-calls")) {
      const many = state.options.length;
      if (many) change({ at: (state.at + by + many) % many });
      return many > 0;
    }
    if (event.key === "Enter" && !at.closest("button, summary")) return doings.choose(state.at), true;
    const lettered = state.options.findIndex((option) => option.key && option.key === event.key);
    if (lettered >= 0) return doings.choose(lettered), true;
    // a digit, a sign or a slash begins a typed action
    const field = body.querySelector<HTMLInputElement>(".cardlab-entry");
    if (!field || !/^[-0-9/:]$/.test(event.key)) return false;
    if (event.key !== "/") field.value += event.key;
    field.focus();
    return true;
  };

  // -- the kernel goes

  const gone = async (): Promise<void> => {
    if (!invoke || mine.gone) return;
    try {
      await invoke("_still", {}, { signal: AbortSignal.timeout(SIGN_WITHIN) });
    } catch {
      change({ gone: true, busy: false });
    }
  };

  root.addEventListener("keydown", key);
  body.addEventListener("click", press);
  model.on("change:moment", draw);
  model.on("comm_live_update", gone);
  const unlisten = session.listen(draw);
  const unwatch = watchLook(draw);
  draw();

  return () => {
    root.removeEventListener("keydown", key);
    model.off("change:moment", draw);
    model.off("comm_live_update", gone);
    unlisten();
    unwatch();
    land();
    clearTimeout(revealing);
    root.remove();
  };
}

/** What is marked on the table, with the letters of the options. */
function marksOf(state: Desk): Pointed[] {
  const { now, picked, options, at } = state;
  if (state.gone || now.closed || state.help) return [];
  if (now.asked) return askedSpots(state).map((spot, i) => ({ spot, mark: "asked", aimed: i === state.named.length }));
  const mark = picked ? "target" : "source";
  const marks = options.flatMap((option, i): Pointed[] => (option.spot ? [{ spot: option.spot, mark: option.refused ? "not" : mark, key: option.key, aimed: i === at }] : []));
  return picked ? [{ spot: picked, mark: "picked" }, ...marks] : marks;
}

/** Where the cards lie whose faces are asked for. */
export function askedSpots({ now, film, table }: Desk): Spot[] {
  return (now.asked?.places ?? []).flatMap(([seat, place]): Spot[] => {
    const cell = /^r(\d+)c(\d+)$/.exec(place);
    const zone = film.zones.findIndex((one) => one.owner === seat && (cell ? one.layout === "grid" : one.kind === place));
    if (zone < 0) return film.zones.flatMap((one, i) => (one.kind === place ? [{ zone: i, places: [] }] : []));
    if (!cell) return [{ zone, places: [] }];
    const columns = table.cards[zone]!.codes.length / film.zones[zone]!.rows;
    return [{ zone, places: [(Number(cell[1]) - 1) * columns + Number(cell[2]) - 1] }];
  });
}

function makeRoot(): HTMLElement {
  const root = document.createElement("div");
  root.className = "cardlab-viewer cardlab-points cardlab-recorder";
  // what is recorded is the main line
  root.dataset.line = "";
  root.tabIndex = 0;
  root.dataset.lmSuppressShortcuts = "true";
  root.setAttribute("role", "region");
  const style = document.createElement("style");
  style.textContent = css + pointing + own;
  root.append(style);
  return root;
}
