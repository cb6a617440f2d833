/** In front of a class: the projector, the hands that are shown one by one, and the step as text with the code of its place. */
import type { Invoke, Model, Session } from "./session";
import type { Actions, State } from "./state";
import { makeTwin } from "./twin";

/** A question has no more answers and hints than these rows. */
const MOST_ROWS = 12;

export interface Classroom {
  /** Reads what the model says; to be called before drawing. */
  read(): void;
  doings: Pick<Actions, "project" | "hand" | "asText" | "copy" | "pose" | "poseMore">;
}

interface Given {
  state: State;
  session: Session;
  model?: Model;
  invoke?: Invoke;
  body: HTMLElement;
  redraw(): void;
  draw(): void;
}

export function makeClassroom({ state, session, model, invoke, body, redraw, draw }: Given): Classroom {
  const shownHands = (): readonly number[] | null => session.film?.frames.lens.seats ?? null;
  const askHands = (seats: readonly number[] | null): void => void (invoke && session.askHands(seats, invoke));

  return {
    read: () => {
      state.projector = Boolean(model?.get("projector"));
    },
    doings: {
      project() {
        const on = !state.projector;
        model?.set("projector", on);
        model?.save_changes();
        // every hand is hidden before a class, until it is asked for; where one seat is looked from, that seat stays
        if (on && session.film?.frames.lens.seat === null && !shownHands()) askHands([]);
        else if (!on && shownHands()) askHands(null);
        redraw();
      },
      hand(seat) {
        const shown = shownHands();
        if (!shown || !invoke || seat >= (session.film?.frames.names.length ?? 0)) return false;
        askHands(shown.includes(seat) ? shown.filter((one) => one !== seat) : [...shown, seat]);
      },
      ...makeTwin({ state, body, model, draw, ask: invoke && (() => session.asText({ ply: state.ply, line: state.line }, invoke)) }),
      async pose(fields) {
        if (!invoke) return false;
        const { done, id, error } = await session.write({ do: "ask", ply: state.ply, branch: state.line, language: state.lang, ...fields }, invoke);
        state.posed = { id: id ?? "", failure: error ?? "" };
        if (done) state.posing = { answers: 2, hints: 1 };
        draw();
        return !!done;
      },
      poseMore(what) {
        state.posing = { ...state.posing, [what]: Math.min(state.posing[what] + 1, MOST_ROWS) };
        draw();
        [...body.querySelectorAll<HTMLElement>(what === "hints" ? "[name=hint]" : "[name=answer]")].at(-1)?.focus();
      },
    },
  };
}
