/** One view of a recording: what a person can do with it beside choosing, and its drawing. The kernel decides, and writes. */
import { html } from "lit-html";
import type { Doings, RecordDesk } from "./desk";
import css from "./recorder.css";
import { setField, showEntry, type Kind } from "./entry";
import type { Invoke, Model, Session } from "./session";
import { ui } from "./text";
import { recording } from "./view/recording";

type Own = Pick<RecordDesk, "menu" | "noting">;

const saved = (state: RecordDesk): string => ui(state, "saved_line", { line: state.now.count });

const KIND: Kind<RecordDesk, Doings, Own> = {
  look: "cardlab-recorder",
  css,
  own: { menu: false, noting: false },
  passing: { menu: false },
  entered: saved,
  silent: (state) => ui(state, "no_answer", { file: state.now.file }),
  closing: ({ menu, noting }) => (menu || noting ? { menu: false, noting: false } : null),
  view: (state, doings) => html`${recording(state, doings)}`,
  after: (body, state) => setField(body, ".cardlab-seatselect", String(state.film.frames.lens.seat ?? "all")),
  doings: ({ ask, change, mine, body }) => ({
    undo: () => void ask("_undo", {}, (state) => ui(state, "taken_back", { line: state.now.count })),
    leave: (seat) => void ask("_leave", { seat }, saved),
    note: (text) => void ask("_note", { text }, saved).then((well) => well && change({ noting: false })),
    clock: (on) => void ask("_clock", { on }),
    see: (seat) => void ask("_see", { seat }),
    open: () => void ask("_open", {}),
    menu: () => change({ menu: !mine.menu, noting: false }),
    noting: () => {
      change({ noting: !mine.noting, menu: false });
      body.querySelector<HTMLElement>(".cardlab-noting input")?.focus();
    },
  }),
};

/** Shows the recording in `el`. Returns the undoing. */
export function showRecorder(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  return showEntry(KIND, session, model, el, invoke);
}
