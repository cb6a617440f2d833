import { describe, expect, it } from "vitest";
import { readFrames, readJson } from "../src/decode";
import { after, before, makeFilm } from "../src/film";
import { readCode } from "../src/table";
import { bytes, type Game } from "./build";
import { longGame, skipbo, skyjo } from "./fixtures";

const film = (game: Game) => makeFilm(readFrames(bytes(game.frames))!);

/** A table of the film in the shape of the recorded positions. */
function shown(game: Game, ply: number) {
  const made = film(game);
  return asPosition(made, ply);
}

function asPosition(made: ReturnType<typeof makeFilm>, ply: number) {
  const table = made.at(ply);
  return {
    cards: Object.fromEntries(made.zones.map((zone, i) => [zone.id, [table.cards[i]!.codes, table.cards[i]!.count]])),
    seats: table.seats.map(({ score, marks }) => [score, marks]),
    at: [table.player, table.round, table.turn, table.phase],
  };
}

describe.each([["skipbo", skipbo()], ["skyjo", skyjo()], ["eight at Skyjo", skyjo(8)]])("%s", (_name, game) => {
  it("gives at every ply the table that was recorded, also when asked for it first", () => {
    game.positions.forEach((position, ply) => expect(shown(game, ply)).toEqual(position));
  });
});

describe("a long game", () => {
  const game = longGame(400);
  const made = film(game);
  it("is the same forwards, backwards and in jumps", () => {
    const plies = [...game.positions.keys()];
    for (const ply of [...plies, ...plies.toReversed(), 399, 0, 200, 32, 31, 33, 64, 400, 1]) expect(asPosition(made, ply)).toEqual(game.positions[ply]);
  });
  it("keeps the zones that did not change as they are", () => {
    const [a, b] = [made.at(100), made.at(101)];
    expect(a.cards.filter((cards, i) => cards === b.cards[i]).length).toBeGreaterThan(a.cards.length - 4);
  });
  it("gives the same table object while it is among those kept", () => expect(made.at(100)).toBe(made.at(100)));
});

describe("turns", () => {
  it("puts a step into the turn in which it was taken", () => {
    const made = film(skipbo());
    expect(made.turns.map(({ turn, seat, first, last }) => [turn, seat, first, last])).toEqual([[3, 0, 1, 5], [4, 1, 6, 7], [5, 2, 8, 8]]);
    expect(made.turnStarts).toEqual([0, 5, 7]);
    expect([...made.actors.slice(1)]).toEqual([-1, 0, 0, 0, 0, 1, 1, 2]);
  });
  it("finds what comes before and after", () => {
    expect([after([0, 5, 7], 5), after([0, 5, 7], 7), before([0, 5, 7], 5), before([0, 5, 7], 0)]).toEqual([7, null, 0, null]);
  });
});

describe("reading", () => {
  it("minds the window a DataView has into its buffer", () => expect(readJson(bytes({ a: "ñ" }))).toEqual({ a: "ñ" }));
  it("gives null for no bytes", () => expect([readJson(null), readJson(new DataView(new ArrayBuffer(0)))]).toEqual([null, null]));
  it.each([["no JSON", new TextEncoder().encode("{")], ["no frames", bytes({ zones: [] })], ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22])]])("throws on %s", (_name, raw) =>
    expect(() => readFrames(raw)).toThrow(),
  );
  it("refuses a change of a zone that is not there", () => {
    const { frames } = skyjo();
    expect(() => makeFilm({ ...frames, steps: [{ ...frames.steps[0]!, z: [[99, ["1"], 1]] }] })).toThrow(RangeError);
  });
  it.each([
    ["7", { face: "7", as: "", down: false, chosen: false, empty: false }],
    ["SB=4", { face: "SB", as: "4", down: false, chosen: false, empty: false }],
    ["?", { face: "", as: "", down: true, chosen: false, empty: false }],
    ["?-2!", { face: "-2", as: "", down: true, chosen: true, empty: false }],
    ["", { face: "", as: "", down: false, chosen: false, empty: true }],
  ])("takes the code %j apart", (code, face) => expect(readCode(code)).toEqual(face));
});
