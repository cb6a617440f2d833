/** One view of a scratch table: what a person can do with it beside choosing, and its drawing. The kernel decides. */
import { makeQuestions, type Questions } from "./asking";
import type { Bytes, Text } from "./decode";
import { LEAVE } from "./child";
import { setField, showEntry, type Answer, type Entry, type Kind } from "./entry";
import { guessOf } from "./guess";
import type { Hit } from "./pointing";
import asks from "./quiz.css";
import css from "./scratch.css";
import { TOOL_KEYS, TOOLS, type Against, type Doings, type Hidden, type Later, type Own, type ScratchDesk, type Trial } from "./scratchmoment";
import { twigReader } from "./scratchtree";
import type { Invoke, Model, Session } from "./session";
import { bringIntoSight, mostTelling } from "./scroll";
import { ui } from "./text";
import { listedRows, widened } from "./tree";
import type { Actions } from "./state";
import { question } from "./view/question";
import { scratching } from "./view/scratching";

type Here = Entry<ScratchDesk, Own>;
interface Told extends Answer {
  said?: Text[];
  moves?: Later[];
  saved?: string;
  svg?: string;
  bots?: Own["bots"];
}

/** Shows the scratch table in `el`. Returns the undoing. */
export function showScratch(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  return showEntry(kindOf(model, invoke), session, model, el, invoke);
}

function kindOf(model: Model, invoke?: Invoke): Kind<ScratchDesk, Doings, Own> {
  const twigs = twigReader();
  const bytes = (trait: string): Bytes => model.get(trait) as Bytes;
  const beneath = !!model.get("beneath");
  /** The moment whose node was brought into sight in the tree: after that, a person scrolls it. */
  let shown = 0;
  /** The verdict whose passage was brought into sight. */
  let judged = 0;
  /** The questions that are asked here, where the table asks any. */
  let questions: Questions | null = null;
  return {
    look: "cardlab-scratch",
    css: css + asks,
    label: (state) => `${ui(state, "what_if")} ${state.film.frames.title}`.trim(),
    own: { tool: null, guess: null, trial: null, by: null, hidden: null, place: "", down: false, trade: true, against: null, later: null, said: [], bots: [], listed: [0, 0], naming: false },
    passing: { guess: null, trial: null, by: null, hidden: null },
    entered: () => "",
    silent: (state) => ui(state, "no_answer_here"),
    closing: ({ tool, naming, by }) => (by ? { by: null } : naming ? { naming: false } : tool ? { tool: null, later: null, said: [] } : null),
    shape(state) {
      state.beneath = beneath;
      state.quizzing = (!state.gone && questions?.now()) || null;
      if (state.now.closed) state.tool = null;
      if (state.now.closed && state.quizzing) Object.assign(state, { governing: state.quizzing.governing, allowed: state.quizzing.allowed, busy: state.quizzing.busy, taken: state.quizzing.taken });
      state.twigs = twigs(bytes("tree"), bytes("grown"));
      if (state.guess) state.table = state.guess;
      if (state.now.draft && state.tool !== "begin") state.tool = "edit";
      const judged = state.trial?.others.find(({ preset }) => preset === state.by);
      if (state.refused && judged) {
        Object.assign(state, { governing: judged.rules, allowed: 1, tab: judged.source });
      }
      state.listed = listedRows(state.twigs.placeOf(state.now.node), state.twigs.tree.rows.length, state.listed);
    },
    sending: (state, one) => ({ guess: guessOf(state.film.zones, state.table, one) }),
    refused: (_state, { text }, entry) => void askOthers(entry, text),
    view: (state, doings) => scratching(state, doings, state.quizzing && questions ? question(state.quizzing, questions.doings, doings as unknown as Actions) : ""),
    marks: ({ now }) => {
      if (now.closed) questions?.follow();
      return now.closed;
    },
    spoken: () => questions?.told() ?? "",
    close: () => questions?.close(),
    after(body, state) {
      const list = body.querySelector<HTMLElement>(".cardlab-twigs");
      const here = list?.querySelector<HTMLElement>("[aria-current]");
      if (list && here && shown !== state.now.at) bringIntoSight(list, here, 40);
      shown = state.now.at;
      if (state.quizzing?.busy) body.parentElement!.setAttribute("aria-busy", "true");
      const at = state.now.closed && state.quizzing?.asked.told ? state.quizzing.asking.at : 0;
      const text = at && at !== judged ? body.querySelector<HTMLElement>(".cardlab-doc") : null;
      const passage = text && mostTelling(text);
      if (text && passage) bringIntoSight(text, passage);
      judged = at;
      setField(body, ".cardlab-placeselect", state.place);
      setField(body, ".cardlab-turnselect", String(state.table.player ?? ""));
    },
    press: (state, hit, entry) => pressed(state, hit, entry),
    key: (state, event, doings) => keyed(state, event, doings),
    doings: (entry) => {
      const open = (): boolean => !!entry.now()?.closed;
      if (model.get("question")) questions = makeQuestions({ model, ...(invoke && { invoke }), root: entry.root, body: entry.body, shown: entry.shown, redraw: () => entry.change({}), whole: () => open() && !entry.mine.help, here: () => !!entry.now()?.asking, points: open });
      return { ...doingsOf(entry, invoke), toQuestion: () => (questions?.now() ? questions.doings.focus() : false) };
    },
    moved: (entry) => void look(entry),
  };
}

/** Which source says otherwise of what was refused: asked for at once, told when it is there. */
async function askOthers(entry: Here, text: string): Promise<void> {
  const answer = await entry.tell<Trial & Answer>({ do: "trial", text });
  if (answer && !answer.error && entry.mine.refused?.text === text) entry.change({ trial: answer });
}

/** What an open tool shows of the moment. */
async function look({ mine, tell, change }: Here): Promise<void> {
  const { tool } = mine;
  if (tool === "hidden") {
    const hidden = await tell<Hidden & Answer>({ do: "hidden" });
    if (hidden && !hidden.error) change({ hidden, place: hidden.places.includes(mine.place) ? mine.place : (hidden.places[0] ?? "") });
  } else if (tool === "compare") {
    const against = await tell<Against & Answer>({ do: "compare" });
    if (against?.error) change({ trouble: against.error, against: null });
    else if (against) change({ against });
  } else if (tool === "bots" && !mine.bots.length) {
    const told = await tell<Told>({ do: "bots" });
    if (told?.bots) change({ bots: told.bots });
  }
}

function doingsOf(entry: Here, invoke: Invoke | undefined): Omit<ReturnType<Kind<ScratchDesk, Doings, Own>["doings"]>, "toQuestion"> {
  const { mine, change, ask, tell, desk } = entry;
  const deed = async (name: string, message: object = {}): Promise<void> => {
    const answer = await ask<Told>("_do", { do: name, ...message }, (state) => (name === "name" || name === "note" ? ui(state, "noted") : ""));
    if (!answer) return;
    change({ ...(answer.said && { said: answer.said }), ...(answer.moves && { later: answer.moves }), ...(name === "keep" || name === "drop" ? { tool: null, place: "" } : name === "edit" ? { tool: "edit", place: "" } : {}) });
  };
  return {
    deed: (name, message) => void deed(name, message),
    undo: () => void deed("undo"),
    redo: () => void deed("redo"),
    async leave() {
      entry.root.dispatchEvent(new CustomEvent(LEAVE, { bubbles: true }));
      try {
        await invoke?.("_leave", {});
      } catch {
        // whoever is gone cannot be left
      }
    },
    tool(tool) {
      const drafting = !!desk()?.now.draft;
      if (drafting && tool === "edit" && mine.tool !== "begin") return void deed("drop");
      change({ tool: mine.tool === tool ? null : tool, later: null, said: [], place: "", ...entry.fresh });
      if (mine.tool === "edit" && !drafting) void deed("edit");
      else void look(entry).then(() => {
        const first = entry.body.querySelector<HTMLElement>(".cardlab-tool :is(select, input, button)");
        first?.focus({ preventScroll: true });
        // what is typed takes the place of what stands there
        if (first instanceof HTMLInputElement) first.select();
      });
    },
    pick: (place) => change({ place }),
    face(face) {
      const state = desk();
      if (!state || !mine.place) return;
      if (!state.now.draft) return void deed("suppose", { facts: [`${mine.place}=${face}`] });
      if (face === "") void deed("take", { place: mine.place, trade: mine.trade });
      else if (!mine.place.includes(":")) void deed("add", { zone: mine.place, face, trade: mine.trade });
      else void deed("put", { place: mine.place, face: mine.down && face !== "?" ? `h${face}` : face, trade: mine.trade });
    },
    trade: () => change({ trade: !mine.trade }),
    down: () => change({ down: !mine.down }),
    by: (preset) => change({ by: mine.by === preset ? null : preset }),
    naming: () => {
      change({ naming: !mine.naming });
      entry.body.querySelector<HTMLElement>(".cardlab-naming input")?.focus();
    },
    list: (by) => change({ listed: widened(mine.listed, by, desk()?.twigs.tree.rows.length ?? 0) }),
    async picture() {
      const state = desk();
      const answer = state && (await tell<Told>({ do: "picture", lang: state.lang, dark: entry.root.dataset.look === "dark" }));
      if (answer?.svg) download(`${state!.film.frames.game}-${state!.now.node}.svg`, answer.svg);
    },
    copy(text) {
      const state = desk();
      navigator.clipboard?.writeText(text).then(() => state && change({ done: ui(state, "copied") }), () => {});
      const field = entry.body.querySelector<HTMLInputElement>(".cardlab-text");
      field?.select();
    },
    async keep(name, message) {
      const answer = await ask<Told>("_do", { do: name, ...message });
      const state = desk();
      if (answer?.saved && state) change({ done: ui(state, "kept_in", { file: answer.saved }) });
    },
  };
}

function download(name: string, svg: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The place of a card as position texts and facts name it: piles from the top, hands from the left, grids by row and column. */
export function placeOf({ film, table }: ScratchDesk, { zone, place }: Hit): string {
  const { id, layout, rows } = film.zones[zone]!;
  const { codes, count } = table.cards[zone]!;
  if (place === null || (!count && layout !== "grid")) return id;
  if (layout === "grid") {
    const columns = Math.max(1, codes.length / Math.max(1, rows));
    return `${id}:r${Math.floor(place / columns) + 1}c${(place % columns) + 1}`;
  }
  return `${id}:${layout === "fan" ? place + 1 : Math.max(1, count - place)}`;
}

/** While hidden cards are named, or cards are laid out, a press chooses a place; with one chosen before, an edited card goes there. */
function pressed(state: ScratchDesk, hit: Hit, { change }: Here): boolean {
  if (state.now.draft) {
    change({ place: placeOf(state, hit) });
    return true;
  }
  if (state.tool !== "hidden") return false;
  const place = placeOf(state, hit);
  if (state.hidden?.places.includes(place)) change({ place });
  else change({ trouble: ui(state, "not_hidden") });
  return true;
}

const OWN_KEYS: Readonly<Record<string, [name: string, message?: object]>> = {
  ",": ["step", { by: -1 }],
  ".": ["step", { by: 1 }],
  V: ["sibling", { by: 1 }],
  Home: ["home"],
  B: ["was"],
  P: ["promote"],
  Delete: ["delete"],
};

function keyed({ beneath, options, now, quizzing, tool }: ScratchDesk, event: KeyboardEvent, doings: Doings): boolean {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    if (!(key.toLowerCase() === "y" || (key.toLowerCase() === "z" && event.shiftKey))) return false;
    doings.redo();
    return true;
  }
  if (key === "Escape" && now.draft) return doings.deed("drop"), true;
  if (beneath && (key === "Escape" || (key === "w" && !options.some((option) => option.key === "w")))) return doings.leave(), true;
  if (key === "Q" && quizzing) return doings.toQuestion() !== false;
  if (key === "N") return !now.closed && (doings.naming(), true);
  const wanted = TOOLS[TOOL_KEYS.indexOf(key)];
  if (wanted) return !now.closed && (doings.tool(wanted), true);
  if (now.draft || tool === "edit") return false;
  const own = OWN_KEYS[key];
  if (!own || (key === "Home" && (event.target as HTMLElement).matches("[data-scrolls]"))) return false;
  doings.deed(...own);
  return true;
}

