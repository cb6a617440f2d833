/** The recorder on a page with a kernel that answers as told: what is pressed, typed and clicked is what it is asked for. */
import { afterEach, describe, expect, it } from "vitest";
import recorder from "../src/recorder";
import type { Invoke } from "../src/session";
import { bytes } from "./build";
import { skipbo } from "./fixtures";
import { modelOf, type FakeModel } from "./model";
import { drawn, mountModel, type Mounted } from "./mount";

type Spot = [number, number[]] | null;
const move = (text: string, source: Spot, target: Spot, rule = -1, face: string | null = null) => [text, source, target, face, 0, { seat: "Ana", card: "4", below: "7" }, rule];

const HAND = 7, STOCK = 6, B1 = 1, B2 = 2, D1 = 8;
const PLAY = {
  player: 0, asked: null, calls: [["penalty 1", 0, { seat: "Leo" }, -1]], rules: ["skipbo.build.sequence"], phrases: ["play_stock"],
  moves: [
    move("S>B1", [STOCK, []], [B1, []]),
    move("S>B2", [STOCK, []], [B2, []], 0),
    move("H5>B2", [HAND, [1]], [B2, []], 0),
    move("H5>D1", [HAND, [1]], [D1, []]),
    move("HSB>B1", [HAND, [0]], [B1, []]),
    move("HSB>D1", [HAND, [0]], [D1, []]),
  ],
};
const ASK = {
  ...PLAY, player: -1, moves: [], calls: [],
  asked: { word: "reveal", number: 2, left: { "1": 2, "2": 0, SB: 1 }, none: { "3": [0, { seat: "Ana", card: "3", below: "0" }, 0] }, seats: [], owner: 0, places: [[0, "hand"], [1, "stock"]], unknown: true },
};
const FILE = { at: 1, plies: 3, file: "match.jsonl", count: 4, lines: [[4, "action", 0, "S>B1"]], closed: false, clock: false, torn: "" };

let view: Mounted;
let asked: [string, Record<string, unknown>][];
afterEach(() => view.undo());

function begin(moment: object, answer: (name: string, message: any) => object | Promise<object> = () => ({ lines: 5 }), kernel = true): FakeModel {
  const game = skipbo();
  const model = modelOf({ ...game, frames: { ...game.frames, steps: [], notes: [], marks: [], result: null } } as never, { moment: bytes({ ...FILE, ...moment }) });
  asked = [];
  const invoke: Invoke = async (name, message) => {
    asked.push([name, message as Record<string, unknown>]);
    return [(await answer(name, message)) as never, []];
  };
  view = mountModel(model, kernel ? invoke : undefined, recorder as never);
  return model;
}
const texts = () => asked.map(([, { text }]) => text);
const options = () => view.all(".cardlab-option").map((one) => one.textContent?.replace(/\s+/g, "").trim());
const press = async (selector: string, n = 0) => {
  view.all(selector)[n]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await drawn();
};

describe("choosing", () => {
  it("gives each card that may be taken up a letter, on the table too", () => {
    begin(PLAY);
    expect(options()).toEqual(["aS>B1", "bH5>D1", "chand:SB"]);
    expect(view.all("[data-spot-key]").map((one) => [one.dataset.zone ?? one.dataset.at, one.dataset.spotKey])).toEqual([["stock0", "a"], ["7.0", "c"], ["7.1", "b"]]);
  });
  it("by letter: what has one place to go is done, of what has several the goals are offered", async () => {
    begin(PLAY);
    await view.key("a");
    expect(texts()).toEqual(["S>B1"]);
    await view.key("c");
    expect(options()).toEqual(["aHSB>B1", "bHSB>D1"]);
    await view.key("b");
    expect(texts()).toEqual(["S>B1", "HSB>D1"]);
    expect(asked[1]![1]).toEqual({ at: 1, text: "HSB>D1" });
  });
  it("by arrows and Enter, and back by Escape", async () => {
    begin(PLAY);
    for (const key of ["ArrowRight", "ArrowDown"]) await view.key(key);
    await view.key("Enter");
    expect(options().length).toBe(2);
    await view.key("Escape");
    expect(options().length).toBe(3);
    expect((await view.key("Escape")).defaultPrevented).toBe(false);
    await view.key("ArrowLeft");
    expect(view.text('.cardlab-option[aria-selected="true"]')).toContain("SB");
  });
  it("by clicks on the table; a forbidden goal is refused without a kernel", async () => {
    begin(PLAY);
    await press('[data-at="7.0"]');
    await press('[data-zone="B1"]');
    expect(texts()).toEqual(["HSB>B1"]);
    await press('[data-at="6.11"]');
    expect(texts()).toEqual(["HSB>B1", "S>B1"]);
    await press('[data-at="7.3"]');
    expect(view.text(".cardlab-trouble")).toContain("nothing from here");
    expect(asked.length).toBe(2);
  });
  it("shows where a card taken up may not go, struck out, with the rule that forbids it", async () => {
    begin({ ...PLAY, moves: [...PLAY.moves, move("HSB>B2", [HAND, [0]], [B2, []], 0)] });
    await view.key("c");
    expect(view.all('.cardlab-option[aria-disabled="true"]').map((one) => one.textContent)).toEqual(["HSB>B2"]);
    await press('[data-zone="B2"]');
    expect(view.text(".cardlab-refused .cardlab-did")).toBe("HSB>B2");
    expect(view.all(".cardlab-doc [data-governs]").map((one) => one.dataset.rule)).toContain("skipbo.build.sequence");
    expect(asked).toEqual([]);
    await view.key("Escape");
    expect(view.all(".cardlab-refused").length).toBe(0);
  });
  it("leaves keys of the notebook and of fields alone", async () => {
    begin(PLAY);
    expect((await view.key("z")).defaultPrevented).toBe(false);
    expect((await view.key("a", { ctrlKey: true })).defaultPrevented).toBe(false);
    await view.key("a", { on: view.root.querySelector("input")! });
    expect(asked).toEqual([]);
  });
});

describe("what is asked", () => {
  it("offers each face with how many are left; those of which none is left are struck out", async () => {
    begin(ASK);
    const rows = view.all(".cardlab-option").map((one) => [one.dataset.face, one.getAttribute("aria-disabled"), one.querySelector("small")?.textContent]);
    expect(rows.slice(0, 3)).toEqual([["1", null, "×2"], ["2", "true", "×0"], ["3", "true", "×0"]]);
    expect(rows.slice(-2).map(([face]) => face)).toEqual(["SB", "?"]);
    await press('[data-face="3"]');
    expect(view.text(".cardlab-refused")).toContain("sequence");
    expect(asked).toEqual([]);
  });
  it("names several one after the other, counting down, and takes the last back", async () => {
    begin(ASK);
    await press('[data-face="SB"]');
    expect([view.text(".cardlab-asked li"), view.root.querySelector('[data-face="SB"]')!.getAttribute("aria-disabled")]).toEqual(["Ana: hand SB", "true"]);
    await view.key("Backspace");
    await press('[data-face="?"]');
    await press('[data-face="1"]');
    expect(texts()).toEqual(["reveal ? 1"]);
  });
  it("takes typed text: a digit begins it, Enter sends it", async () => {
    begin(ASK);
    await view.key("1");
    const field = view.root.querySelector<HTMLInputElement>(".cardlab-entry")!;
    expect(field.value).toBe("1");
    field.value = "1 SB";
    await view.key("Enter", { on: field });
    await drawn();
    expect([texts(), field.value]).toEqual([["1 SB"], ""]);
  });
  it("offers seats where a seat is asked for", async () => {
    begin({ ...ASK, asked: { ...ASK.asked, word: "starter", left: {}, none: {}, places: [], number: 1, seats: [0, 2], unknown: false } });
    expect(options()).toEqual(["aAna", "bZoe"]);
    await view.key("b");
    expect(texts()).toEqual(["starter 2"]);
  });
  it("asks for the face of a hand card that nobody knows, impossible ones told", async () => {
    begin({ ...PLAY, moves: ["1", "2", "3"].map((face) => move(`H${face}>D1`, [HAND, [0, 1]], [D1, []], face === "3" ? 0 : -1, face)) });
    await press('[data-at="7.1"]');
    expect(view.all(".cardlab-option").map((one) => [one.dataset.face, one.getAttribute("aria-disabled")])).toEqual([["1", null], ["2", null], ["3", "true"]]);
    await view.key("b");
    expect(texts()).toEqual(["H2>D1"]);
  });
});

describe("the file", () => {
  it("is said to be saved only when the kernel has answered", async () => {
    let done = (_: object): void => {};
    begin(PLAY, () => new Promise<object>((answer) => (done = answer)));
    await view.key("a");
    expect([view.root.getAttribute("aria-busy"), view.text(".cardlab-saved")]).toEqual(["true", "writing"]);
    await view.key("b");
    expect(asked.length).toBe(1);
    done({ lines: 5 });
    await drawn();
    expect([view.root.getAttribute("aria-busy"), view.text(".cardlab-saved")]).toEqual(["false", "saved"]);
  });
  it.each([
    ["a moment that has passed", { error: "stale" }, "stale"],
    ["what went wrong", { error: "No space left on device" }, "No space left on device"],
  ])("tells %s", async (_name, answer, told) => {
    begin(PLAY, () => answer);
    await view.key("a");
    await drawn();
    expect(view.text(".cardlab-trouble")).toContain(told);
  });
  it("tells a refusal of the kernel by its rule", async () => {
    begin(PLAY, () => ({ refused: [0, { seat: "Ana", card: "4", below: "3" }, 0], rules: ["skipbo.build.sequence"], phrases: ["play_stock"] }));
    await view.key("a");
    await drawn();
    expect(view.text(".cardlab-refused .cardlab-chip")).toBe("1 build.sequence");
  });
  it("takes nothing where no kernel is, and says where the lines are", async () => {
    begin(PLAY, undefined, false);
    expect(view.text(".cardlab-gone")).toContain("kernel gone");
    expect(options()).toEqual([]);
    await view.key("a");
    expect(asked).toEqual([]);
  });
  it("finds the kernel gone when its connection is lost and it gives no sign", async () => {
    const model = begin(PLAY, () => Promise.reject(new Error("gone")));
    model.tell("comm_live_update");
    await drawn();
    expect(view.all(".cardlab-gone").length).toBe(1);
  });
  it("withdraws by Ctrl+Z, offers the referee's calls, and lists the last lines with their numbers", async () => {
    begin(PLAY);
    await view.key("z", { ctrlKey: true });
    expect(asked[0]).toEqual(["_undo", { at: 1 }]);
    await press(".cardlab-callsbutton");
    await press(".cardlab-calls button");
    expect(asked[1]).toEqual(["_enter", { at: 1, text: "penalty 1" }]);
    expect(view.text(".cardlab-lines li")).toContain("S>B1");
    expect(view.all(".cardlab-lines li").map((one) => one.getAttribute("value"))).toEqual(["4"]);
  });
  it("follows what is recorded elsewhere, and lets go of what was begun", async () => {
    const model = begin(PLAY);
    await view.key("c");
    model.set("moment", bytes({ ...FILE, ...PLAY, at: 2, count: 9 }));
    await drawn();
    expect(options()).toEqual(["aS>B1", "bH5>D1", "chand:SB"]);
    expect(view.text(".cardlab-file")).toContain("count lines");
  });
  it("is closed: nothing is offered", () => {
    begin({ ...PLAY, moves: [], closed: true });
    expect([view.text(".cardlab-saved"), options()]).toEqual(["recording closed", []]);
  });
});
