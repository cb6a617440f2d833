/** What the parts of the viewer draw from, where a view stands at the end of its plies and cannot be stepped through. */
import type { Film } from "./film";
import { freshState } from "./fresh";
import { compare, type Motion } from "./motion";
import { ALL, filtered } from "./remarks";
import type { Session } from "./session";
import type { Shown } from "./state";

const STILL: Motion = { movements: [], turned: [] };

/** The whole of `Shown` at the last ply of a film, or at another; what the view knows better is laid over it. */
export function standing(session: Session, film: Film, ply = film.length): Shown {
  const step = film.frames.steps[ply - 1];
  const governing = (step?.r ?? []).map((rule) => film.frames.rules[rule] ?? "");
  const found = filtered(session.remarks, session.lines!.main, ALL, false);
  return {
    ...freshState(session, false),
    line: null,
    ply,
    hides: false,
    film,
    path: [],
    tree: { rows: [], placeOf: () => 0 },
    current: 0,
    table: film.at(ply),
    motion: ply ? compare(film.zones, film.at(ply - 1), film.at(ply)) : STILL,
    governing,
    allowed: step?.k ?? governing.length,
    verdict: undefined,
    found,
    notesOf: () => found,
  };
}
