/** One view: its state, what a person can do with it, and its drawing. */
import { render } from "lit-html";
import { after, before } from "./film";
import { boxesBefore, flyFrom, wantsMotion } from "./fly";
import { LANGS } from "./decode";
import { pathTo, reach, type Line, type Lines } from "./lines";
import { freshState } from "./fresh";
import { bindKeys } from "./keys";
import { lookOf, watchLook } from "./look";
import { compare, type Motion } from "./motion";
import { clearOverlay, drawnAt, drawOverlay, isBare } from "./overlay";
import { makeBranchDesk } from "./branchpen";
import { makeQuestions } from "./asking";
import { makeClassroom } from "./classroom";
import { followAddress, placeIn } from "./link";
import { makeDesk } from "./pen";
import { filtered, type Filtered } from "./remarks";
import { bringIntoSight, mostTelling } from "./scroll";
import pointing from "./pointing.css";
import asks from "./quiz.css";
import { keepShortcutsAway } from "./shortcuts";
import type { Invoke, Model, Session } from "./session";
import { makeSteady } from "./steady";
import { SPEEDS, type Actions, type By, type Shown, type State } from "./state";
import css from "./style.css";
import { nameOf, notJudged, shortId, told, ui } from "./text";
import type { Quizzing } from "./asking";
import { question } from "./view/question";
import { setFields } from "./view/header";
import { judgedSentence, presetNow, presetsOf } from "./view/judged";
import { notesAt, noteText } from "./view/notes";
import { listedRows, treeOf, widened } from "./tree";
import { openSource } from "./view/panel";
import { noView, view } from "./view/view";

/** Time between two plies while playing at speed 1, in milliseconds. */
const PLAY_EVERY = 1200;
/** Steps that follow each other sooner than this do not fly, in milliseconds. */
const TOO_QUICK = 120;
/** While keys follow each other too quickly for the move list and the rule panel, these are drawn this often all the same, in milliseconds. */
const LAG = 200;
/** A screen reader is told where the view stands when it has stood there so long, in milliseconds. */
const TELL_AFTER = 400;

/** Cards have landed by then, in milliseconds. */
const FLOWN = 260;
/** So much of a note is read out. */
const READ_OUT = 600;

const STILL: Motion = { movements: [], turned: [] };

/** Shows the session in `el`. Returns the undoing. */
export function showViewer(session: Session, el: HTMLElement, invoke?: Invoke, model?: Model): () => void {
  const root = makeRoot();
  const body = root.appendChild(document.createElement("div"));
  body.className = "cardlab-body";
  const live = root.appendChild(document.createElement("div"));
  live.className = "cardlab-live";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  el.append(root);

  const state: State = freshState(session, invoke !== undefined);
  /** What was drawn last, to tell what the next drawing changes. */
  let drawn: { ply: number; at: number; film: unknown } = { ply: -1, at: 0, film: null };
  /** The same of the move list and the rule panel, which may be behind. */
  let followed: { ply: number; at: number; film: unknown; passages: string } = { ply: -1, at: 0, film: null, passages: "" };
  let behind = false;
  let repeated = false;
  let frame = 0;
  let waits = false;
  /** Ends the waiting of cards that have not begun their flight. */
  let land = (): void => {};
  let settling: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let pointing: ReturnType<typeof setTimeout> | undefined;
  let playing: ReturnType<typeof setTimeout> | undefined;

  const steady = makeSteady(body, [".cardlab-who", ".cardlab-why"]);
  let tree: Pick<Shown, "tree"> & { of: unknown[] } | undefined;
  const treeNow = (lines: Lines): Shown["tree"] => {
    if (tree?.of[0] !== lines || tree.of[1] !== state.open) {
      tree = { of: [lines, state.open], tree: treeOf(lines.main, ({ id }) => lines.leaving(id), lines.get, state.open) };
    }
    return tree.tree;
  };

  let found: { of: readonly unknown[]; notes: Map<string | null, Filtered> } | undefined;
  /** The same notes are the same object, so that drawing can tell by identity. */
  const notesOf = (line: Line): Filtered => {
    const of = [session.remarks, session.lines, state.filter, state.hides];
    if (!found || of.some((one, k) => one !== found!.of[k])) found = { of, notes: new Map() };
    const known = found.notes.get(line.id) ?? filtered(session.remarks, line, state.filter, state.hides);
    found.notes.set(line.id, known);
    return known;
  };

  const shown = (): Shown | null => {
    const { film, lines } = session;
    if (!film || !lines) return null;
    const path = pathTo(lines, state.line);
    const here = path[path.length - 1]!;
    const rows = treeNow(lines);
    const table = film.at(state.ply);
    const step = film.frames.steps[state.ply - 1];
    // where a branch begins, the cards that it supposes to be others are those that changed
    const before = state.ply > 0 ? film.at(state.ply - 1) : here.facts.length ? lines.get(here.parent)!.film.at(here.fork) : table;
    const motion = before === table ? STILL : compare(film.zones, before, table);
    const governing = (step?.r ?? []).map((rule) => film.frames.rules[rule] ?? "");
    const current = rows.placeOf(here, here.rowOf(state.ply));
    state.listed = listedRows(current, rows.rows.length, state.listed);
    const verdict = session.judged?.byPly.get(state.ply);
    return { ...state, film, path, tree: rows, current, table, motion, governing, allowed: step?.k ?? governing.length, verdict, found: notesOf(here), notesOf };
  };

  // an attribute put anew, though with the same value, would have the styles of the whole view worked out again
  const put = (name: string, value: string): void => {
    if (root.getAttribute(name) !== value) root.setAttribute(name, value);
  };

  const readSession = (): void => {
    if (state.line !== session.line) unfoldTo(session.line);
    state.line = session.line;
    state.ply = session.ply;
    state.lang = session.lang;
    state.hides = session.hides;
    const look = lookOf(session.theme);
    put("data-look", look.dark ? "dark" : "light");
    put("data-colours", look.jupyter ? "jupyter" : "own");
    put("lang", state.lang);
    put("aria-busy", String((session.wanted ?? session.judging) !== null));
  };

  const draw = (): void => {
    waits = false;
    readSession();
    room.read();
    desk.follow();
    branchDesk.follow();
    const now = shown();
    put("data-ply", String(state.ply));
    put("data-line", state.line ?? "");
    put("data-projector", String(state.projector));
    put("data-mode", !state.editing ? "" : state.editing.picking ? "pick" : "edit");
    if (!now) {
      render(noView(state), body);
      return;
    }
    put("data-whole", String(now.film.length === now.film.whole));
    if (drawn.film !== now.film) state.listed = now.listed;
    const time = performance.now();
    const single = drawn.film === now.film && Math.abs(now.ply - drawn.ply) === 1 && !repeated && time - drawn.at > TOO_QUICK && wantsMotion();
    const motion = !single ? STILL : now.ply > drawn.ply ? now.motion : compare(now.film.zones, now.film.at(drawn.ply), now.table);
    land();
    const boxes = boxesBefore(body, motion);
    behind = drawn.film === now.film && drawn.ply !== now.ply && (!behind || time - followed.at < LAG);
    if (!behind) followed.at = time;
    const asked = questions?.now() ?? null;
    put("data-taken", String(asked?.taken ?? false));
    if (asked?.busy) put("aria-busy", "true");
    render(view(now, actions, behind, ask(asked), marked(now, asked)), body);
    setFields(body, now);
    questions?.follow();
    land = flyFrom(body, motion, boxes);
    put("aria-label", now.film.frames.title);
    point(now, motion);
    followSoon(20);
    tell(now);
    drawn = { ply: now.ply, at: drawn.ply === now.ply ? drawn.at : time, film: now.film };
    repeated = false;
  };

  /** At once, so that the key's own frame shows it; whatever else comes before that frame is drawn in it together. */
  const drawSoon = (): void => {
    if (frame) {
      waits = true;
      return;
    }
    draw();
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (waits) drawSoon();
      else if (behind) followSoon(0);
    });
  };

  /** Arrows and highlights, once the cards lie where they are. */
  const point = (now: Shown, motion: Motion): void => {
    const bare = isBare(drawnAt(now));
    if (now.ply !== drawn.ply) clearOverlay(body);
    clearTimeout(pointing);
    if (bare) clearOverlay(body);
    else pointing = setTimeout(() => drawOverlay(body, now), motion.movements.length ? FLOWN : 0);
  };

  /** After the paint, so that the key's own frame need not wait for it: see `follow`. */
  const followSoon = (within: number): void => {
    clearTimeout(settling);
    // where the key's own frame is late, this waits for it
    settling = setTimeout(() => (frame ? followSoon(within) : follow()), within);
  };

  /** The move list and the rule panel follow the table, and the current move and the most telling passage come into sight. */
  const follow = (): void => {
    const now = shown();
    if (!now) return;
    const asked = questions?.now() ?? null;
    if (behind) render(view(now, actions, false, ask(asked), marked(now, asked)), body);
    behind = false;
    const passages = `${openSource(now)?.id} ${marked(now, asked).governing} ${now.lang} ${now.translated} ${session.judged?.preset} ${now.verdict?.m}`;
    const toPassage = passages !== followed.passages;
    const toMove = now.ply !== followed.ply || now.film !== followed.film;
    followed = { ply: now.ply, at: performance.now(), film: now.film, passages };
    put("data-followed", String(now.ply));
    // the end tells more than any step before it
    if (now.ply < now.film.whole) steady(`${now.lang} ${now.projector} ${session.judged?.preset}`);
    const list = toMove || toPassage ? body.querySelector<HTMLElement>(".cardlab-moves") : null;
    const move = list?.querySelector<HTMLElement>("[aria-current]");
    if (list && move) bringIntoSight(list, move);
    else if (list) list.scrollTop = 0;
    const text = toMove || toPassage ? body.querySelector<HTMLElement>(".cardlab-doc") : null;
    const passage = text ? mostTelling(text) : undefined;
    if (text && passage) bringIntoSight(text, passage);
    else if (text && now.ply > 0) text.scrollTop = 0;
  };

  /** Where a question is asked: the rules of the move, then the question and what was said to it. */
  const asked = (now: Shown): string[] => {
    const question = questions?.told();
    return question ? [now.governing.length ? `${ui(now, "governing_rules")}: ${now.governing.map(shortId).join(", ")}.` : "", question] : [];
  };
  const tell = (now: Shown): void => {
    clearTimeout(telling);
    telling = setTimeout(() => {
      const step = now.film.frames.steps[now.ply - 1];
      const did = step ? `${nameOf(now, now.film.actors[now.ply]!)}: ${step.a}. ` : "";
      const text = [did + told(now), notJudged(now), judgedSentence(now), ...notesAt(now).map((note) => `${note.author}: ${noteText(now, note)}`), ...asked(now)].map((part) => part.slice(0, READ_OUT)).filter(Boolean).join(" ");
      if (live.textContent !== text) live.textContent = text;
    }, TELL_AFTER);
  };

  const stop = (): void => {
    clearTimeout(playing);
    state.playing = false;
  };
  const playOn = (): void => {
    playing = setTimeout(() => {
      if (state.ply + 1 >= length()) stop();
      else playOn();
      session.setPly(state.ply + 1);
    }, PLAY_EVERY / state.speed);
  };

  const length = (): number => session.film?.whole ?? 0;
  const go = (ply: number): void => {
    const played = state.playing;
    stop();
    session.setPly(ply);
    arrived(played);
  };
  const arrived = (played: boolean): void => {
    // several keys may come within one frame; the next of them starts from here
    if (state.line !== session.line) unfoldTo(session.line);
    state.line = session.line;
    state.ply = session.ply;
    if (played) drawSoon();
  };
  const jump = (ply: number | null): void => {
    if (ply === null) return;
    if (Math.abs(Math.min(ply, length()) - state.ply) > 1) state.back = { line: state.line, ply: state.ply };
    go(ply);
  };
  /** Nothing of a line that is hidden can be gone to. */
  const known = (to: Line): number => (state.hides ? reach(pathTo(session.lines!, state.line), to, state.ply) : to.length);
  const visit = (line: string | null, ply: number, back: State["back"] = { line: state.line, ply: state.ply }): false | void => {
    const to = session.lines?.get(line);
    if (!to) return false;
    if (line === state.line) return jump(ply);
    const played = state.playing;
    stop();
    state.back = back;
    session.setLine(line, Math.min(ply, known(to)));
    arrived(played);
  };
  /** The branches that leave one ply of a line. */
  const leaving = (line: string | null, ply: number): Line[] => session.lines?.leaving(line).filter(({ fork }) => fork === ply) ?? [];
  /** The branches that lead to a line are unfolded in the move list, and so is it. */
  const unfoldTo = (line: string | null): void => {
    const path = session.lines ? pathTo(session.lines, line) : [];
    const ids = path.flatMap(({ id }) => (id === null || state.open.has(id) ? [] : [id]));
    if (ids.length) state.open = new Set([...state.open, ...ids]);
  };
  const change = (set: () => void): void => {
    set();
    drawSoon();
  };
  const lens = (): { seat: number | null; spoilers: boolean } => session.wanted ?? session.film?.frames.lens ?? { seat: null, spoilers: true };

  /** Where later things are hidden, nothing may tell that there is another round, note or end. */
  const among = (plies: readonly number[] | undefined, by: By): void => {
    if (by < 0) jump(before(plies ?? [], state.ply));
    else if (!state.hides) jump(after(plies ?? [], state.ply));
  };
  const next = <T>(all: readonly T[], now: T): T => all[(all.indexOf(now) + 1) % all.length]!;
  const focus = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

  const desk = makeDesk({ state, session, invoke, root, body, shown, redraw: drawSoon, draw: () => draw(), visit });

  const room = makeClassroom({ state, session, ...(model && { model }), ...(invoke && { invoke }), body, redraw: drawSoon, draw: () => draw() });

  /** The questions that are asked where they stand, where the model asks any. */
  const questions = model?.get("question") ? makeQuestions({ model, ...(invoke && { invoke }), root, body, shown, redraw: drawSoon, whole: false, wentOn: () => go(state.ply + 1) }) : null;
  const ask = (asked: Quizzing | null): unknown => (asked && questions ? question(asked, questions.doings, actions) : "");
  /** After an answer the passages behind the verdict are marked. */
  const marked = (now: Shown, asked: Quizzing | null): Shown => (asked?.asked.told?.rules.length ? { ...now, governing: asked.governing, allowed: asked.allowed } : now);
  /** Whether the game stops here until a question is answered. */
  const held = (): boolean => !!questions?.asking?.asked && state.line === null && state.ply >= length();
  const onward = (): false | void => (questions!.asking!.onward ? questions!.doings.onward() : questions!.doings.focus());

  const branchDesk = makeBranchDesk({ state, session, invoke, root, body, redraw: drawSoon, draw: () => draw(), visit });

  const actions: Actions = {
    ...desk.pen,
    branch: branchDesk.pen,
    beginBranch: branchDesk.pen.begin,
    renameBranch: branchDesk.pen.rename,
    promoteBranch: branchDesk.pen.promote,
    eraseBranch: branchDesk.pen.erase,
    toAction: branchDesk.pen.toAction,
    go,
    jump,
    visit,
    enter: () => {
      const [first] = leaving(state.line, state.ply);
      return first ? visit(first.id, 0) : false;
    },
    sibling: (by) => {
      const here = session.lines?.get(state.line);
      const all = here && here.id !== null ? leaving(here.parent, here.fork) : [];
      return all.length > 1 ? visit(all.at((all.indexOf(here!) + by) % all.length)!.id, 0) : false;
    },
    out: () => {
      const here = session.lines?.get(state.line);
      return here && here.id !== null ? visit(here.parent, here.fork) : false;
    },
    fork: (by) => among(session.lines?.forks(state.line), by),
    fold: (id) => {
      const here = session.lines?.get(state.line);
      if (!here) return false;
      const row = here.rowOf(state.ply);
      const near = session.lines!.leaving(state.line).filter(({ fork }) => here.rowOf(fork) === row && (!state.hides || fork <= state.ply));
      const all = id ? [id] : near.length ? near.map((one) => one.id!) : here.id === null ? [] : [here.id];
      if (!all.length) return false;
      const opens = all.some((one) => !state.open.has(one));
      const others = [...state.open].filter((one) => !all.includes(one));
      change(() => (state.open = new Set(opens ? [...others, ...all] : others)));
    },
    step: (by) => {
      if (by > 0 && held()) return onward();
      go(state.ply + by);
    },
    ...room.doings,
    ask: () => (questions?.now() ? questions.doings.focus() : false),
    turn: (by) => {
      const starts = session.film?.turnStarts ?? [];
      go(by > 0 ? (after(starts, state.ply) ?? length()) : (before(starts, state.ply) ?? 0));
    },
    round: (by) => among(session.film?.roundStarts, by),
    note: (by) => among(shown()?.found.noted, by),
    differ: (by) => (session.judged ? among(session.judged.differing, by) : false),
    first: () => jump(0),
    last: () => state.hides || jump(length()),
    back: () => {
      if (state.back === null) return;
      const to = state.back;
      const here = { line: state.line, ply: state.ply };
      if (to.line !== state.line) return void visit(to.line, to.ply);
      state.back = here;
      go(to.ply);
    },
    play: () => {
      if (state.playing) stop();
      else if (state.ply < length()) {
        state.playing = true;
        playOn();
      }
      drawSoon();
    },
    faster: (by) => change(() => (state.speed = SPEEDS[SPEEDS.indexOf(state.speed) + by] ?? state.speed)),
    type: () => focus(body.querySelector<HTMLElement>(".cardlab-typed")),
    language: (lang) => session.setLang(lang),
    nextLanguage: () => session.setLang(next(LANGS, state.lang)),
    seat: (seat) => void session.askLens(seat, !state.hides, invoke),
    nextSeat: () => (state.asks ? actions.seat(next([null, ...(session.film?.frames.names.keys() ?? [])], lens().seat)) : false),
    judge: (preset) => {
      if (invoke && preset !== presetNow(state)) void session.askJudge(preset, invoke);
    },
    nextPreset: () => {
      const all = presetsOf(state);
      return state.asks && state.line === null && all.length > 1 ? actions.judge(next(all, presetNow(state))) : false;
    },
    whatIf: () => {
      if (!invoke || !session.film) return false;
      stop();
      void session.askScratch(state.ply, state.line, invoke).then(() => el.querySelector<HTMLElement>(".cardlab-scratch")?.focus({ preventScroll: true }));
    },
    hide: () => void session.askLens(lens().seat, state.hides, invoke),
    tab: (source) => change(() => (state.tab = source)),
    tabAt: (place) => {
      const source = session.book.sources[place];
      return source ? actions.tab(source.id) : false;
    },
    unfold: () => change(() => (state.unfolded = !state.unfolded)),
    translate: () => change(() => (state.translated = !state.translated)),
    help: () => {
      state.help = !state.help;
      draw();
      focus(state.help ? body.querySelector<HTMLElement>(".cardlab-close") : root);
    },
    close: () => {
      if (state.help) return actions.help();
      if (state.twin) {
        state.twin = null;
        draw();
        return focus(root);
      }
      if (!state.past && !state.editHelp) return false;
      state.past = null;
      state.editHelp = false;
      draw();
      focus(root);
    },
    filter: (fields) => change(() => (state.filter = { ...state.filter, ...fields })),
    filters: () => {
      state.filtering = !state.filtering;
      draw();
      focus(state.filtering ? body.querySelector<HTMLElement>(".cardlab-filters select") : root);
    },
    wholeNote: (key) => change(() => (state.whole = new Set(state.whole.has(key) ? [...state.whole].filter((one) => one !== key) : [...state.whole, key]))),
    gameNotes: () => change(() => (state.onGame = !state.onGame)),
    reveal: (rule, source) => {
      if (source) {
        state.tab = source;
        draw();
        clearTimeout(settling);
      }
      const text = body.querySelector<HTMLElement>(".cardlab-doc");
      const passage = rule && text?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(rule)}"]`);
      if (text && passage) text.scrollTop += passage.getBoundingClientRect().top - text.getBoundingClientRect().top - 28;
    },
    list: (by) => change(() => (state.listed = widened(state.listed, by, tree?.tree.rows.length ?? 0))),
  };

  // where a link led to a place of this game, the view stands there and comes into sight, as far as the game is in the page
  const unfollow = followAddress(root, (code) => {
    const place = placeIn(code, session.film?.frames.code);
    const line = place && session.lines?.get(place.line);
    if (!line) return false;
    visit(place.line, place.line === null ? place.ply : Math.min(place.ply, known(line)), null);
    return true;
  });

  const unbindKeys = bindKeys(root, desk.mode, ([action, by], again) => {
    // under the list of keys the table stays as it is
    if (!session.film || ((state.help || state.past || state.twin) && action !== "help" && action !== "close")) return false;
    if (action === "tabAt" && state.projector && session.film.frames.lens.seats) return actions.hand(by!) !== false;
    repeated = again;
    return (actions[action] as (by?: number) => unknown)(by) !== false;
  });
  const unlisten = session.listen(drawSoon);
  const unwatch = watchLook(drawSoon);
  draw();
  // a table of another size has its cards elsewhere
  const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => {
    const now = body.querySelector(".cardlab-overlay > *") && shown();
    if (now) drawOverlay(body, now);
  });
  resized?.observe(root);

  return () => {
    resized?.disconnect();
    desk.close();
    questions?.close();
    unfollow();
    unbindKeys();
    unlisten();
    unwatch();
    cancelAnimationFrame(frame);
    land();
    for (const timer of [settling, telling, playing, pointing]) clearTimeout(timer);
    root.remove();
  };
}

function makeRoot(): HTMLElement {
  const root = document.createElement("div");
  root.className = "cardlab-viewer cardlab-points";
  root.tabIndex = 0;
  keepShortcutsAway(root);
  root.setAttribute("role", "region");
  const style = document.createElement("style");
  style.textContent = css + pointing + asks;
  root.append(style);
  return root;
}
