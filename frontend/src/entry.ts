/**
 * One view of a moment at which a person chooses what is done: pointing, faces, typed actions, refusals, keys. What the moment is of
 * (a recording, a scratch table) is told by its kind. The kernel decides; what may be done came with the moment.
 */
import { render, type TemplateResult } from "lit-html";
import type { Deciding, Desk } from "./desk";
import { bindDrag } from "./drag";
import { boxesBefore, flyFrom, wantsMotion } from "./fly";
import { lookOf, watchLook } from "./look";
import { readNow, refusalFrom, type Spot, type Told, type Try } from "./moment";
import { compare, type Motion } from "./motion";
import { optionsOf, toldOf } from "./options";
import { hitOf, markSpots, type Pointed } from "./pointed";
import { meaningOf, onlySource, sameSpot, sourceAt, type Hit } from "./pointing";
import { bringIntoSight, mostTelling } from "./scroll";
import { keepShortcutsAway } from "./shortcuts";
import type { Invoke, Model, Session } from "./session";
import type { Film } from "./film";
import type { Shown } from "./state";
import css from "./style.css";
import pointing from "./pointing.css";
import { standing } from "./standing";
import { makeSteady } from "./steady";
import type { Table } from "./table";
import { told, ui } from "./text";
import { noView } from "./view/view";

/** A kernel may be busy with another cell for a while, in milliseconds. */
const ANSWER_WITHIN = 60_000;
/** A kernel whose connection was told to be lost has so long to say that it is there. */
const SIGN_WITHIN = 4_000;

const STILL: Motion = { movements: [], turned: [] };

export interface Answer {
  error?: string;
  refused?: unknown;
}

/** What drawing needs beside the moment, and what only this view knows. */
interface Own extends Pick<Desk, "picked" | "choice" | "named" | "at" | "refused" | "trouble" | "done" | "busy" | "gone" | "tab" | "translated" | "help"> {}

const FRESH: Pick<Own, "picked" | "choice" | "named" | "at"> = { picked: null, choice: null, named: [], at: 0 };

/** What a kind works with. `X` is what it keeps for itself beside what every view of a moment does. */
export interface Entry<D extends Desk, X extends object> {
  session: Session;
  root: HTMLElement;
  body: HTMLElement;
  mine: Own & X;
  desk(): D | null;
  /** The moment as it was read last. */
  now(): D["now"] | null;
  /** The table with what only this view knows, without the moment. */
  shown(): Shown | null;
  change(some: Partial<Own & X>): void;
  /** Asks for something that changes the moment. The answer, where it was done; what went wrong is shown. */
  ask<T extends Answer>(name: string, message: object, done?: (state: D) => string): Promise<T | null>;
  /** Asks for something that is only told. */
  tell<T extends Answer>(message: object): Promise<T | null>;
  send(text: string): void;
  fresh: typeof FRESH;
}

export interface Kind<D extends Desk, A extends Deciding, X extends object> {
  /** Classes of its root, and its own style. */
  look: string;
  css: string;
  /** What it is called on the page, where the title of the game alone would be another widget's name. */
  label?(state: D): string;
  /** What it keeps for itself, as it opens. */
  own: X;
  /** What of that ends with a moment. */
  passing?: Partial<X>;
  /** What is said when an action was taken. */
  entered(state: D): string;
  /** Where the kernel said nothing. */
  silent(state: D): string;
  doings(entry: Entry<D, X>): Omit<A, "choose" | "enter" | "back" | keyof Pick<Deciding, "tab" | "translate" | "reveal" | "help" | "language">>;
  /** What of its own is open and closed by Escape: what closing it changes, or null. */
  closing(mine: Own & X): Partial<Own & X> | null;
  /** Lays what it knows better over what is drawn from. */
  shape?(state: D): void;
  /** Another moment is there. */
  moved?(entry: Entry<D, X>): void;
  view(state: D, doings: A): TemplateResult;
  after?(body: HTMLElement, state: D): void;
  /** Marks the table by itself; false where it is marked as always. */
  marks?(state: D): boolean;
  /** What a screen reader is told first. */
  spoken?(): string;
  close?(): void;
  /** A press on the table that means something of its own. */
  press?(state: D, hit: Hit, entry: Entry<D, X>): boolean;
  /** A try that is sent: what of its own changes at once. */
  sending?(state: D, one: Try): Partial<X>;
  /** A try that was refused here or by the kernel. */
  refused?(state: D, told: Told, entry: Entry<D, X>): void;
  /** Keys of its own, after those that close and before those that choose. */
  key?(state: D, event: KeyboardEvent, doings: A, entry: Entry<D, X>): boolean;
}

/** Shows the moment in `el`. Returns the undoing. */
export function showEntry<D extends Desk, A extends Deciding, X extends object>(kind: Kind<D, A, X>, session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  const root = makeRoot(kind);
  const body = root.appendChild(document.createElement("div"));
  body.className = "cardlab-body";
  const live = root.appendChild(document.createElement("div"));
  live.className = "cardlab-live";
  live.setAttribute("role", "status");
  const id = `cardlab-${Math.random().toString(36).slice(2)}`;
  el.append(root);

  let now: D["now"] | null = null;
  let before: Table | null = null;
  const steady = makeSteady(body, [".cardlab-who"]);
  let land = (): void => {};
  let revealing: ReturnType<typeof setTimeout> | undefined;
  const mine: Own & X = { ...FRESH, refused: null, trouble: "", done: "", busy: false, gone: !invoke, tab: null, translated: false, help: false, ...kind.own };

  const read = (): void => {
    const fresh = readNow<D["now"]>(model.get("moment") as DataView);
    if (!fresh || fresh.at === now?.at) return;
    // what was begun here belongs to the moment that has passed
    Object.assign(mine, FRESH, { refused: null }, kind.passing);
    now = fresh;
    queueMicrotask(() => kind.moved?.(entry));
  };

  let stood: { of: unknown[]; shown: Shown } | undefined;
  /** Worked out once for what it is made of, as choosing changes nothing of it. */
  const shownNow = (film: Film): Shown => {
    const of = [film, session.lang, session.remarks, session.lines, session.hides];
    if (!stood || of.some((one, i) => one !== stood!.of[i])) stood = { of, shown: standing(session, film) };
    return stood.shown;
  };

  const desk = (): D | null => {
    const { film } = session;
    if (!film || !now) return null;
    const picked = mine.picked ?? onlySource(now.moves);
    const shown = shownNow(film);
    const state = { ...shown, ...mine, now, picked, taken: mine.picked !== null, options: [], id } as unknown as D;
    if (mine.refused?.rule) Object.assign(state, { governing: [mine.refused.rule], allowed: 1 });
    kind.shape?.(state);
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
    put("aria-label", kind.label?.(state) ?? state.film.frames.title);
    put("data-ply", String(state.now.plies));
    put("data-taken", String(state.taken));
    const motion = before && before !== state.table && wantsMotion() && before.cards.length === state.table.cards.length ? compare(state.film.zones, before, state.table) : STILL;
    land();
    const boxes = boxesBefore(body, motion);
    const focused = body.contains(document.activeElement);
    render(kind.view(state, doings), body);
    // what had the focus may be gone: the keys stay with this view
    if (focused && !body.contains(document.activeElement)) root.focus({ preventScroll: true });
    setField(body, ".cardlab-lang", state.lang);
    kind.after?.(body, state);
    if (!kind.marks?.(state)) markSpots(body, state.film.zones, marksOf(state));
    land = flyFrom(body, motion, boxes);
    if (before !== state.table || mine.refused) reveal();
    announce(state);
    // counts the tables that were drawn
    if (before !== state.table) root.dataset.drawn = String(Number(root.dataset.drawn ?? 0) + 1);
    before = state.table;
  };

  const announce = (state: D): void => {
    const aimed = state.options[state.at];
    const first = kind.spoken?.();
    const text = state.trouble || first || (state.refused ? toldOf(state, state.refused) : `${state.done} ${state.ply ? told(state) : ""} ${aimed ? `${aimed.label}. ${aimed.told}` : ""}`).trim();
    if (live.textContent !== text) live.textContent = text;
  };

  /** After the paint: what is drawn first has no place on the page yet. */
  const reveal = (): void => {
    clearTimeout(revealing);
    revealing = setTimeout(() => {
      const text = body.querySelector<HTMLElement>(".cardlab-doc");
      const passage = text ? mostTelling(text) : undefined;
      if (text && passage) bringIntoSight(text, passage);
      steady(session.lang);
    }, 20);
  };

  const change = (some: Partial<Own & X>): void => {
    Object.assign(mine, some);
    draw();
  };

  // -- asking the kernel

  const answerTo = async <T extends Answer>(name: string, message: object): Promise<T | undefined> => {
    try {
      const [answer] = (await invoke!(name, { at: now!.at, ...message }, { signal: AbortSignal.timeout(ANSWER_WITHIN) })) as [unknown, unknown];
      return answer as T;
    } catch {
      return undefined;
    }
  };

  const ask = async <T extends Answer>(name: string, message: object, done: (state: D) => string = () => ""): Promise<T | null> => {
    if (!invoke || !now || mine.busy || mine.gone) return null;
    change({ busy: true, trouble: "", refused: null, done: "" } as Partial<Own & X>);
    const answer = await answerTo<T>(name, message);
    Object.assign(mine, { busy: false });
    read();
    const state = desk();
    if (!state) return null;
    if (!answer || answer.refused || answer.error) Object.assign(mine, kind.passing);
    if (!answer) change({ trouble: kind.silent(state) } as Partial<Own & X>);
    else if (answer.refused) refuse(refusalFrom(answer, (message as { text?: string }).text ?? ""));
    else if (answer.error) change({ trouble: answer.error === "stale" ? ui(state, "stale") : answer.error } as Partial<Own & X>);
    else change({ ...FRESH, done: done(state) } as Partial<Own & X>);
    return answer && !answer.error && !answer.refused ? answer : null;
  };

  const entry: Entry<D, X> = {
    session, root, body, mine, desk, change, ask, fresh: FRESH,
    now: () => now,
    shown: () => (session.film ? ({ ...shownNow(session.film), ...mine } as unknown as Shown) : null),
    async tell(message) {
      if (!invoke || !now || mine.gone) return null;
      return (await answerTo("_tell", message)) as any;
    },
    send: (text) => send(text),
  };

  const send = (text: string): void => void ask("_enter", { text }, kind.entered);
  const refuse = (what: Told): void => {
    change({ refused: what, trouble: "", done: "" } as Partial<Own & X>);
    const state = desk();
    if (state) kind.refused?.(state, what, entry);
  };

  // -- choosing

  const act = (tries: readonly Try[]): void => {
    if (tries.length > 1) return change({ choice: [...tries], at: 0, refused: null, trouble: "" } as unknown as Partial<Own & X>);
    const state = desk();
    if (state && !mine.busy) Object.assign(mine, kind.sending?.(state, tries[0]!));
    send(tries[0]!.text);
  };

  const name = (face: string): void => {
    const { asked } = now!;
    const named = [...mine.named, face];
    if (named.length < asked!.number) change({ named, refused: null, trouble: "", at: mine.at } as Partial<Own & X>);
    else {
      // shown as named while the kernel writes it
      mine.named = named;
      send(`${asked!.word} ${named.join(" ")}`);
    }
  };

  const choose = (doing: { pick: Spot } | { act: Try[] } | { name: string } | { say: string }): void => {
    if ("pick" in doing) change({ picked: doing.pick, choice: null, at: 0, refused: null, trouble: "" } as unknown as Partial<Own & X>);
    else if ("act" in doing) act(doing.act);
    else if ("name" in doing) name(doing.name);
    else send(doing.say);
  };

  /** What a press on a place of the table means, or a card let go there. */
  const pressAt = (state: D, hit: Hit): void => {
    if (kind.press?.(state, hit, entry)) return;
    if (state.now.asked || state.choice) return;
    const meaning = meaningOf(state.now.moves, state.picked, hit);
    if (!meaning) change({ trouble: state.now.player === null ? "" : ui(state, "nothing_from_here"), refused: null } as Partial<Own & X>);
    else if ("act" in meaning) act(meaning.act);
    else if ("pick" in meaning) choose(meaning);
    else if ("refuse" in meaning) refuse(meaning.refuse);
    else change({ ...FRESH, refused: null } as Partial<Own & X>);
  };

  const press = (event: MouseEvent): void => {
    const state = desk();
    const hit = state && hitOf(state.film.zones, event.target);
    if (!state || !hit || state.gone || state.now.closed || state.busy) return;
    pressAt(state, hit);
  };

  const doings = {
    choose(place: number) {
      const option = desk()?.options[place];
      if (!option || mine.busy) return;
      mine.at = place;
      if (option.refused) refuse(option.refused);
      else option.choose();
    },
    enter: (text: string) => void (text.trim() && send(text.trim())),
    back: () => {
      const closing = kind.closing(mine);
      if (mine.help) change({ help: false } as Partial<Own & X>);
      else if (mine.refused || mine.trouble) change({ refused: null, trouble: "" } as Partial<Own & X>);
      else if (mine.named.length) change({ named: mine.named.slice(0, -1) } as Partial<Own & X>);
      else if (mine.picked || mine.choice) change(FRESH as Partial<Own & X>);
      else if (closing) change(closing);
      else return false;
      root.focus({ preventScroll: true });
    },
    language: (lang: D["lang"]) => session.setLang(lang),
    tab: (source: string) => change({ tab: source } as Partial<Own & X>),
    translate: () => change({ translated: !mine.translated } as Partial<Own & X>),
    help: () => {
      change({ help: !mine.help } as Partial<Own & X>);
      (mine.help ? body.querySelector<HTMLElement>(".cardlab-close") : root)?.focus({ preventScroll: true });
    },
    reveal: (rule: string | undefined, source?: string) => {
      if (source) change({ tab: source } as Partial<Own & X>);
      const text = body.querySelector<HTMLElement>(".cardlab-doc");
      const passage = rule && text?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(rule)}"]`);
      if (text && passage) bringIntoSight(text, passage);
    },
    ...kind.doings(entry),
  } as unknown as A;

  const key = (event: KeyboardEvent): void => {
    const state = desk();
    if (!state || !handle(state, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Whether the key meant something here. */
  const handle = (state: D, event: KeyboardEvent): boolean => {
    const at = event.target as HTMLElement;
    const writes = !!at.closest("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.shiftKey && !(writes && (at as HTMLInputElement).value)) {
      doings.undo();
      return true;
    }
    if (event.key === "Escape") {
      const nothing = doings.back() === false;
      if (nothing && !writes) return kind.key?.(state, event, doings, entry) ?? false;
      root.focus({ preventScroll: true });
      return true;
    }
    const form = event.key === "Enter" && at.matches("input") ? at.closest("form") : null;
    // the page around may keep a form from being sent by Enter
    if (form) return form.requestSubmit(), true;
    if (event.key === "Enter" && at.matches("input:not([type=checkbox], [type=radio])")) {
      // it takes the value, as when the field is left
      at.blur();
      at.focus({ preventScroll: true });
      return true;
    }
    if (writes || event.altKey || state.help) return false;
    if (kind.key?.(state, event, doings, entry)) return true;
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === "?") return doings.help(), true;
    if (event.key === "Backspace") return doings.back() !== false;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by && !at.closest("[data-scrolls], [role=tablist], .cardlab-calls")) {
      const many = state.options.length;
      if (many) change({ at: (state.at + by + many) % many } as Partial<Own & X>);
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
      change({ gone: true, busy: false } as Partial<Own & X>);
    }
  };

  const drawn = (at: EventTarget | null): Spot | null => {
    const state = desk();
    const hit = state && hitOf(state.film.zones, at);
    if (!state || !hit || state.gone || state.now.closed || state.busy || state.now.asked || state.choice) return null;
    return sourceAt(state.now.moves, hit);
  };
  const undrag = bindDrag(body, {
    can: (at) => drawn(at) !== null,
    take: (at) => {
      const spot = drawn(at);
      if (spot) choose({ pick: spot });
      return !!spot;
    },
    drop: (at) => {
      const state = desk();
      if (!state?.picked) return;
      const hit = hitOf(state.film.zones, at);
      if (hit && !sameSpot(state.picked, sourceAt(state.now.moves, hit))) pressAt(state, hit);
      else change(FRESH as Partial<Own & X>);
    },
  });
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
    undrag();
    unlisten();
    unwatch();
    land();
    clearTimeout(revealing);
    kind.close?.();
    root.remove();
  };
}

/** Sets what a field shows, also where a choice was refused. */
export function setField(body: HTMLElement, selector: string, value: string): void {
  const field = body.querySelector<HTMLSelectElement>(selector);
  if (field && field.value !== value) field.value = value;
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
function askedSpots({ now, film, table }: Desk): Spot[] {
  return (now.asked?.places ?? []).flatMap(([seat, place]): Spot[] => {
    const cell = /^r(\d+)c(\d+)$/.exec(place);
    const zone = film.zones.findIndex((one) => one.owner === seat && (cell ? one.layout === "grid" : one.kind === place));
    if (zone < 0) return film.zones.flatMap((one, i) => (one.kind === place ? [{ zone: i, places: [] }] : []));
    if (!cell) return [{ zone, places: [] }];
    const columns = table.cards[zone]!.codes.length / film.zones[zone]!.rows;
    return [{ zone, places: [(Number(cell[1]) - 1) * columns + Number(cell[2]) - 1] }];
  });
}

export function makeRoot({ look, css: more }: { look: string; css: string }): HTMLElement {
  const root = document.createElement("div");
  root.className = `cardlab-viewer cardlab-points ${look}`;
  // what is chosen goes on from the main line
  root.dataset.line = "";
  root.tabIndex = 0;
  keepShortcutsAway(root);
  root.setAttribute("role", "region");
  const style = document.createElement("style");
  style.textContent = css + pointing + more;
  root.append(style);
  return root;
}
