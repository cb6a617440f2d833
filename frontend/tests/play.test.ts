/** A match on a page with a kernel that answers as told: the others' moves one after another, the clock, the log, the form before it. */
import { afterEach, describe, expect, it } from "vitest";
import play from "../src/play";
import type { Invoke } from "../src/session";
import { bytes } from "./build";
import { skipbo } from "./fixtures";
import { fakeModel, type FakeModel } from "./model";
import { drawn, mountModel, type Mounted } from "./mount";

const whole = skipbo();
const game = { ...whole, frames: { ...whole.frames, result: null } };
const PLIES = game.frames.steps.length;
const HAND = 7, B1 = 1, B2 = 2;
const row = { seat: "Ana", card: "4", below: "7" };
const MOMENT = {
  player: 0, asked: null, calls: [], rules: ["skipbo.build.sequence"], phrases: ["play_stock"],
  moves: [["H5>B1", [HAND, [1]], [B1, []], null, 0, row, -1], ["H5>B2", [HAND, [1]], [B2, []], null, 0, row, 0]],
  at: 1, first: 0, plies: PLIES, watched: PLIES, closed: false, seat: 0,
  bots: [null, { en: "sensible", es: "sensato", nl: "verstandig" }, { en: "planning", es: "previsor", nl: "vooruitziend" }],
  left: false, over: false, clock: null, file: "match.jsonl", torn: "",
};
const same = (text: string) => ({ en: text, es: text, nl: text });
const FORM = {
  title: "Skip-Bo", presets: [{ value: "official", label: same("official") }, { value: "nl", label: same("Dutch") }],
  bots: [{ value: "sensible", label: same("sensible") }, { value: "first", label: same("first") }], seats: [2, 3, 4], names: ["Ana", "Leo"],
  chosen: { preset: "official", players: 2, seat: 0, bots: "sensible" },
  defaults: { official: { "deal.stock_size": "table", "score.target": 500, "turn.must_play": false }, nl: { "deal.stock_size": 30, "score.target": 400, "turn.must_play": false } },
  settings: [
    { name: "deal.stock_size", kind: "number", label: same("stock"), choices: [{ value: "table", label: same("by the table") }], low: 1, high: 78, main: true, rules: ["skipbo.build.sequence"], disagreements: [] },
    { name: "score.target", kind: "number", label: same("target"), choices: [], low: 1, high: 1000, main: true, rules: [], disagreements: [] },
    { name: "turn.must_play", kind: "switch", label: same("must play"), choices: [{ value: false, label: same("no") }, { value: true, label: same("yes") }], low: null, high: null, main: false, rules: [], disagreements: [] },
  ],
};

let view: Mounted;
let asked: [string, Record<string, unknown>][];
afterEach(() => view.undo());

type Answers = (name: string, message: any) => object | undefined;

function begin(traits: Record<string, unknown>, answer: Answers = () => ({}), kernel = true): FakeModel {
  const none = new DataView(new ArrayBuffer(0));
  const model = fakeModel({ frames: bytes(game.frames), book: bytes(game.book), words: bytes(game.words), form: none, moment: none, ...traits });
  asked = [];
  const invoke: Invoke = async (name, message) => {
    asked.push([name, message as Record<string, unknown>]);
    return [(answer(name, message) ?? {}) as never, []];
  };
  view = mountModel(model, kernel ? invoke : undefined, play as never);
  return model;
}
const match = (changes: object = {}, answer?: Answers, kernel?: boolean) => begin({ moment: bytes({ ...MOMENT, ...changes }) }, answer, kernel);
const form = (answer?: Answers) => begin({ form: bytes(FORM), frames: new DataView(new ArrayBuffer(0)) }, answer);
const told = () => asked.filter(([name]) => name === "_tell").map(([, { do: what }]) => what);
const root = () => document.querySelector<HTMLElement>(".cardlab-play")!;
const all = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)];
const press = async (selector: string) => {
  all(selector)[0]!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await drawn();
};
const pick = async (name: string, value: string) => {
  const field = root().querySelector<HTMLSelectElement>(`[name="${name}"]`)!;
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
};
const until = async (holds: () => boolean): Promise<void> => {
  for (let k = 0; k < 400 && !holds(); k++) await drawn();
  expect(holds()).toBe(true);
};

describe("the others' moves", () => {
  it("are shown one after another from where the page stood, and nothing can be chosen meanwhile", async () => {
    match({ watched: PLIES - 2 });
    expect([root().dataset.shown, root().dataset.showing, all(".cardlab-option").length]).toEqual([String(PLIES - 2), "true", 0]);
    expect(told()).toEqual([]);
    await until(() => root().dataset.shown === String(PLIES - 1));
    expect(root().dataset.showing).toBe("true");
    await until(() => root().dataset.showing === "false");
    expect(all(".cardlab-option").map((one) => one.textContent?.trim().replace(/\s+/g, ""))).toEqual(["aH5>B1"]);
    expect(told()).toEqual(["ready"]);
  });
  it.each([[" "], ["Enter"]])("are skipped by %j", async (key) => {
    match({ watched: 0 });
    expect((await view.key(key)).defaultPrevented).toBe(true);
    expect([root().dataset.shown, root().dataset.showing]).toEqual([String(PLIES), "false"]);
    expect(asked.filter(([name]) => name !== "_tell")).toEqual([]);
  });
  it("hand the focus back to the table when the button that skips them goes", async () => {
    match({ watched: 0 });
    all(".cardlab-skip")[0]!.focus();
    await press(".cardlab-skip");
    expect(document.activeElement).toBe(root());
    expect(all("[data-own]").map((one) => one.dataset.seat)).toEqual(["0"]);
  });
  it("are skipped by a press on the table, which does nothing else", async () => {
    match({ watched: 0 });
    await press("[data-zone='hand0'] [data-at]");
    expect(root().dataset.showing).toBe("false");
    expect(asked.filter(([name]) => name === "_enter")).toEqual([]);
  });
  it("follow a new moment, from where the table stood", async () => {
    const model = match({ plies: PLIES - 1, watched: PLIES - 1 });
    await drawn();
    model.set("moment", bytes({ ...MOMENT, at: 2 }));
    await drawn();
    expect(root().dataset.showing).toBe("true");
    await view.key(" ");
    expect(told()).toEqual(["ready", "ready"]);
  });
});

describe("playing", () => {
  it("sends what is chosen, and shows what the kernel refuses with what other sources say", async () => {
    const lesson = { otherwise: [{ id: "D1", topic: "piles", says: [{ source: "000", short: "guide", text: "as you like" }] }], others: ["by nl it may be done"] };
    match({}, (name, { do: what }) => (name === "_enter" ? { refused: [0, row, 0], rules: ["skipbo.build.sequence"], phrases: ["play_stock"] } : what === "lesson" ? { en: lesson, es: lesson, nl: lesson } : {}));
    await view.key("a");
    await drawn();
    expect(asked.find(([name]) => name === "_enter")![1]).toEqual({ at: 1, text: "H5>B1" });
    expect(all(".cardlab-refused [data-rule]")[0]!.dataset.rule).toBe("skipbo.build.sequence");
    expect(view.text(".cardlab-lesson")).toContain("by nl it may be done");
    expect(view.text(".cardlab-lesson")).toContain("guide: as you like");
  });
  it("takes nothing back", async () => {
    match();
    await view.key("z", { ctrlKey: true });
    expect(view.text(".cardlab-trouble")).toContain("no undo");
    expect(asked.filter(([name]) => name !== "_tell")).toEqual([]);
  });
  it("asks before leaving for good; Escape stays", async () => {
    match();
    await press(".cardlab-deeds button:last-child");
    expect(all(".cardlab-leave").length).toBe(1);
    await view.key("Escape");
    expect(all(".cardlab-leave").length).toBe(0);
    await press(".cardlab-deeds button:last-child");
    await press(".cardlab-leave");
    expect(asked.at(-1)).toEqual(["_leave", { at: 1 }]);
  });
  it("lists what has happened, the newest first, and explains a ply that is pressed", async () => {
    match();
    const rows = all(".cardlab-log li button").map((one) => one.textContent);
    expect(rows).toEqual(Array.from({ length: PLIES }, (_, k) => String(PLIES - k)));
    const before = view.text(".cardlab-why .cardlab-did");
    all(".cardlab-log li button").at(-1)!.click();
    await drawn();
    expect(view.text(".cardlab-why .cardlab-did")).not.toBe(before);
    await press(".cardlab-about button");
    expect(view.text(".cardlab-why .cardlab-did")).toBe(before);
  });
  it("says so when the kernel is gone, with what goes on", () => {
    match({}, undefined, false);
    expect(view.text(".cardlab-gone code")).toBe('cardlab.play(resume="match.jsonl")');
    expect(all(".cardlab-option").length).toBe(0);
  });
});

describe("the clock", () => {
  it("runs from when the table was seen, and asks the kernel when it is over", async () => {
    match({ clock: { limit: 30, remaining: 30 } }, (_name, { do: what }) => (what === "ready" ? { remaining: 0.3 } : {}));
    await until(() => asked.some(([name]) => name === "_tick"));
    expect(all(".cardlab-clock").map((one) => [one.getAttribute("role"), one.dataset.low])).toEqual([["timer", "true"]]);
  });
  it("is not there where nothing limits the time", async () => {
    match();
    await drawn();
    expect(all(".cardlab-clock").length).toBe(0);
  });
});

describe("the end", () => {
  const over = (winners: number[], more = {}) => {
    begin({ frames: bytes({ ...game.frames, result: { reason: "stock_empty", winners, scores: [5, 0, 7] } }), moment: bytes({ ...MOMENT, moves: [], player: null, over: true, ...more }) });
    return view.text(".cardlab-outcome");
  };
  it.each([
    [[0], "won"],
    [[0, 2], "shared"],
    [[1], "lost"],
    [[1, 2], "lost many"],
    [[], "nobody"],
  ])("with the winners %j is told as: %s", (winners, key) => {
    expect(over(winners)).toBe(key);
    expect(all(".cardlab-scores li").map((one) => one.textContent?.replace(/\s+/g, " ").trim())).toEqual(["Ana 5", "Leo 0", "Zoe 7"]);
  });
  it("is not told before the last move was shown; then it can be looked back", async () => {
    expect(over([0], { watched: PLIES - 1 })).toBe("");
    expect(all(".cardlab-result").length).toBe(0);
    await view.key(" ");
    await press(".cardlab-lookback");
    expect(asked.at(-1)).toEqual(["_open", { at: 1 }]);
  });
});

describe("the form", () => {
  it("sends what was chosen, and only what differs from the preset", async () => {
    form((_name, { do: what }) => (what === "seats" ? { seats: [2, 3, 4], why: "" } : {}));
    await pick("players", "3");
    await pick("seat", "2");
    await pick("score.target", "250");
    await pick("turn.must_play", "true");
    await pick("turn.must_play", "false");
    await pick("deal.stock_size.word", "#");
    await pick("deal.stock_size", "12");
    expect(all(".cardlab-changed").map((one) => one.dataset.setting)).toEqual(["deal.stock_size", "score.target"]);
    root().querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    await drawn();
    expect(asked.at(-1)).toEqual(["_settle", { preset: "official", players: 3, seat: 2, bots: "sensible", options: { "score.target": 250, "deal.stock_size": 12 } }]);
  });
  it("takes another preset's own values", async () => {
    form((_name, { do: what }) => (what === "seats" ? { seats: [2], why: "" } : {}));
    await pick("score.target", "250");
    await pick("preset", "nl");
    expect(root().querySelector<HTMLInputElement>('[name="score.target"]')!.value).toBe("400");
    expect(asked.at(-1)![1]).toMatchObject({ do: "seats", preset: "nl", options: {} });
  });
  it("follows how many can play, and says why nobody can", async () => {
    let answer: object = { seats: [1], why: "" };
    form((_name, { do: what }) => (what === "seats" ? answer : {}));
    await pick("score.target", "250");
    expect([root().querySelector<HTMLSelectElement>('[name="players"]')!.value, all('[name="bots"]').length]).toEqual(["1", 0]);
    answer = { seats: [], why: "too many cards [skipbo.E1]" };
    await pick("score.target", "251");
    expect(view.text(".cardlab-trouble")).toContain("[skipbo.E1]");
    expect(root().querySelector<HTMLButtonElement>(".cardlab-begin")!.disabled).toBe(true);
  });
  it("shows the rule of a setting on demand", async () => {
    form();
    expect(all(".cardlab-ruleof").length).toBe(0);
    await press('[data-setting="deal.stock_size"] button');
    expect(all(".cardlab-ruleof [data-rule]").map((one) => one.dataset.rule)).toEqual(["skipbo.build.sequence"]);
    await press('[data-setting="deal.stock_size"] button');
    expect(all(".cardlab-ruleof").length).toBe(0);
  });
  it("tells what the kernel does not take, and gives way to the match", async () => {
    const model = form((name) => (name === "_settle" ? { error: "expected one bot" } : {}));
    root().querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    await drawn();
    expect(view.text(".cardlab-trouble")).toBe("expected one bot");
    model.set("frames", bytes(game.frames));
    model.set("moment", bytes(MOMENT));
    model.set("form", new DataView(new ArrayBuffer(0)));
    await drawn();
    expect([all(".cardlab-form").length, all(".cardlab-turn").length]).toEqual([0, 1]);
  });
});
