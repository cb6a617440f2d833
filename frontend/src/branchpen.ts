/** Writing branches: what is named, played and typed, and its way to the kernel. Each becomes one line of the file at once. */
import type { Answer, Invoke, Session } from "./session";
import type { State } from "./state";

export interface Branching {
  /** A name that is being written: of a new branch that leaves here, or a new one for the branch on the table. */
  naming: null | { what: "begin" | "rename"; name: string; facts: string };
  /** An action as text. */
  typed: string;
  /** What may be played at the end of a branch. */
  offered: null | { line: string; ply: number; seat: number | null; player: number | null; actions: readonly string[] };
  /** Why something may not be played, with the rules that forbid it. */
  refused: null | { text: string; rules: readonly string[] };
  failure: string;
  /** What became of the last thing written: the key of a word, or "". */
  status: "" | "saving" | "branch_begun" | "played" | "renamed" | "promoted" | "branch_deleted";
}

/** What a person can do with branches while writing. False means that it meant nothing there. */
export interface BranchPen {
  /** Opens the fields for a branch that begins here. */
  begin(): false | void;
  rename(): false | void;
  naming(fields: Partial<NonNullable<Branching["naming"]>>): void;
  /** Writes what was named. */
  name(): void;
  unname(): void;
  promote(): false | void;
  erase(): false | void;
  /** Plays an action at the end of the branch on the table. */
  play(action: string): void;
  typing(text: string): void;
  /** Lets chance act. */
  chance(): void;
  /** Goes to the field of the action. */
  toAction(): false | void;
}

export interface BranchDesk {
  pen: BranchPen;
  /** To be called before drawing: at the end of a branch of one's own it is asked once what may be played. */
  follow(): void;
}

const blank = (): Branching => ({ naming: null, typed: "", offered: null, refused: null, failure: "", status: "" });

export function makeBranchDesk(given: {
  state: State;
  session: Session;
  invoke: Invoke | undefined;
  root: HTMLElement;
  body: HTMLElement;
  redraw: () => void;
  draw: () => void;
  visit: (line: string | null, ply: number) => unknown;
}): BranchDesk {
  const { state, session, invoke, root, body, redraw, draw, visit } = given;
  let asking = "";

  const here = () => (state.line === null ? undefined : session.lines?.get(state.line));
  const seat = () => session.lines?.main.film.frames.lens.seat ?? null;
  const toRoot = (): void => root.focus({ preventScroll: true });
  const take = (line: string | null | undefined, { ply = 0, player = null, actions }: Answer): void => {
    state.branching.offered = line && actions ? { line, ply, seat: seat(), player, actions } : null;
  };

  /** Has one line written; where it was, `done` gets the answer. */
  const send = async (message: Record<string, unknown>, status: Branching["status"], done: (answer: Answer) => void): Promise<void> => {
    const { branching } = state;
    if (!state.editing || !invoke || branching.status === "saving") return;
    Object.assign(branching, { status: "saving", failure: "", refused: null });
    redraw();
    const answer = await session.branch(message, invoke);
    branching.status = answer.error || answer.refused ? "" : status;
    branching.failure = answer.error ?? "";
    if (answer.refused) branching.refused = { text: answer.refused, rules: answer.rules ?? [] };
    if (branching.status) {
      take(answer.line, answer);
      done(answer);
    }
    redraw();
  };
  const toField = (selector: string): void => {
    draw();
    const field = body.querySelector<HTMLInputElement>(selector);
    field?.focus({ preventScroll: true });
    field?.select?.();
  };
  const opens = (naming: NonNullable<Branching["naming"]>): void => {
    Object.assign(state.branching, { naming, status: "", failure: "", refused: null });
    toField(".cardlab-branchfield");
  };

  /** The button that was pressed may be gone with what it offered, and the focus with it; who types stays in the field. */
  const arrive = (line: string | null, ply = 0): void => {
    visit(line, ply);
    if (!document.activeElement?.matches(".cardlab-action")) toRoot();
  };

  const pen: BranchPen = {
    begin: () => (state.editing ? opens({ what: "begin", name: "", facts: "" }) : false),
    rename() {
      const line = here();
      return state.editing && line ? opens({ what: "rename", name: line.name, facts: "" }) : false;
    },
    naming(fields) {
      if (state.branching.naming) Object.assign(state.branching.naming, fields);
      redraw();
    },
    name() {
      const { naming } = state.branching;
      if (!naming?.name.trim()) return;
      const { line, ply } = state;
      const facts = naming.facts.split(/[\s,;]+/).filter(Boolean);
      const message = naming.what === "begin" ? { do: "begin", line, ply, name: naming.name, facts } : { do: "rename", line, name: naming.name };
      void send(message, naming.what === "begin" ? "branch_begun" : "renamed", (answer) => {
        state.branching.naming = null;
        if (naming.what === "begin") visit(answer.line!, 0);
        toRoot();
      });
    },
    unname() {
      state.branching.naming = null;
      redraw();
      toRoot();
    },
    promote() {
      if (!state.editing || !here()) return false;
      void send({ do: "promote", line: state.line }, "promoted", () => {});
    },
    erase() {
      if (!state.editing || !here()) return false;
      void send({ do: "delete", line: state.line }, "branch_deleted", toRoot);
    },
    play(action) {
      const line = here();
      if (!state.editing || !line?.own || !action.trim()) return;
      void send({ do: "play", line: line.id, action }, "played", (answer) => {
        state.branching.typed = "";
        arrive(line.id, answer.ply);
      });
    },
    chance() {
      const line = here();
      if (line) void send({ do: "chance", line: line.id }, "played", (answer) => arrive(line.id, answer.ply));
    },
    typing(text) {
      Object.assign(state.branching, { typed: text, refused: null, failure: "" });
      redraw();
    },
    toAction: () => (state.editing && here()?.own ? toField(".cardlab-action") : false),
  };

  return {
    pen,
    follow() {
      const line = here();
      const { offered } = state.branching;
      if (!state.editing || !invoke || !line?.own || state.ply < line.length || state.branching.status === "saving") return;
      if (offered?.line === line.id && offered.ply === line.length && offered.seat === seat()) return;
      const question = `${line.id} ${line.length} ${seat()}`;
      if (asking === question) return;
      asking = question;
      void session.branch({ do: "look", line: line.id }, invoke).then((answer) => {
        if (asking === question) asking = "";
        if (answer.error) state.branching.failure = answer.error;
        else take(line.id, answer);
        redraw();
      });
    },
  };
}

export { blank as noBranching };
