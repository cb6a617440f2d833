import { describe, expect, it } from "vitest";
import { fill, sentence } from "../src/sentence";

describe("fill", () => {
  it.each([
    ["{seat} draws", { seat: "Ana" }, "Ana draws"],
    ["{a}{b} and {a}", { a: "1", b: "2" }, "12 and 1"],
    ["{unknown} stays", {}, "{unknown} stays"],
    ["{toString} is no fact", {}, "{toString} is no fact"],
    ["{card} holds braces", { card: "{seat}", seat: "Ana" }, "{seat} holds braces"],
  ])("%s", (template, facts, expected) => expect(fill(template, facts as Record<string, string>)).toBe(expected));
});

describe("sentence", () => {
  it("says what was done, why, and in a sentence of its own what followed", () => {
    const told = sentence("ana plays the 4", [["plain", "{wants} comes next", { wants: "4" }]], [["plain", "a card is turned for {seat}", { seat: "Leo" }]]);
    expect(told).toBe("Ana plays the 4: 4 comes next. A card is turned for Leo.");
  });
  it("has no colon without reasons", () => expect(sentence("Leo draws", [], [])).toBe("Leo draws."));
  it("chooses loud reasons before plain ones, keeps their order, and never says a quiet one", () => {
    const whys = [["plain", "a", {}], ["quiet", "b", {}], ["plain", "c", {}], ["loud", "d", {}]] as const;
    expect(sentence("x", whys, [])).toBe("X: a; d.");
  });
  it("tells at most four things that followed", () => {
    const follows = ["a", "b", "c", "d", "e"].map((clause) => ["plain", clause, {}] as const);
    expect(sentence("x", [], follows)).toBe("X. A; b; c; d.");
  });
  it("begins with a capital also beyond ASCII", () => expect(sentence("él roba", [], [])).toBe("Él roba."));
});
