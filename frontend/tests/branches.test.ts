import { afterEach, describe, expect, it } from "vitest";
import type { Branch, BranchData } from "../src/decode";
import { makeFilm } from "../src/film";
import { makeLines, pathTo, reach } from "../src/lines";
import { SIDE, treeOf } from "../src/tree";
import { bytes, type Game } from "./build";
import { longGame, skipbo } from "./fixtures";
import { drawn, mount, type Mounted } from "./mount";

/** A branch that does from `ply` on what the game does from ply `as` on, `length` plies long. */
function branch(game: Game, id: string, parent: string | null, ply: number, as: number, length: number, more: Partial<Branch> = {}): Branch {
  const steps = game.frames.steps.slice(as, as + length).map((step, k) => (k ? step : { ...step, w: step.w ?? 0 }));
  return { id, name: id.toUpperCase(), author: "Ana", parent, ply, at: game.positions[as]!.at, steps, marks: [], ...more };
}

const dataOf = (game: Game, branches: Branch[]): BranchData => ({ rules: game.frames.rules, phrases: game.frames.phrases, branches });

/** Skip-Bo with two branches from ply 2, one with a supposed card, one below it, and one from ply 5. */
function grown(): [Game, BranchData] {
  const game = skipbo();
  const wild = { z: [[0, 0, "?7"]] as Branch["z"], facts: [{ z: 0, n: 1, face: "7", was: "3" }] };
  const branches = [branch(game, "a", null, 2, 2, 3, wild), branch(game, "b", null, 2, 2, 2, { author: "Leo" }), branch(game, "c", "a", 1, 3, 2), branch(game, "d", null, 5, 5, 2)];
  return [game, dataOf(game, branches)];
}

let view: Mounted | undefined;
afterEach(() => {
  view?.undo();
  view = undefined;
});

const open = (traits: Record<string, unknown> = {}, [game, data] = grown()) => (view = mount(game, { branches: bytes(data), ...traits }));
const place = () => [view!.root.dataset.line, Number(view!.root.dataset.ply)];
const heads = () => view!.all("[data-branch]").map((head) => head.dataset.branch);
const rows = () => view!.all(".cardlab-moves .cardlab-turn, .cardlab-moves .cardlab-branch").map((row) => row.dataset.branch ?? row.querySelector<HTMLElement>("[data-ply]")!.dataset.ply);

describe("lines", () => {
  const [game, data] = grown();
  const lines = makeLines(makeFilm(game.frames), data);
  it("begin with the table they leave, changed by what they suppose", () => {
    const film = lines.get("a")!.film;
    expect(film.at(0).cards[0]).toEqual({ codes: ["?7"], count: 60 });
    expect(film.at(0).cards.slice(1)).toEqual(lines.main.film.at(2).cards.slice(1));
    expect(film.at(3).cards.slice(1)).toEqual(lines.main.film.at(5).cards.slice(1));
    expect(film.length).toBe(3);
  });
  it("leave one another to any depth", () => {
    expect(lines.leaving(null).map(({ id }) => id)).toEqual(["a", "b", "d"]);
    expect(lines.forks(null)).toEqual([2, 5]);
    expect(pathTo(lines, "c").map(({ id }) => id)).toEqual([null, "a", "c"]);
    expect(lines.get("c")!.film.at(2).cards[1]).toEqual(lines.main.film.at(5).cards[1]);
  });
  it("may be deeper than calls may nest", { timeout: 60_000 }, () => {
    const deep = Array.from({ length: 5000 }, (_, k) => branch(game, `n${k}`, k ? `n${k - 1}` : null, k ? 1 : 2, 2 + (k % 2), 1));
    const tower = makeLines(makeFilm(game.frames), dataOf(game, deep));
    expect(tower.get("n4999")!.film.length).toBe(1);
    expect(pathTo(tower, "n4999").length).toBe(5001);
    const tree = treeOf(tower.main, ({ id }) => tower.leaving(id), tower.get, new Set(deep.map(({ id }) => id)));
    expect(tree.rows.length).toBe(tower.main.rows + 10_000);
  });
  it("are known as far as the way to the table leads, where later things are hidden", () => {
    const path = pathTo(lines, "c");
    expect([null, "a", "c", "b"].map((id) => reach(path, lines.get(id)!, 2))).toEqual([2, 1, 2, 0]);
  });
});

describe("the tree", () => {
  const [game, data] = grown();
  const lines = makeLines(makeFilm(game.frames), data);
  const tree = (...ids: string[]) => treeOf(lines.main, ({ id }) => lines.leaving(id), lines.get, new Set(ids));
  it("has each branch behind the row it leaves, and nothing of what is folded", () => {
    const told = (...ids: string[]) => tree(...ids).rows.map(({ line, at, depth }) => `${line.id ?? "-"}${at < 0 ? "" : at}/${depth}`);
    expect(told()).toEqual(["-0/0", "a/1", "b/1", "d/1", "-1/0", "-2/0"]);
    expect(told("a")).toEqual(["-0/0", "a/1", "a0/1", "c/2", "b/1", "d/1", "-1/0", "-2/0"]);
    expect(told("a", "c")).toEqual(["-0/0", "a/1", "a0/1", "c/2", "c0/2", "b/1", "d/1", "-1/0", "-2/0"]);
    expect(told("c")).toEqual(told());
  });
  it("finds the row of a ply, and the head it is folded into", () => {
    const line = lines.get("c")!;
    expect(tree("a", "c").placeOf(line, line.rowOf(1))).toBe(4);
    expect(tree("a").placeOf(line, line.rowOf(1))).toBe(3);
    expect(tree().placeOf(line, line.rowOf(1))).toBe(1);
    expect(tree().placeOf(lines.main, lines.main.rowOf(6))).toBe(4);
    expect(tree().placeOf(lines.main, -1)).toBe(0);
  });
});

describe("a branch in the move list", () => {
  it("is folded at first, and tells its name, its author, its supposed cards and how many plies it has", () => {
    open({ ply: 2 });
    expect(heads()).toEqual(["a", "b", "d"]);
    expect(view!.text('[data-branch="a"]')).toBe("▸A Ana draw, card 1: 7 instead of 3 plies: 3");
    expect(view!.text('[data-branch="b"]')).toBe("▸B Leo plies: 2");
  });
  it("unfolds and folds by its button and by the key", async () => {
    open({ ply: 2 });
    const fold = () => view!.root.querySelector<HTMLButtonElement>('[data-fold="a"]')!;
    expect(fold().getAttribute("aria-expanded")).toBe("false");
    fold().click();
    await drawn();
    expect([heads(), fold().getAttribute("aria-expanded")]).toEqual([["a", "c", "b", "d"], "true"]);
    await view!.key("z");
    expect(view!.all('[aria-expanded="true"][data-fold]').map((one) => one.dataset.fold)).toEqual(["a", "b"]);
    await view!.key("z");
    expect(heads()).toEqual(["a", "b"].concat("d"));
  });
  it("is gone into by a press on its name or on one of its moves", async () => {
    open({ ply: 2 });
    view!.root.querySelector<HTMLElement>('[data-branch="b"] .cardlab-branchname')!.click();
    await drawn();
    expect(place()).toEqual(["b", 0]);
    view!.root.querySelector<HTMLElement>('.cardlab-move[data-of="b"][data-ply="2"]')!.click();
    await drawn();
    expect(place()).toEqual(["b", 2]);
    expect(view!.all(".cardlab-moves [aria-current]").map((one) => [one.dataset.of, one.dataset.ply])).toEqual([["b", "2"]]);
  });
});

describe("on a branch", () => {
  it("keys lead in, on, to the next one, and out to where it leaves", async () => {
    open({ ply: 2 });
    expect((await view!.key(">")).defaultPrevented).toBe(true);
    expect(place()).toEqual(["a", 0]);
    await view!.key("ArrowRight");
    await view!.key(">");
    expect(place()).toEqual(["c", 0]);
    await view!.key("<");
    expect(place()).toEqual(["a", 1]);
    await view!.key("v");
    expect(place()).toEqual(["b", 0]);
    await view!.key("V");
    expect(place()).toEqual(["a", 0]);
    await view!.key("<");
    expect(place()).toEqual(["", 2]);
    expect((await view!.key("<")).defaultPrevented).toBe(false);
    await view!.key(".");
    expect(place()).toEqual(["", 5]);
    await view!.key(",");
    expect(place()).toEqual(["", 2]);
  });
  it("one step back too many stays on it, and back leads to where the view stood", async () => {
    open({ ply: 7 });
    view!.root.querySelector<HTMLElement>('[data-branch="a"] .cardlab-branchname')!.click();
    await drawn();
    await view!.key("ArrowLeft");
    expect(place()).toEqual(["a", 0]);
    expect(view!.text(".cardlab-jumps")).toContain("back to main line, 7");
    await view!.key("b");
    expect(place()).toEqual(["", 7]);
    await view!.key("b");
    expect(place()).toEqual(["a", 0]);
  });
  it("table, timeline, sentence and rules are those of the line", async () => {
    open({ line: "a", ply: 1 });
    expect(view!.all('[data-zone="hand0"] .cardlab-card').map((card) => card.dataset.card)).toEqual(["3", "SB", "9", "12"]);
    expect(view!.text(".cardlab-sentence")).toContain("Ana plays the 5");
    expect(view!.all(".cardlab-doc [data-governs]").map((one) => one.dataset.rule)).toEqual(["skipbo.build.sequence"]);
    expect(view!.root.querySelector(".cardlab-line")!.getAttribute("aria-valuemax")).toBe("3");
    await view!.key("End");
    expect(place()).toEqual(["a", 3]);
  });
  it("where it begins, the supposed cards are ringed and the bar names it, what it leaves and what it supposes", () => {
    open({ line: "a", ply: 0 });
    expect(view!.all('[data-zone="draw"] .cardlab-moved').length).toBe(1);
    expect(view!.text(".cardlab-branchbar")).toContain("main line, ply 2 › A Ana · supposed: draw, card 1: 7 instead of 3");
    expect(view!.text(".cardlab-sentence")).toBe("The branch begins here. Step on with the right arrow key.");
  });
  it("stepping asks nobody, and both line and ply are told once it rests", async () => {
    open({ ply: 2 });
    await view!.key(">");
    await view!.key("ArrowRight");
    await new Promise((done) => setTimeout(done, 250));
    expect(view!.model.saved[0]).toHaveProperty("line", "a");
    expect(Object.assign({}, ...view!.model.saved)).toEqual({ line: "a", ply: 1 });
  });
  it("a line put on the table by Python is shown by every view", async () => {
    open({ ply: 2 });
    const other = view!.another();
    view!.model.set("line", "c");
    view!.model.set("ply", 1);
    await drawn();
    expect([place(), other.dataset.line]).toEqual([["c", 1], "c"]);
    expect(heads()).toContain("c");
  });
  it("is not judged by another preset", async () => {
    open({ line: "a", ply: 1 });
    expect(view!.all(".cardlab-presetselect").length).toBe(0);
    expect((await view!.key("u")).defaultPrevented).toBe(false);
  });
  it("that goes away, the view comes back to where it left", async () => {
    const [game, data] = grown();
    open({ line: "c", ply: 2 }, [game, data]);
    view!.model.set("branches", bytes({ ...data, branches: data.branches.filter(({ id }) => id !== "a" && id !== "c") }));
    await drawn();
    expect(place()).toEqual(["", 2]);
    view!.model.set("branches", new DataView(new ArrayBuffer(0)));
    await drawn();
    expect([heads(), view!.all(".cardlab-branchbar").length]).toEqual([[], 0]);
  });
  it("that comes after the game is waited for", async () => {
    const [game, data] = grown();
    view = mount(game, { line: "a", ply: 1 });
    expect(place()).toEqual(["", 1]);
    view.model.set("branches", bytes(data));
    await drawn();
    expect(place()).toEqual(["a", 1]);
  });
  it("that cannot be played on says so, with the reason where it may be known", () => {
    const [game] = grown();
    open({ ply: 2 }, [game, dataOf(game, [branch(game, "a", null, 2, 2, 1, { problem: "no such card" }), branch(game, "b", null, 2, 2, 1, { problem: "" })])]);
    expect(view!.all(".cardlab-moves .cardlab-stops").map((one) => one.title)).toEqual(["no such card", ""]);
  });
  it("data that are no branches are said to be unreadable, and the game is shown", () => {
    view = mount(skipbo(), { branches: bytes({ branches: 3 }) });
    expect(view.all(".cardlab-table").length).toBe(1);
    expect(view.text(".cardlab-error")).toContain("cannot be read");
  });
});

describe("where later things are hidden", () => {
  const hidden = (): [Game, BranchData] => {
    const [game, data] = grown();
    game.frames.lens = { seat: null, spoilers: false, ply: null };
    return [game, data];
  };
  it("no branch shows that leaves a later ply, and no length", () => {
    open({ ply: 1 }, hidden());
    expect(heads()).toEqual([]);
    expect(view!.all(".cardlab-line .cardlab-fork").length).toBe(0);
  });
  it("those of this ply show, without their moves, and can be gone into", async () => {
    open({ ply: 2 }, hidden());
    expect(heads()).toEqual(["a", "b"]);
    expect(view!.text('[data-branch="a"]')).not.toContain("plies");
    view!.root.querySelector<HTMLElement>('[data-fold="a"]')!.click();
    await drawn();
    expect(view!.all('.cardlab-move[data-of="a"]').map((one) => one.dataset.ply)).toEqual(["0"]);
    await view!.key(">");
    await view!.key("ArrowRight");
    expect(view!.all('.cardlab-move[data-of="a"]').map((one) => one.dataset.ply)).toEqual(["0", "1"]);
    expect(heads()).toEqual(["a", "c", "b"]);
    expect(view!.all(".cardlab-move:not([data-of])").map((one) => one.dataset.ply)).toEqual(["1", "2"]);
  });
  it("no key leads to a later ply that a branch leaves", async () => {
    open({ ply: 2 }, hidden());
    await view!.key(".");
    expect(place()).toEqual(["", 2]);
  });
});

describe("many branches", () => {
  it("only the rows in view are drawn", { timeout: 60_000 }, async () => {
    const game = longGame(400);
    const all = Array.from({ length: 5000 }, (_, k) => branch(game, `n${k}`, k % 3 ? `n${k - 1}` : null, k % 3 ? 1 : k % 390, 3, 2));
    all.sort((a, b) => a.ply - b.ply);
    open({ ply: 200 }, [game, dataOf(game, all)]);
    expect(rows().length).toBeLessThanOrEqual(2 * SIDE + 1);
    await view!.key("ArrowRight");
    expect(rows().length).toBeLessThanOrEqual(2 * SIDE + 1);
    await view!.key("z");
    await view!.key(">");
    expect(place()[0]).not.toBe("");
    expect(rows().length).toBeLessThanOrEqual(2 * SIDE + 1);
  });
});
