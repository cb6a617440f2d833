/** The state of a view as it opens. */
import { noBranching } from "./branchpen";
import { ALL } from "./remarks";
import type { Session } from "./session";
import type { State } from "./state";

/** `asks`: whether there is a kernel to ask. */
export function freshState(session: Session, asks: boolean): State {
  return {
    session,
    line: session.line,
    ply: session.ply,
    lang: session.lang,
    hides: session.hides,
    tab: null,
    translated: false,
    playing: false,
    speed: 1,
    back: null,
    unfolded: false,
    help: false,
    projector: false,
    posed: null,
    posing: { answers: 2, hints: 1 },
    twin: null,
    open: new Set(),
    filter: ALL,
    filtering: false,
    whole: new Set(),
    onGame: false,
    editing: null,
    branching: noBranching(),
    editHelp: false,
    past: null,
    listed: [0, 0],
    asks,
  };
}
