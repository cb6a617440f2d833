import { describe, expect, it } from "vitest";
import { makeFilm } from "../src/film";
import { compare } from "../src/motion";
import type { Game } from "./build";
import { skipbo, skyjo } from "./fixtures";

/** What moved at a ply, with zones by their ids. */
function moved(game: Game, ply: number, backwards = false) {
  const film = makeFilm(game.frames);
  const [a, b] = backwards ? [ply, ply - 1] : [ply - 1, ply];
  const { movements, turned } = compare(film.zones, film.at(a), film.at(b));
  const name = (zone: number) => film.zones[zone]!.id;
  return {
    movements: movements.map(({ from, to, face }) => `${name(from.zone)}.${from.place} > ${name(to.zone)}.${to.place} ${face}`).sort(),
    turned: turned.map(({ zone, place }) => `${name(zone)}.${place}`),
  };
}

describe("Skip-Bo", () => {
  const game = skipbo();
  it.each([
    [1, ["draw.60 > hand0.0 3"]],
    [2, ["stock0.11 > B1.3 4"]],
    [3, ["hand0.2 > B1.4 5"]],
    [4, ["hand0.1 > B3.0 SB"]],
    [5, ["hand0.2 > discard0.3.0 12"]],
    [6, ["discard1.1.0 > B2.7 8"]],
  ])("ply %i", (ply, expected) => expect(moved(game, ply).movements).toEqual(expected));
  it("goes the other way when stepping back", () => expect(moved(game, 2, true).movements).toEqual(["B1.3 > stock0.11 4"]));
  it("takes a hidden card of a hand for the open one on a pile", () => expect(moved(game, 7).movements).toEqual(["hand1.1 > discard1.2.3 3"]));
});

describe("Skyjo", () => {
  const game = skyjo();
  it("pairs the card drawn with the hidden one on the pile", () => expect(moved(game, 1).movements).toEqual(["draw.74 > drawn.0 0"]));
  it("exchanges a card of the grid", () => expect(moved(game, 2)).toEqual({ movements: ["drawn.0 > grid1.10 0", "grid1.10 > discard.30 9"], turned: [] }));
  it("exchanges a hidden card of the grid", () => expect(moved(game, 4).movements).toEqual(["drawn.0 > grid2.1 9", "grid2.1 > discard.30 3"]));
  it("tells cards that were turned from cards that moved", () => {
    const { movements, turned } = moved(game, 5);
    expect(movements).toEqual([]);
    expect(turned).toContain("grid0.1");
    expect(turned.length).toBe(5 + 0 + 7);
  });
});
