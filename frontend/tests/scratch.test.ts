/** The scratch table on a page with a kernel that answers as told: what is drawn before it answers, what needs no answer at all, the tree. */
import { afterEach, describe, expect, it } from "vitest";
import { guessOf } from "../src/guess";
import type { Try } from "../src/moment";
import scratch from "../src/scratch";
import { twigReader } from "../src/scratchtree";
import type { Invoke } from "../src/session";
import type { Zone } from "../src/table";
import { bytes } from "./build";
import { skipbo } from "./fixtures";
import { modelOf, type FakeModel } from "./model";
import { drawn, mountModel, type Mounted } from "./mount";

type Spot = [number, number[]] | null;
const move = (text: string, source: Spot, target: Spot, rule = -1) => [text, source, target, null, 0, { seat: "Ana", card: "4", below: "7" }, rule];
const HAND = 7, STOCK = 6, B1 = 1, B2 = 2, D1 = 8;
const text = (en: string) => ({ en, es: en, nl: en });
const MOMENT = {
  at: 1, plies: 0, closed: false, node: 0, kind: "origin", checked: true, banner: text("not the record"), beyond: [], text: "skipbo …", undo: false, redo: false,
  left: { title: "A game", ply: 8, branch: null }, file: "", problems: [], draft: null,
  player: 0, asked: null, calls: [], rules: ["skipbo.build.sequence"], phrases: ["play_stock"],
  moves: [move("S>B1", [STOCK, []], [B1, []]), move("S>B2", [STOCK, []], [B2, []], 0), move("H5>B2", [HAND, [0]], [B2, []], 0), move("H5>D1", [HAND, [0]], [D1, []]), move("H5>B1", [HAND, [0]], [B1, []])],
};
const TRIAL = {
  legal: false, rules: ["skipbo.build.sequence"],
  others: [{ preset: "skyoo", source: "001", legal: true, rules: ["skipbo.build.sequence"], text: text("it may be done there"), differs: true }],
};

let view: Mounted;
let asked: [string, Record<string, unknown>][];
let answers: ((answer: object) => void)[];
afterEach(() => view.undo());

function begin(traits: Record<string, unknown> = {}, kernel = true, moment: object = MOMENT): FakeModel {
  const game = skipbo();
  const tree = { version: 1, nodes: [{ id: 0, parent: null, kind: "origin" }] };
  const model = modelOf(game, { moment: bytes(moment), tree: bytes(tree), grown: bytes({ version: 1, nodes: [] }), beneath: false, ...traits });
  asked = [];
  answers = [];
  const invoke: Invoke = (name, message) => {
    asked.push([name, message as Record<string, unknown>]);
    if (name === "_tell") return Promise.resolve([TRIAL, []] as never);
    return new Promise((resolve) => answers.push((answer) => resolve([answer, []] as never)));
  };
  view = mountModel(model, kernel ? invoke : undefined, scratch as never);
  return model;
}
const done = () => asked.filter(([name]) => name !== "_tell").map(([name, { at: _at, ...message }]) => [name, message]);
const codes = (zone: string) => view.all(`[data-zone="${zone}"] [data-card]`).map((one) => one.dataset.card);

describe("a scratch table", () => {
  it("says first that it is not the record", () => {
    begin();
    expect(view.text(".cardlab-whatif")).toContain("not the record");
    expect(view.root.classList).toContain("cardlab-scratch");
  });
  it("draws a move of a card that is seen before the kernel has answered, and goes back where it says no", async () => {
    begin();
    const before = codes("B1");
    await view.key("b");
    await view.key("b");
    expect(done()).toEqual([["_enter", { text: "H5>B1" }]]);
    expect(codes("B1")).not.toEqual(before);
    answers[0]!({ error: "it cannot be" });
    await drawn();
    await drawn();
    expect(codes("B1")).toEqual(before);
    expect(view.text(".cardlab-trouble")).toBe("it cannot be");
  });
  it("refuses without the kernel, and asks then what the other rules say", async () => {
    begin();
    view.all(`[data-zone="hand0"] [data-at]`)[0]!.click();
    await drawn();
    view.all(`[data-zone="B2"]`)[0]!.click();
    expect(view.text(".cardlab-refused .cardlab-sentence")).not.toBe("");
    await drawn();
    expect(asked.at(-1)).toEqual(["_tell", { at: 1, do: "trial", text: "H5>B2" }]);
    view.all("[data-preset=skyoo]")[0]!.click();
    expect(view.text(".cardlab-bythat")).toBe("it may be done there");
    expect(view.all(".cardlab-tab[aria-selected=true]")[0]!.dataset.source).toBe("001");
    await view.key("Escape");
    expect(view.all(".cardlab-refused").length).toBe(0);
  });
  it.each([
    [",", {}, "step", { by: -1 }], [".", {}, "step", { by: 1 }], ["V", {}, "sibling", { by: 1 }], ["Home", {}, "home", {}], ["P", {}, "promote", {}],
    ["Delete", {}, "delete", {}], ["z", { ctrlKey: true }, "undo", {}], ["Z", { ctrlKey: true, shiftKey: true }, "redo", {}], ["y", { ctrlKey: true }, "redo", {}], ["E", {}, "edit", {}],
  ] as const)("%s %o asks for %s", async (key, init, name, more) => {
    begin();
    expect((await view.key(key, init)).defaultPrevented).toBe(true);
    expect(done()).toEqual([["_do", { do: name, ...more }]]);
  });
  it("is left by Escape and w only where there is something above it", async () => {
    begin();
    expect((await view.key("Escape")).defaultPrevented).toBe(false);
    view.undo();
    begin({ beneath: true });
    let left = 0;
    document.body.addEventListener("cardlab-leave", () => left++, { once: true });
    await view.key("w");
    expect([left, done()]).toEqual([1, [["_leave", {}]]]);
  });
  it("plays nothing while a position is edited; a press chooses the place", async () => {
    const draft = { text: "skipbo …", faults: [text("there are 13")], fields: [], tally: text("162 cards"), preset: "official", presets: [], options: [] };
    begin({}, true, { ...MOMENT, moves: [], draft });
    view.all(`[data-zone="hand0"] [data-at]`)[1]!.click();
    await drawn();
    view.all(`.cardlab-facebutton[data-face="12"]`)[0]!.click();
    await drawn();
    expect(done()).toEqual([["_do", { do: "put", place: "hand0:2", face: "12", trade: true }]]);
    expect(view.text(".cardlab-faults")).toContain("there are 13");
    expect((view.root.querySelector(".cardlab-keepit") as HTMLButtonElement).disabled).toBe(true);
  });
  it("offers chance by a seed where a whole deal is asked for, and shows no more than a part of it", async () => {
    const asked = { word: "deal", number: 162, left: { "1": 12, "2": 12 }, none: {}, unknown: true, places: [], seats: [], owner: null };
    begin({}, true, { ...MOMENT, moves: [], player: -1, asked });
    expect(view.all(".cardlab-asked li").map((one) => one.textContent!.trim()).at(-1)).toBe("0 / 162");
    expect(view.all(".cardlab-asked li").length).toBe(25);
    const form = view.root.querySelector<HTMLFormElement>(".cardlab-chance")!;
    form.querySelector<HTMLInputElement>("[name=seed]")!.value = "7";
    form.requestSubmit();
    await drawn();
    expect(done()).toEqual([["_do", { do: "roll", seed: 7 }]]);
  });
  it("says that the kernel is gone, and asks for nothing more", async () => {
    begin({}, false);
    expect(view.all(".cardlab-gone").length).toBe(1);
    await view.key("b");
    expect(view.all(".cardlab-option").length).toBe(0);
  });
});

describe("guessing", () => {
  const zones = [["hand", "fan"], ["pile", "pile"], ["grid", "grid"], ["row", "cascade"]].map(([id, layout]) => ({ id, kind: id, owner: null, layout, rows: 1, hint: "" })) as Zone[];
  const table = { cards: [{ codes: ["5", "?9"], count: 2 }, { codes: ["4"], count: 4 }, { codes: ["1", "?"], count: 2 }, { codes: ["7"], count: 1 }], seats: [], player: 0, round: 1, turn: 1, phase: "play" };
  const one = (source: Spot, target: Spot, face: string | null = null): Try => ({ text: "", phrase: "", facts: {}, rule: null, face, source: source && { zone: source[0], places: source[1] }, target: target && { zone: target[0], places: target[1] } });
  it.each([
    ["a card of a hand on a pile", one([0, [0]], [1, []]), [["?9"], ["5"], ["1", "?"], ["7"]], [1, 5, 2, 1]],
    ["a card on a cascade", one([0, [0]], [3, []]), [["?9"], ["4"], ["1", "?"], ["7", "5"]], [1, 4, 2, 2]],
    ["a card in the place of one of a grid", one([0, [0]], [2, [1]]), [["?9"], ["4"], ["1", "5"], ["7"]], [1, 4, 2, 1]],
    ["the top of a pile, below which the next is not seen", one([1, []], [3, []]), [["5", "?9"], ["?"], ["1", "?"], ["7", "4"]], [2, 3, 2, 2]],
    ["a card that is not known, named", one([0, [1]], [1, []], "9"), [["5"], ["9"], ["1", "?"], ["7"]], [1, 5, 2, 1]],
  ])("%s", (_what, move, codes, counts) => {
    const guess = guessOf(zones, table as never, move)!;
    expect(guess.cards.map((cards) => cards.codes)).toEqual(codes);
    expect(guess.cards.map(({ count }) => count).filter((_, i) => i !== 2)).toEqual(counts.filter((_, i) => i !== 2));
  });
  it.each([
    ["a card that is not seen", one([0, [1]], [1, []])], ["no goal", one([0, [0]], null)], ["no source", one(null, [1, []])], ["one zone", one([0, [0]], [0, [1]])],
  ])("guesses nothing: %s", (_what, move) => expect(guessOf(zones, table as never, move)).toBeNull());
});

describe("the tree of a scratch table", () => {
  const read = (nodes: object[], grown: object[] = []) => twigReader()(bytes({ version: 3, nodes }), bytes({ version: 3, nodes: grown }));
  const node = (id: number, parent: number | null, more: object = {}) => ({ id, parent, kind: parent === null ? "origin" : "play", action: `m${id}`, player: 0, ...more });
  const shown = (twigs: ReturnType<typeof read>) => twigs.tree.rows.map(({ line, at, depth }) => `${depth}:${(at < 0 ? [line.nodes[0]!] : line.rowsOf[at]!).map(({ id }) => id).join(" ")}`);
  it("is a line as long as nothing leaves it, in rows", () => {
    expect(shown(read([node(0, null), ...Array.from({ length: 8 }, (_, i) => node(i + 1, i))]))).toEqual(["0:0 1 2 3 4 5", "0:6 7 8"]);
  });
  it("has others right behind the move that they stand beside", () => {
    expect(shown(read([node(0, null), node(1, 0), node(2, 1), node(3, 0), node(4, 3)]))).toEqual(["0:0 1", "1:3", "1:4", "0:2"]);
  });
  it("folds what is folded, and takes in what is new", () => {
    const twigs = read([node(0, null), node(1, 0)], [node(2, 1, { by: "sensible", folded: true }), node(3, 2, { by: "sensible" }), node(1, 0, { name: "mine" })]);
    expect(shown(twigs)).toEqual(["0:0", "1:1", "2:2"]);
    expect([twigs.size, twigs.get(1)!.name, twigs.placeOf(3), twigs.leaving(1)]).toEqual([4, "mine", 2, 1]);
  });
  it("leaves out what belongs to a tree that was sent before", () => {
    expect(twigReader()(bytes({ version: 4, nodes: [node(0, null)] }), bytes({ version: 3, nodes: [node(1, 0)] })).size).toBe(1);
  });
  it("may be deeper than calls may nest", () => {
    const nodes = [node(0, null), ...Array.from({ length: 5000 }, (_, i) => node(i + 1, i, i % 2 ? { name: `n${i}` } : {}))];
    expect(read(nodes).size).toBe(5001);
  });
});

describe("a scratch table that asks", () => {
  const POINTED = { player: 0, asked: null, calls: [], rules: [], phrases: ["play_stock"], moves: [move("S>B1", [STOCK, []], [B1, []]), move("S>B2", [STOCK, []], [B2, []]), move("H5>B1", [HAND, [0]], [B1, []])] };
  const PLAY = { id: "play", ask: "play", ply: 1, branch: null, seat: 0, player: 0, action: null, prompt: text("What goes?"), choices: [], free: true, tries: 3, left: 3, closed: false, hints: 1, shown: [], told: null, pointed: POINTED };
  const ASKING = { at: 7, asked: PLAY as object | null, number: 0, count: 1, marks: [""], score: text("0 of 1 right"), student: "Ana", file: "", ply: 0, onward: false, guess: false, trying: false };
  const HELD = { ...MOMENT, moves: [], closed: true, asking: true, text: "" };
  const pane = () => view.root.querySelector<HTMLElement>(".cardlab-ask");

  it("asks in place of what may be done, and offers no tool", () => {
    begin({ question: bytes(ASKING) }, true, HELD);
    expect(view.text(".cardlab-ask .cardlab-question")).toBe("What goes?");
    expect(view.all(".cardlab-due").length).toBe(0);
    expect(view.all("[data-tool]").every((one) => one.hasAttribute("disabled"))).toBe(true);
    expect(view.text(".cardlab-live")).toContain("What goes?");
  });
  it("takes an answer by pointing at its table, and by letters anywhere in it", async () => {
    begin({ question: bytes(ASKING) }, true, HELD);
    view.all(`[data-zone="stock0"]`)[0]!.click();
    await drawn();
    expect(view.root.dataset.taken).toBe("true");
    view.all(`[data-zone="B2"]`)[0]!.click();
    expect(done()).toEqual([["_answer", { answer: "S>B2" }]]);
    answers[0]!({});
    await drawn();
    await view.key("h");
    expect(done().at(-1)).toEqual(["_hint", {}]);
    answers[1]!({});
    await drawn();
    await view.key("E");
    expect(view.all(".cardlab-tool").length).toBe(0);
  });
  it("is free once it is answered: the keys are the table's, and the question is one key away", async () => {
    const model = begin({ question: bytes(ASKING) }, true, HELD);
    model.set("moment", bytes({ ...MOMENT, at: 2, asking: true }));
    model.set("question", bytes({ ...ASKING, at: 8, onward: true, trying: true, asked: { ...PLAY, closed: true, told: { answer: "S>B1", words: text("Ana lays the 4"), right: true, text: text("Right."), rules: [], undone: false, tries: 1 } } }));
    await drawn();
    expect(view.all(".cardlab-due").length).toBe(1);
    expect(view.text(".cardlab-verdict")).toContain("Right.");
    await view.key("b");
    await view.key("b");
    expect(done()[0]![0]).toBe("_enter");
    answers[0]!({ error: "it cannot be" });
    await drawn();
    await view.key("Q");
    expect(document.activeElement).toBe(pane());
    await view.key("n", { on: pane()! });
    expect(done().at(-1)).toEqual(["_onward", {}]);
  });
});
