/** Pointing at cards: what is offered at a moment, and what a press on a card means. Nothing here draws, and nothing decides what is legal. */
import type { Spot, Try } from "./moment";

/** A place on the table that was pressed; `place` is null where the zone was, and none of its cards. */
export interface Hit {
  zone: number;
  place: number | null;
}

/** What can be chosen next: a card to take up, a place to lay it, or an action that moves no card. */
export interface Offer {
  spot: Spot | null;
  tries: Try[];
}

/** What a press means: actions of one source and one target, to be done (which, the face decides); a card to be taken up; a refusal. */
export type Meaning = { act: Try[] } | { pick: Spot } | { drop: true } | { refuse: Try } | null;

export const sameSpot = (a: Spot | null, b: Spot | null): boolean => a === b || (!!a && !!b && a.zone === b.zone && String(a.places) === String(b.places));
const holds = (spot: Spot | null, hit: Hit): boolean => !!spot && spot.zone === hit.zone && (!spot.places.length || (hit.place !== null && spot.places.includes(hit.place)));
export const isLegal = (one: Try): boolean => one.rule === null;

function groups(tries: readonly Try[], of: "source" | "target"): Offer[] {
  const found: Offer[] = [];
  for (const one of tries) {
    const same = found.find(({ spot }) => sameSpot(spot, one[of]));
    if (same) same.tries.push(one);
    else found.push({ spot: one[of], tries: [one] });
  }
  return found;
}

/** Whether some actions go to several places, so that one has to be chosen. */
export const forks = (tries: readonly Try[]): boolean => groups(tries, "target").length > 1;

/** The only source from which cards can go, where it has several targets: there is nothing to choose in it. */
export function onlySource(tries: readonly Try[]): Spot | null {
  const found = groups(tries.filter(isLegal), "source");
  return found.length === 1 && found[0]!.spot && forks(found[0]!.tries) ? found[0]!.spot : null;
}

/** What is offered: with a card taken up, where it may go; else what may be taken up, and what moves no card, each by itself. */
export function offersOf(tries: readonly Try[], picked: Spot | null): Offer[] {
  const legal = tries.filter(isLegal);
  if (picked) return groups(legal.filter((one) => sameSpot(one.source, picked)), "target");
  const pointed = groups(legal.filter((one) => one.source), "source");
  return [...pointed, ...legal.filter((one) => !one.source).map((one): Offer => ({ spot: null, tries: [one] }))];
}

/** All faces, possible or not, that an unknown card could have in these actions' place. */
export function facesOf(tries: readonly Try[], chosen: readonly Try[]): Try[] {
  const { source, target } = chosen[0]!;
  return tries.filter((one) => one.face !== null && sameSpot(one.source, source) && sameSpot(one.target, target));
}

/** Where the card lies that can be taken up at a place, legally or in vain. */
export function sourceAt(tries: readonly Try[], hit: Hit): Spot | null {
  const own = tries.filter((one) => holds(one.source, hit));
  return (own.find(isLegal) ?? own[0])?.source ?? null;
}

export function meaningOf(tries: readonly Try[], picked: Spot | null, hit: Hit): Meaning {
  const legal = tries.filter(isLegal);
  const onto = (some: readonly Try[]): Try[] => (picked ? some.filter((one) => sameSpot(one.source, picked) && holds(one.target, hit)) : []);
  const goes = onto(legal);
  if (goes.length && !forks(goes)) return { act: goes };
  if (holds(picked, hit)) return { drop: true };
  const of = (some: readonly Try[]): Try[] => some.filter((one) => holds(one.source, hit));
  const own = of(legal);
  if (own.length) return forks(own) ? { pick: own[0]!.source! } : { act: own };
  const from = picked ? [] : legal.filter((one) => holds(one.target, hit));
  if (from.length && groups(from, "source").length === 1 && !forks(from)) return { act: from };
  const bad = onto(tries);
  if (bad.length) return { refuse: bad[0]! };
  const shut = of(tries);
  if (!shut.length) return null;
  return forks(shut) ? { pick: shut[0]!.source! } : { refuse: shut[0]! };
}
