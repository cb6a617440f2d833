/** Writing notes: the draft, what is done to it, and its way to the kernel. What was typed is never lost. */
import type { Dispute, PastLine, Remark } from "./decode";
import { drawOverlay } from "./overlay";
import { COLOURS, placeText } from "./places";
import { GLYPHS, remarksAt } from "./remarks";
import type { Invoke, Session } from "./session";
import type { Shown, State } from "./state";

/** A note that is being written. */
export interface Draft {
  /** The key of the note that it will replace; null for a new one. */
  of: string | null;
  /** What it says as long as nothing was changed, to tell whether something was. */
  was: string;
  ply: number;
  line: string | null;
  on: "ply" | "turn" | "game";
  text: string;
  lang: string;
  glyph: string;
  rule: string;
  card: string;
  arrows: string[];
  marks: string[];
  bookmark: boolean;
  /** The latest ply that lay on the table while it was written. */
  seen: number;
}

export type Picking = "arrow" | "mark" | "card";

export interface Editing {
  draft: Draft;
  /** The disagreement that is being settled instead of a note being written. */
  settling: null | { dispute: Dispute; keep: string[]; text: string };
  /** What is being pointed at on the table: `from` of an arrow, `at` as `data-at` has it. */
  picking: null | { what: Picking; from: string; at: string };
  colour: string;
  /** What became of the last thing to write: the key of a word, or "". */
  status: "" | "saving" | "saved" | "deleted" | "undone" | "redone" | "settled" | "nothing_to_undo" | "nothing_to_redo";
  /** Why the last thing could not be written. */
  failure: string;
  /** What is typed into the field for a rule and is none. */
  strange: string;
  /** The draft is on its way: it is not changed now. */
  sending: boolean;
}

/** What a person can do while writing. False means that it meant nothing there. */
export interface Pen {
  /** Opens the desk, or closes it. */
  edit(): false | void;
  /** Goes to the field of the text. */
  write(): false | void;
  change(fields: Partial<Draft>): void;
  glyph(place: number): false | void;
  bookmark(): false | void;
  scope(): false | void;
  toRule(): false | void;
  rule(id: string): void;
  save(): false | void;
  /** Throws the draft away. */
  discard(): void;
  /** Takes up a note to change it; without one, the next of those at the ply. */
  take(note?: Remark): false | void;
  erase(note?: Remark): false | void;
  undo(): false | void;
  redo(): false | void;
  settle(dispute: Dispute): void;
  keep(keys: string[]): void;
  reason(text: string): void;
  /** Begins to point at a place of the table. */
  pick(what: Picking): false | void;
  pickArrow(): false | void;
  pickMark(): false | void;
  pickCard(): false | void;
  movePick(by: number): false | void;
  pickHere(): false | void;
  endPick(): false | void;
  colour(colour?: string): false | void;
  /** Goes back from a field to the whole. */
  leaveField(): void;
  /** All that was written about a note, or about all of them. */
  past(note?: Remark): false | void;
  restore(line: PastLine): void;
}

export interface Desk {
  pen: Pen;
  /** To be called before drawing: an untouched draft goes along with the ply. */
  follow(): void;
  /** Whether it takes keys, and which. */
  mode(): "" | "edit" | "pick";
  close(): void;
}

const GLYPH_WORDS = Object.keys(GLYPHS);
const SCOPES = ["ply", "turn", "game"] as const;
/** What was typed is kept for the page once the typing rests so long, in milliseconds. */
const KEEP_AFTER = 300;

const CONTENT = ["on", "text", "lang", "glyph", "rule", "card", "arrows", "marks", "bookmark"] as const;
const content = (draft: Draft): string => JSON.stringify(CONTENT.map((name) => draft[name]));

export function isTouched(draft: Draft): boolean {
  if (draft.of !== null) return content(draft) !== draft.was;
  return !!(draft.text || draft.glyph || draft.rule || draft.card || draft.arrows.length || draft.marks.length || draft.bookmark);
}

/** Whether it says something, so that it can be saved. */
export const canSave = ({ draft, settling, status, strange }: Editing): boolean =>
  status !== "saving" && (settling !== null || (!strange && isTouched(draft) && holds(draft)));
const holds = (draft: Draft): boolean => !!(draft.text.trim() || draft.glyph || draft.rule || draft.card || draft.arrows.length || draft.marks.length || draft.bookmark);

export function makeDesk(given: {
  state: State;
  session: Session;
  invoke: Invoke | undefined;
  root: HTMLElement;
  body: HTMLElement;
  shown: () => Shown | null;
  redraw: () => void;
  draw: () => void;
  visit: (line: string | null, ply: number) => void;
}): Desk {
  const { state, session, invoke, root, body, shown, redraw, draw } = given;
  let keeping: ReturnType<typeof setTimeout> | undefined;

  const desk = () => (invoke ? session.remarks.desk : null);
  const storage = (): string => ["cardlab draft", session.lines?.main.film.frames.title, desk()?.file, desk()?.author].join(" / ");
  const blank = (): Draft => ({
    of: null, was: "", ply: state.ply, line: state.line, on: "ply", text: "", lang: state.lang, glyph: "", rule: "", card: "", arrows: [], marks: [], bookmark: false, seen: state.ply,
  });
  const open = (): Editing => ({ draft: kept() ?? blank(), settling: null, picking: null, colour: "", status: "", failure: "", strange: "", sending: false });

  /** The page's own store: it outlives the kernel and this view, and ends with the tab. */
  const keep = (): void => {
    clearTimeout(keeping);
    try {
      const draft = state.editing?.draft;
      if (draft && isTouched(draft)) sessionStorage.setItem(storage(), JSON.stringify(draft));
      else sessionStorage.removeItem(storage());
    } catch {
      // a page without a store, or a text too long for it: the draft lives as long as the view
    }
  };
  const kept = (): Draft | null => {
    try {
      const draft = JSON.parse(sessionStorage.getItem(storage()) ?? "null") as Draft | null;
      return draft && typeof draft.text === "string" && Array.isArray(draft.arrows) ? draft : null;
    } catch {
      return null;
    }
  };
  const keepSoon = (): void => {
    clearTimeout(keeping);
    keeping = setTimeout(keep, KEEP_AFTER);
  };

  /** Whether what the draft speaks of is on the table. */
  const here = ({ ply, line }: Draft): boolean => ply === state.ply && line === state.line;
  const edit = (change: (editing: Editing) => false | void): false | void => {
    if (!state.editing || state.editing.sending) return false;
    if (change(state.editing) === false) return false;
    keepSoon();
    redraw();
  };
  const change = (fields: Partial<Draft>): void =>
    void edit((editing) => {
      Object.assign(editing.draft, fields);
      Object.assign(editing, { status: "", failure: "" });
    });
  const focus = (selector: string): void => {
    draw();
    body.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  };
  const toField = (selector: string): void => {
    if (state.editing) state.editing.picking = null;
    focus(selector);
  };
  const toRoot = (): void => root.focus({ preventScroll: true });

  const send = async (message: Record<string, unknown>, done: Editing["status"], nothing: Editing["status"] = done): Promise<boolean> => {
    const { editing } = state;
    if (!editing || !invoke || editing.status === "saving") return false;
    Object.assign(editing, { status: "saving", failure: "" });
    redraw();
    const answer = await session.write(message, invoke);
    editing.status = answer.error ? "" : answer.done === false ? nothing : done;
    editing.failure = answer.error ?? "";
    redraw();
    return !answer.error;
  };

  const save = async (): Promise<void> => {
    const { editing } = state;
    if (!editing || !canSave(editing)) return;
    const { draft, settling } = editing;
    Object.assign(editing, { sending: true, picking: null });
    if (settling) {
      const of = settling.dispute.sides.flatMap((side) => side.keys);
      const message = { do: "settle", about: settling.dispute.about, of, keep: settling.keep, text: settling.text, language: state.lang };
      if (await send(message, "settled")) editing.settling = null;
    } else {
      const onGame = draft.on === "game";
      const note = {
        ply: onGame ? 0 : draft.ply, branch: onGame ? null : draft.line, on: draft.on, written: Math.max(draft.seen, draft.ply), text: draft.text, language: draft.lang,
        glyph: draft.glyph || null, rule: draft.rule || null, card: draft.card || null, arrows: draft.arrows, marks: draft.marks, bookmark: draft.bookmark,
      };
      if (await send(draft.of === null ? { do: "add", note } : { do: "edit", of: draft.of, note }, "saved")) {
        editing.draft = blank();
        keep();
        toRoot();
      }
    }
    editing.sending = false;
    redraw();
  };

  const places = (): HTMLElement[] => [...body.querySelectorAll<HTMLElement>(".cardlab-table [data-at]")];
  const textAt = (at: string): string => {
    const now = shown();
    return now ? placeText(now.film, now.table, at) : "";
  };
  const toggled = (all: readonly string[], text: string): string[] => {
    const place = text.split(" ")[0];
    const same = all.find((one) => one.split(" ")[0] === place);
    return same === text ? all.filter((one) => one !== text) : [...all.filter((one) => one !== same), text];
  };
  const coloured = (text: string, editing: Editing): string => (editing.colour ? `${text} ${editing.colour}` : text);
  /** A place was pointed at. */
  const pointed = (editing: Editing, text: string, what: Picking | null): void => {
    const { draft, picking } = editing;
    if (what === "card") draft.card = draft.card === text ? "" : text;
    else if (what !== "arrow") draft.marks = toggled(draft.marks, coloured(text, editing));
    else if (picking && !picking.from) return void (picking.from = text);
    else if (picking && picking.from !== text) draft.arrows = toggled(draft.arrows, coloured(`${picking.from}>${text}`, editing));
    if (what !== "mark") editing.picking = null;
  };

  const pick = (what: Picking): false | void =>
    edit((editing) => {
      if (editing.settling) return false;
      if (editing.picking?.what === what) {
        editing.picking = null;
        return;
      }
      const first = places().find((place) => place.matches(".cardlab-moved")) ?? places()[0];
      if (!first) return false;
      if (!here(editing.draft)) given.visit(editing.draft.line, editing.draft.ply);
      editing.picking = { what, from: "", at: first.dataset.at! };
      toRoot();
    });

  const pen: Pen = {
    change,
    edit() {
      if (state.editing) {
        keep();
        state.editing = null;
        redraw();
        toRoot();
      } else if (desk()) {
        state.editing = open();
        draw();
        toRoot();
        // others may have written meanwhile
        void session.write({ do: "read" }, invoke!).then(({ error }) => {
          if (error && state.editing) state.editing.failure = error;
          redraw();
        });
      } else {
        state.editHelp = !state.editHelp;
        redraw();
      }
    },
    write: () => (state.editing ? toField(state.editing.settling ? ".cardlab-reason" : ".cardlab-draft") : false),
    glyph: (place) =>
      edit(({ draft, settling }) => {
        const name = GLYPH_WORDS[place];
        if (!name || settling) return false;
        draft.glyph = draft.glyph === name ? "" : name;
      }),
    bookmark: () => edit(({ draft }) => void (draft.bookmark = !draft.bookmark)),
    scope: () => edit(({ draft }) => void (draft.on = SCOPES[(SCOPES.indexOf(draft.on) + 1) % SCOPES.length]!)),
    toRule: () => (state.editing ? toField(".cardlab-rulefield") : false),
    rule: (id) =>
      void edit((editing) => {
        const known = !id || Object.hasOwn(session.book.rules, id);
        editing.strange = known ? "" : id;
        if (known) editing.draft.rule = id;
      }),
    save() {
      if (!state.editing) return false;
      void save();
    },
    discard: () =>
      void edit((editing) => {
        Object.assign(editing, { draft: blank(), settling: null, picking: null, status: "", failure: "", strange: "" });
        keep();
        toRoot();
      }),
    take(note) {
      const now = shown();
      if (!state.editing || !now) return false;
      const all = remarksAt(now.found, now.film, state.ply, state.hides);
      const next = note ?? all[(all.findIndex(({ key }) => key === state.editing!.draft.of) + 1) % all.length];
      const { draft } = state.editing;
      if (!next || (isTouched(draft) && draft.of !== next.key)) return false;
      edit((editing) => {
        Object.assign(editing, { settling: null, picking: null, strange: "" });
        editing.draft = draftOf(next, state.ply, state.lang);
      });
      focus(".cardlab-draft");
    },
    erase(note) {
      const of = note?.key ?? state.editing?.draft.of;
      if (!state.editing || !of) return false;
      void send({ do: "delete", of }, "deleted").then((done) => {
        if (done && state.editing?.draft.of === of) pen.discard();
        if (done && state.editing) state.editing.status = "deleted";
        redraw();
      });
    },
    undo() {
      if (!state.editing) return false;
      void send({ do: "undo" }, "undone", "nothing_to_undo");
    },
    redo() {
      if (!state.editing) return false;
      void send({ do: "redo" }, "redone", "nothing_to_redo");
    },
    settle(dispute) {
      edit((editing) => void (editing.settling = { dispute, keep: dispute.sides[0]?.keys ?? [], text: "" }));
      focus(".cardlab-desk input");
    },
    keep: (keys) => void edit(({ settling }) => (settling ? void (settling.keep = keys) : false)),
    reason: (text) => void edit(({ settling }) => (settling ? void (settling.text = text) : false)),
    pick,
    pickArrow: () => pick("arrow"),
    pickMark: () => pick("mark"),
    pickCard: () => pick("card"),
    movePick: (by) =>
      edit(({ picking }) => {
        if (!picking) return false;
        picking.at = neighbour(places(), picking.at, by) ?? picking.at;
      }),
    pickHere: () => edit((editing) => (editing.picking ? pointed(editing, textAt(editing.picking.at), editing.picking.what) : false)),
    endPick: () => edit((editing) => (editing.picking ? void (editing.picking = null) : false)),
    colour: (colour) => edit((editing) => void (editing.colour = colour ?? COLOURS[(COLOURS.indexOf(editing.colour as "") + 1) % COLOURS.length]!)),
    leaveField: toRoot,
    past(note) {
      if (!invoke || (!note && !state.editing)) return false;
      state.past = { of: note?.key ?? null, lines: null, failure: "" };
      draw();
      body.querySelector<HTMLElement>(".cardlab-close")?.focus({ preventScroll: true });
      const asked = state.past;
      void session.past(asked.of, invoke).then(({ error, lines }) => {
        asked.lines = lines ?? [];
        asked.failure = error ?? "";
        redraw();
      });
    },
    restore: (line) =>
      void send({ do: "withdraw", of: line.key }, "undone").then(() => {
        state.past = null;
        redraw();
        toRoot();
      }),
  };

  const unbind = bindPointer(body, () => state.editing !== null && !state.editing.settling, (from, to) => {
    if (!root.contains(document.activeElement)) toRoot();
    edit((editing) => {
      // dropped beside the table: nothing was meant
      if (to === undefined || !here(editing.draft)) return;
      const [a, b] = [textAt(from), textAt(to)];
      if (a !== b) editing.draft.arrows = toggled(editing.draft.arrows, coloured(`${a}>${b}`, editing));
      else pointed(editing, a, editing.picking?.what ?? null);
    });
  }, (from, x, y) => {
    const now = shown();
    if (now) drawOverlay(body, now, { from: textAt(from), x, y, colour: state.editing?.colour ?? "" });
  });

  return {
    pen,
    follow() {
      const draft = state.editing?.draft;
      if (!draft) return;
      if (!isTouched(draft) && draft.of === null) Object.assign(draft, { ply: state.ply, line: state.line, seen: state.ply, lang: draft.lang || state.lang });
      if (draft.line === state.line) draft.seen = Math.max(draft.seen, state.ply);
      if (state.editing!.picking && !body.querySelector(`[data-at="${state.editing!.picking.at}"]`)) state.editing!.picking.at = places()[0]?.dataset.at ?? "0.0";
    },
    mode: () => (!state.editing || state.past || state.help ? "" : state.editing.picking ? "pick" : "edit"),
    close() {
      if (state.editing) keep();
      clearTimeout(keeping);
      unbind();
    },
  };
}

function draftOf(note: Remark, ply: number, lang: string): Draft {
  const draft: Draft = {
    of: note.key, was: "", ply: note.on === "game" ? ply : note.ply, line: note.line ?? null, on: note.on ?? "ply", text: note.text ?? "", lang: note.lang ?? lang, glyph: note.glyph ?? "",
    rule: note.rule ?? "", card: note.card ?? "", arrows: [...(note.arrows ?? [])], marks: [...(note.marks ?? [])], bookmark: !!note.bookmark, seen: Math.max(ply, note.at ?? 0),
  };
  return { ...draft, was: content(draft) };
}

/** Of places on the table, the nearest in a direction: 0 left, 1 right, 2 up, 3 down. */
function neighbour(all: readonly HTMLElement[], at: string, by: number): string | undefined {
  const here = all.find((place) => place.dataset.at === at)?.getBoundingClientRect();
  if (!here) return undefined;
  const across = by > 1;
  const way = by % 2 ? 1 : -1;
  let best: [far: number, at: string] | undefined;
  for (const place of all) {
    const box = place.getBoundingClientRect();
    const [dx, dy] = [box.left + box.width / 2 - here.left - here.width / 2, box.top + box.height / 2 - here.top - here.height / 2];
    const ahead = way * (across ? dy : dx);
    // places aside count as farther, so that a row is walked along before it is left
    const far = ahead + 3 * Math.abs(across ? dx : dy);
    if (ahead > 2 && (!best || far < best[0])) best = [far, place.dataset.at!];
  }
  return best?.[1];
}

/** Pressing and dragging on the table. Returns the unbinding. */
function bindPointer(body: HTMLElement, listens: () => boolean, done: (from: string, to: string | undefined) => void, pulling: (from: string, x: number, y: number) => void): () => void {
  const placeAt = (target: EventTarget | null): string | undefined => (target as Element | null)?.closest?.<HTMLElement>(".cardlab-table [data-at]")?.dataset.at;
  const press = (event: PointerEvent): void => {
    const from = listens() && event.button === 0 ? placeAt(event.target) : undefined;
    if (from === undefined) return;
    event.preventDefault(); // no text is selected on the way
    const move = (moved: PointerEvent): void => pulling(from, moved.clientX, moved.clientY);
    const end = (): void => {
      for (const [name, heard] of heards) window.removeEventListener(name, heard as EventListener);
    };
    const drop = (dropped: PointerEvent): void => {
      end();
      done(from, placeAt(document.elementFromPoint?.(dropped.clientX, dropped.clientY) ?? dropped.target));
    };
    const heards = [["pointermove", move], ["pointerup", drop], ["pointercancel", end]] as const;
    for (const [name, heard] of heards) window.addEventListener(name, heard as EventListener);
  };
  body.addEventListener("pointerdown", press);
  return () => body.removeEventListener("pointerdown", press);
}

