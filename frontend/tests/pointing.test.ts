/** What a press on a card means, and what is offered: from actions as the kernel sends them, knowing no game. */
import { describe, expect, it } from "vitest";
import type { Spot, Try } from "../src/moment";
import { facesOf, forks, meaningOf, offersOf, onlySource, type Hit } from "../src/pointing";

const spot = (zone: number, ...places: number[]): Spot => ({ zone, places });
const a = (text: string, source: Spot | null, target: Spot | null = null, rule: string | null = null, face: string | null = null): Try => ({ text, source, target, rule, face, phrase: "", facts: {} });

/** A hand (zone 0) of a 7 twice and a 9; piles 1 and 2; an own pile 3; drawing from 4 into 0; passing. */
const HAND = [
  a("H7>B1", spot(0, 0, 1), spot(1)),
  a("H7>B2", spot(0, 0, 1), spot(2), "no.fit"),
  a("H7>D1", spot(0, 0, 1), spot(3)),
  a("H9>B1", spot(0, 2), spot(1), "no.fit"),
  a("H9>B2", spot(0, 2), spot(2), "no.fit"),
  a("H9>D1", spot(0, 2), spot(3)),
  a("S>B1", spot(5), spot(1), "no.fit"),
  a("S>B2", spot(5), spot(2), "no.fit"),
  a("draw", spot(4), spot(0), "not.due"),
  a("pass", null),
];
/** One card held (zone 0), four places of a grid (zone 1) and the pile (zone 2). */
const HELD = [...[0, 1, 2, 3].map((place) => a(`swap ${place}`, spot(0), spot(1, place))), a("discard", spot(0), spot(2)), a("flip 0", spot(1, 0), null, "not.now")];
/** Two cards nobody knows, each of which may be a 1 or a 2. */
const DIM = ["1", "2", "3"].flatMap((face) => [a(`H${face}>B1`, spot(0, 0, 1), spot(1), face === "1" ? null : "no.fit", face), a(`H${face}>D1`, spot(0, 0, 1), spot(3), face === "3" ? "none.left" : null, face)]);

describe("what is offered", () => {
  it("is each card that may be taken up once, and what moves no card", () => {
    expect(offersOf(HAND, null).map(({ spot, tries }) => [spot, tries.map((one) => one.text)])).toEqual([
      [spot(0, 0, 1), ["H7>B1", "H7>D1"]],
      [spot(0, 2), ["H9>D1"]],
      [null, ["pass"]],
    ]);
  });
  it("with a card taken up is where it may go", () => {
    expect(offersOf(HAND, spot(0, 0, 1)).map(({ spot }) => spot)).toEqual([spot(1), spot(3)]);
    expect(offersOf(HAND, spot(5))).toEqual([]);
  });
  it("takes up by itself the only card there is, where it may go to several places", () => {
    expect(onlySource(HELD)).toEqual(spot(0));
    expect(onlySource(HAND)).toBeNull();
    expect(onlySource([a("draw", spot(4), spot(0))])).toBeNull();
    expect(onlySource([])).toBeNull();
  });
  it("tells actions apart by the face of an unknown card, impossible ones too", () => {
    const [first] = offersOf(DIM, spot(0, 0, 1)).filter((offer) => offer.spot!.zone === 3);
    expect([forks(first!.tries), first!.tries.map((one) => one.face)]).toEqual([false, ["1", "2"]]);
    expect(facesOf(DIM, first!.tries).map(({ face, rule }) => [face, rule])).toEqual([["1", null], ["2", null], ["3", "none.left"]]);
  });
});

describe("a press", () => {
  const rows: [string, readonly Try[], Spot | null, Hit, unknown][] = [
    ["takes up a card that may go to several places", HAND, null, { zone: 0, place: 1 }, { pick: spot(0, 0, 1) }],
    ["does at once what has one place to go", HAND, null, { zone: 0, place: 2 }, { act: ["H9>D1"] }],
    ["lays the card taken up", HAND, spot(0, 0, 1), { zone: 1, place: 3 }, { act: ["H7>B1"] }],
    ["lays it on a zone beside its cards", HAND, spot(0, 0, 1), { zone: 3, place: null }, { act: ["H7>D1"] }],
    ["lets go of it", HAND, spot(0, 0, 1), { zone: 0, place: 0 }, { drop: true }],
    ["takes up another one instead", HELD.concat(HAND), spot(5), { zone: 0, place: 1 }, { pick: spot(0) }],
    ["on a goal that is forbidden is refused with its rule", HAND, spot(0, 0, 1), { zone: 2, place: null }, { refuse: "no.fit" }],
    ["takes up a card that may go nowhere, to be told why", HAND, null, { zone: 5, place: 4 }, { pick: spot(5) }],
    ["and then each goal is refused", HAND, spot(5), { zone: 1, place: 0 }, { refuse: "no.fit" }],
    ["on what is not due is refused", HAND, null, { zone: 4, place: 0 }, { refuse: "not.due" }],
    ["on a goal of the only card there is lays it", HELD, spot(0), { zone: 1, place: 2 }, { act: ["swap 2"] }],
    ["on one place of a grid, never on the whole", HELD, spot(0), { zone: 1, place: null }, null],
    ["on a goal that only one card may reach lays that one", [a("H1>B1", spot(0, 0), spot(1)), a("pass", null)], null, { zone: 1, place: 0 }, { act: ["H1>B1"] }],
    ["with an unknown card gives all the faces it may have", DIM, spot(0, 0, 1), { zone: 3, place: null }, { act: ["H1>D1", "H2>D1"] }],
    ["elsewhere means nothing", HAND, null, { zone: 9, place: 0 }, null],
  ];
  it.each(rows)("%s", (_name, tries, picked, hit, means) => {
    const found = meaningOf(tries, picked, hit) as Record<string, unknown> | null;
    const told = found && ("act" in found ? { act: (found.act as Try[]).map((one) => one.text) } : "refuse" in found ? { refuse: (found.refuse as Try).rule } : found);
    expect(told).toEqual(means);
  });
});
