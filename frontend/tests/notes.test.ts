import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Dispute, Remark, Remarks } from "../src/decode";
import { makeFilm } from "../src/film";
import { makeLines } from "../src/lines";
import { placeText, readMark, spotOf } from "../src/places";
import { ALL, filtered, isAll, kindsOf } from "../src/remarks";
import type { Answer, Invoke } from "../src/session";
import { bytes } from "./build";
import { skipbo, skyjo } from "./fixtures";
import { modelOf, type FakeModel } from "./model";
import { drawn, mountModel, type Mounted } from "./mount";

const LAYERS = [{ name: "", file: "match.jsonl" }, { name: "ana", file: "match.notes.ana.jsonl" }, { name: "leo", file: "match.notes.leo.jsonl" }];
const DESK = { file: "match.notes.ana.jsonl", author: "Ana", language: "en" };
const note = (key: string, ply: number, more: Partial<Remark> = {}): Remark => ({ key, ply, author: "Leo", ...more });

let view: Mounted;
let model: FakeModel;
let asked: Record<string, unknown>[];
let answer: () => Answer;

beforeEach(() => {
  asked = [];
  answer = () => ({ done: true });
  sessionStorage.clear();
});
afterEach(() => view?.undo());

/** A viewer of the small Skip-Bo game with these notes; Ana writes where `desk` is given. */
function show(notes: Remark[], more: Partial<Remarks> = {}, traits: Record<string, unknown> = { ply: 4 }, spoilers = true): void {
  const game = skipbo();
  game.frames.lens.spoilers = spoilers;
  model = modelOf(game, { ...traits, notes: bytes({ layers: LAYERS, notes, disputes: [], problems: [], desk: DESK, ...more }) });
  const invoke: Invoke = async (name, message) => {
    if (name === "_write" && (message as { do: string }).do !== "read") asked.push(message as Record<string, unknown>);
    return [name === "_history" ? { lines: [] } : answer(), []];
  };
  view = mountModel(model, invoke);
}
const keys = async (...pressed: string[]): Promise<void> => {
  for (const key of pressed) await view.key(key);
};
const authors = () => view.all(".cardlab-note b").map((b) => b.textContent);
const type = async (text: string): Promise<void> => {
  const field = view.root.querySelector<HTMLTextAreaElement>(".cardlab-draft")!;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await drawn();
};
const save = async (): Promise<void> => {
  await view.key("Enter", { ctrlKey: true });
  await drawn();
};

describe("places", () => {
  const { frames } = skyjo();
  const [grids, hands] = [makeFilm(frames), makeFilm(skipbo().frames)];
  it.each([
    [grids, "grid0:r2c3"],
    [hands, "B1"],
    [hands, "draw"],
    [hands, "hand0:2"],
    [hands, "discard1.2:1"],
    [hands, "discard1.2:3"],
  ])("are read and written alike: %#", (film, text) => {
    const spot = spotOf(film, film.at(0), text)!;
    const at = `${spot.zone}.${spot.place ?? Math.max(film.at(0).cards[spot.zone]!.count - 1, 0)}`;
    expect(placeText(film, film.at(0), at)).toBe(text);
  });
  it.each(["nowhere", "B1:r1c1x", "", "grid9:r1c1", '"] , [data-x="'])("that are none are none: %s", (text) => expect(spotOf(hands, hands.at(0), text)).toBeNull());
  it("carry a colour, and only a known one", () => {
    expect(readMark("draw>B1 red")).toEqual({ ends: ["draw", "B1"], colour: "red" });
    expect(readMark("draw url(x)")).toEqual({ ends: ["draw"], colour: "" });
  });
});

describe("which notes", () => {
  const line = makeLines(makeFilm(skipbo().frames), null).main;
  const all = [
    note("a", 2, { author: "Ana", lang: "es", text: "x", layer: 1 }),
    note("b", 2, { glyph: "good", layer: 2 }),
    note("c", 3, { on: "turn", arrows: ["draw>B1"], at: 6 }),
    note("d", 0, { on: "game", text: "y" }),
    note("e", 5, { bookmark: true, text: "z" }),
    note("f", 1, { line: "branch", text: "elsewhere" }),
  ];
  const remarks: Remarks = { layers: LAYERS, notes: all, disputes: [], problems: [], desk: null };
  const keysOf = (filter: Partial<typeof ALL>, hides = false) => filtered(remarks, line, { ...ALL, ...filter }, hides).all.map(({ key }) => key).join("");
  it.each([
    [{}, "abcde"],
    [{ author: "Ana" }, "a"],
    [{ kind: "glyph" as const }, "b"],
    [{ kind: "arrow" as const }, "c"],
    [{ kind: "text" as const }, "ad"],
    [{ kind: "bookmark" as const }, "e"],
    [{ lang: "es" }, "a"],
    [{ layer: "match.notes.leo.jsonl" }, "b"],
    [{ layer: "match.jsonl" }, "cde"],
    [{ author: "Ana", kind: "glyph" as const }, ""],
  ])("%o lets through %s", (filter, expected) => expect(keysOf(filter)).toBe(expected));
  it("a bookmark's remark is no text of its own", () => expect(kindsOf(all[4]!)).toEqual(["bookmark"]));
  it("leave marks at their plies, those on the game and on other lines none", () => expect(filtered(remarks, line, ALL, false).noted).toEqual([2, 3, 5]));
  it("leave none where what comes later is hidden and they were written later", () => expect(filtered(remarks, line, ALL, true).noted).toEqual([2, 5]));
  it("everything is asked for by nothing", () => expect([isAll(ALL), isAll({ ...ALL, author: "Ana" })]).toEqual([true, false]));
});

describe("notes", () => {
  it("on a turn show at each of its plies, on the game behind a button", async () => {
    show([note("t", 3, { on: "turn", text: "a long turn", author: "Ana" }), note("g", 0, { on: "game", text: "a slow game", author: "Zoe" })], {}, { ply: 2 });
    expect(authors()).toEqual(["Ana"]);
    view.root.querySelector<HTMLElement>(".cardlab-notes > [aria-expanded]")!.click();
    await drawn();
    expect(authors()).toEqual(["Ana", "Zoe"]);
    await keys("End");
    expect(authors()).toEqual(["Zoe"]);
  });
  it("written with a later ply on the table do not show where what comes later is hidden", async () => {
    const both = [note("l", 4, { text: "it ends badly", at: 7, glyph: "blunder" }), note("n", 4, { text: "fine", author: "Ana" })];
    show(both);
    expect(authors()).toEqual(["Leo", "Ana"]);
    view.undo();
    show(both, {}, { ply: 4 }, false);
    expect([authors(), view.text('.cardlab-move[data-ply="4"] .cardlab-signs')]).toEqual([["Ana"], ""]);
    await keys("f");
    expect([view.text(".cardlab-filters > span"), view.text(".cardlab-filters")]).toEqual(["notes: 1", expect.not.stringContaining("Leo")]);
    expect(view.text(".cardlab-body")).not.toContain("badly");
  });
  it("of several layers stand side by side under the layers' names", () => {
    show([note("a", 4, { author: "Ana", layer: 1, text: "x" }), note("l", 4, { layer: 2, text: "y" })]);
    expect(view.all(".cardlab-layers h4").map((head) => head.textContent)).toEqual(["ana", "leo"]);
  });
  it("show their glyphs in the move list, and go with n and p through what the filter leaves", async () => {
    show([note("a", 2, { author: "Ana", glyph: "blunder" }), note("b", 5, { glyph: "good" })]);
    const signs = () => view.all(".cardlab-move .cardlab-glyph").map((sign) => sign.textContent);
    expect(signs()).toEqual(["??", "!"]);
    await keys("f");
    const author = view.root.querySelector<HTMLSelectElement>(".cardlab-filters select")!;
    author.value = "Ana";
    author.dispatchEvent(new Event("change"));
    await drawn();
    expect(signs()).toEqual(["??"]);
    await keys("n");
    expect(view.root.dataset.ply).toBe("4");
    await keys("p");
    expect(view.root.dataset.ply).toBe("2");
  });
  it("that are very long are folded, no character cut in two", async () => {
    show([note("x", 4, { text: `x${"🂡".repeat(5000)}` })]);
    const text = () => view.root.querySelector(".cardlab-notetext")!.textContent!;
    expect([/^[^\ud800-\udfff]*$/u.test(text()), text().length < 2000, text().endsWith("🂡…")]).toEqual([true, true, true]);
    view.root.querySelector<HTMLElement>(".cardlab-note > .cardlab-chip")!.click();
    await drawn();
    expect(text().length).toBe(10001);
  });
  it("point at the table with arrows and highlights, in their colours", async () => {
    show([note("x", 4, { arrows: ["hand0:1>B3 red", "nowhere>B1"], marks: ["B1"] })]);
    await new Promise((done) => setTimeout(done, 50));
    expect(view.all(".cardlab-overlay > *").map((one) => [one.localName, one.dataset.colour])).toEqual([["rect", ""], ["path", "red"]]);
    await keys("ArrowLeft");
    expect(view.all(".cardlab-overlay > *").length).toBe(0);
  });
  it("link to a rule, and open the source that has it", async () => {
    show([note("x", 4, { rule: "skipbo.stock.flip_next" })]);
    expect(view.text(".cardlab-about button")).toBe("§ stock.flip_next");
  });
  it("tell what is wrong with lines of layers", async () => {
    show([note("x", 4)], { problems: ["match.notes.leo.jsonl:3: expected int at $.ply"] });
    await keys("f");
    expect(view.text(".cardlab-filters details")).toContain("lines of the layers with something wrong: 1match.notes.leo.jsonl:3");
  });
});

describe("a disagreement", () => {
  const notes = [note("l", 4, { glyph: "dubious" }), note("a", 4, { author: "Ana", glyph: "good" })];
  const open: Dispute = { about: "glyph", ply: 4, sides: [{ author: "Leo", keys: ["l"], values: ["dubious"] }, { author: "Ana", keys: ["a"], values: ["good"] }] };
  it("shows what each says, and is settled with a remark", async () => {
    show(notes, { disputes: [open] });
    expect(view.text(".cardlab-differ")).toContain("they disagree: the judgement");
    expect(view.all(".cardlab-clash").length).toBeGreaterThan(1);
    await keys("e");
    view.all(".cardlab-differ button")[0]!.click();
    await drawn();
    const [, ana] = view.all(".cardlab-choice input") as HTMLInputElement[];
    ana!.checked = true;
    ana!.dispatchEvent(new Event("change"));
    await type("Nothing else stops Zoe.");
    await save();
    expect(asked).toEqual([{ do: "settle", about: "glyph", of: ["l", "a"], keep: ["a"], text: "Nothing else stops Zoe.", language: "en" }]);
  });
  it("that is settled says by whom, why, and what holds; its mark is gone", () => {
    const settled = { key: "s", author: "Zoe", time: "2026-01-02T03:04:05Z", text: "So it is.", lang: "en", keep: ["a"] };
    show([{ ...notes[0]!, overruled: true }, notes[1]!], { disputes: [{ ...open, settled }] });
    expect(view.text(".cardlab-differ p")).toContain("settled by Zoe – Ana holds: So it is.");
    expect(view.all(".cardlab-clash").length).toBe(0);
    expect(view.all('.cardlab-move[data-ply="4"] .cardlab-glyph').map((sign) => sign.textContent)).toEqual(["!"]);
  });
});

describe("writing", () => {
  it("sends what the keys made of it, once, and begins a new one", async () => {
    show([]);
    await keys("e", "2", "k", "o", "o");
    await type("</script> 🂡 אבג");
    await save();
    expect(asked).toEqual([
      { do: "add", note: { ply: 0, branch: null, on: "game", written: 4, text: "</script> 🂡 אבג", language: "en", glyph: "mistake", rule: null, card: null, arrows: [], marks: [], bookmark: true } },
    ]);
    expect([view.text(".cardlab-deskend .cardlab-outcome"), view.root.querySelector<HTMLTextAreaElement>(".cardlab-draft")!.value]).toEqual(["saved", ""]);
    await save();
    expect(asked.length).toBe(1);
  });
  it("keeps what was typed where it could not be written", async () => {
    show([]);
    answer = () => ({ error: "disk full" });
    await keys("e");
    await type("precious");
    await save();
    expect(view.text(".cardlab-failure")).toBe("not done: disk full");
    expect(view.root.querySelector<HTMLTextAreaElement>(".cardlab-draft")!.value).toBe("precious");
    answer = () => ({ done: true });
    await save();
    expect(asked.length).toBe(2);
  });
  it("stays with its ply while one looks elsewhere, and remembers how far one looked", async () => {
    show([]);
    await keys("e", "1", "ArrowRight", "ArrowRight", "ArrowRight");
    expect(view.text(".cardlab-deskhead h3")).toBe("new note · ply 4");
    await save();
    expect(asked[0]).toMatchObject({ note: { ply: 4, written: 7, glyph: "good" } });
    await keys("ArrowLeft");
    expect(view.text(".cardlab-deskhead h3")).toBe("new note · ply 6");
  });
  it("outlives its view", async () => {
    show([]);
    await keys("e");
    await type("half a thou");
    view.undo();
    show([]);
    await keys("e");
    expect(view.root.querySelector<HTMLTextAreaElement>(".cardlab-draft")!.value).toBe("half a thou");
  });
  it("changes a note, saying the whole of it anew, and deletes it", async () => {
    show([note("x", 4, { text: "tyop", glyph: "good", marks: ["B1"], lang: "es" })]);
    await keys("e", "i");
    await save();
    expect(asked).toEqual([]); // nothing was changed
    await type("typo");
    await save();
    expect(asked[0]).toMatchObject({ do: "edit", of: "x", note: { ply: 4, text: "typo", glyph: "good", marks: ["B1"], language: "es" } });
    await keys("i", "Delete");
    expect(asked[1]).toEqual({ do: "delete", of: "x" });
  });
  it("takes no note up over one that is begun", async () => {
    show([note("x", 4, { text: "other" })]);
    await keys("e");
    await type("mine");
    await keys("i");
    expect(view.root.querySelector<HTMLTextAreaElement>(".cardlab-draft")!.value).toBe("mine");
  });
  it("undoes and redoes by the kernel outside of fields, and says where there is nothing", async () => {
    show([]);
    await keys("e");
    answer = () => ({ done: false });
    await view.key("z", { ctrlKey: true });
    await drawn();
    expect([asked, view.text(".cardlab-deskend .cardlab-outcome")]).toEqual([[{ do: "undo" }], "nothing to undo"]);
    await view.key("Z", { ctrlKey: true, shiftKey: true });
    expect(asked[1]).toEqual({ do: "redo" });
    const event = await view.key("z", { ctrlKey: true, on: view.root.querySelector(".cardlab-draft")! });
    expect([asked.length, event.defaultPrevented]).toEqual([2, false]);
  });
  it("takes a rule as soon as it is one, and saves none that is not", async () => {
    show([]);
    await keys("e", "1");
    const field = view.root.querySelector<HTMLInputElement>(".cardlab-rulefield")!;
    for (const [value, saved] of [["skipbo.no.rule", 0], ["skipbo.build.start", 1]] as const) {
      field.value = value;
      field.dispatchEvent(new Event("input"));
      await drawn();
      await save();
      expect(asked.length).toBe(saved);
    }
    expect(asked[0]).toMatchObject({ note: { rule: "skipbo.build.start" } });
  });
  it("is not to be had without a file to write, and says how it is", async () => {
    show([], { desk: null });
    await keys("e");
    expect([view.all(".cardlab-draft").length, view.text(".cardlab-how code")]).toEqual([0, 'replay.show(edit="….jsonl", author="…")']);
    await keys("Escape");
    expect(view.all(".cardlab-how").length).toBe(0);
  });
  it("names places in words", async () => {
    show([note("x", 4, { arrows: ["hand0:2>B1"], card: "stock1" })]);
    expect(view.all(".cardlab-spot").map((spot) => spot.textContent)).toEqual(["stock · Leo", "hand · Ana · 2 → building piles · B1"]);
  });
});
