import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Branch } from "../src/decode";
import type { Answer, Invoke } from "../src/session";
import { bytes } from "./build";
import { skipbo } from "./fixtures";
import { modelOf, type FakeModel } from "./model";
import { drawn, mountModel, type Mounted } from "./mount";

const game = skipbo();
const branch = (id: string, length: number, more: Partial<Branch> = {}): Branch => ({
  id, name: id.toUpperCase(), author: "Ana", parent: null, ply: 2, at: game.positions[2]!.at, steps: game.frames.steps.slice(2, 2 + length).map((step) => ({ ...step, w: 0 })), marks: [], ...more,
});
const data = (...branches: Branch[]) => bytes({ rules: game.frames.rules, phrases: game.frames.phrases, branches });

let view: Mounted;
let model: FakeModel;
let asked: Record<string, unknown>[];
let answers: (message: Record<string, unknown>) => Answer;

beforeEach(async () => {
  asked = [];
  answers = ({ line }) => ({ line: line as string, ply: 1, player: 0, actions: ["H5>B1", "H9>D1"] });
});
afterEach(() => view.undo());

/** A viewer in which notes and branches are written. */
async function edit(traits: Record<string, unknown> = {}): Promise<void> {
  model = modelOf(game, { branches: data(branch("mine", 1, { own: true }), branch("theirs", 1)), ...traits });
  model.set("notes", bytes({ layers: [{ name: "", file: "g.jsonl" }], notes: [], disputes: [], problems: [], desk: { file: "g.jsonl", author: "Ana", language: "en" } }));
  const invoke: Invoke = async (name, message) => {
    if (name !== "_branch") return [{ done: true }, []];
    asked.push(message as Record<string, unknown>);
    return [answers(message as Record<string, unknown>), []];
  };
  view = mountModel(model, invoke);
  await view.key("e");
  await drawn();
}

const place = () => [view.root.dataset.line, Number(view.root.dataset.ply)];
const desk = () => view.text(".cardlab-branchdesk");
const field = (name: string) => view.root.querySelector<HTMLInputElement>(name)!;
async function type(name: string, text: string, key = "Enter"): Promise<void> {
  field(name).value = text;
  field(name).dispatchEvent(new Event("input", { bubbles: true }));
  await view.key(key, { on: field(name) });
  await drawn();
}

describe("writing branches", () => {
  it("is there while notes are written, and not before", async () => {
    model = modelOf(game);
    view = mountModel(model);
    expect(view.all(".cardlab-branchdesk").length).toBe(0);
    expect((await view.key("B")).defaultPrevented).toBe(false);
  });
  it("begins a branch where the view stands, with the cards it supposes, and goes into it", async () => {
    await edit({ ply: 4 });
    answers = () => {
      model.set("branches", data(branch("new", 0, { ply: 4, own: true })));
      return { line: "new", ply: 0, player: 1, actions: ["D1>B2"] };
    };
    await view.key("B");
    expect(document.activeElement).toBe(field(".cardlab-branchfield"));
    field(".cardlab-factsfield").value = "draw:1=7, draw:2=SB";
    field(".cardlab-factsfield").dispatchEvent(new Event("input", { bubbles: true }));
    await type(".cardlab-branchfield", "What if?");
    expect(asked).toEqual([{ do: "begin", line: null, ply: 4, name: "What if?", facts: ["draw:1=7", "draw:2=SB"] }]);
    expect(place()).toEqual(["new", 0]);
    expect(view.all("[data-action]").map((one) => one.dataset.action)).toEqual(["D1>B2"]);
    expect(document.activeElement).toBe(view.root);
  });
  it("Escape leaves the fields and writes nothing; an empty name is not sent", async () => {
    await edit({ ply: 4 });
    await view.key("B");
    await type(".cardlab-branchfield", "   ");
    await type(".cardlab-branchfield", "never", "Escape");
    expect([asked, view.all(".cardlab-branchfield").length, document.activeElement]).toEqual([[], 0, view.root]);
  });
  it("at the end of an own branch it is asked once what may be played; a press plays it", async () => {
    await edit({ line: "mine", ply: 1 });
    expect(asked).toEqual([{ do: "look", line: "mine" }]);
    expect(desk()).toContain("Ana: H5>B1H9>D1");
    await view.key("l");
    expect(asked.length).toBe(1);
    answers = () => {
      model.set("branches", data(branch("mine", 2, { own: true })));
      return { line: "mine", ply: 2, player: 0, actions: ["H9>D1"] };
    };
    view.root.querySelector<HTMLElement>('[data-action="H5>B1"]')!.click();
    await drawn();
    await drawn();
    expect(asked[1]).toEqual({ do: "play", line: "mine", action: "H5>B1" });
    expect([place(), view.all("[data-action]").length, asked.length]).toEqual([["mine", 2], 1, 2]);
    expect(document.activeElement).toBe(view.root);
  });
  it("a typed action that is refused shows the sentence and its rule, and stays in the field", async () => {
    await edit({ line: "mine", ply: 1 });
    answers = () => ({ refused: "Ana plays the 3, and this is not allowed.", rules: ["skipbo.build.sequence"] });
    await view.key("A");
    expect(document.activeElement).toBe(field(".cardlab-action"));
    await type(".cardlab-action", "H3>B1");
    expect(asked[1]).toEqual({ do: "play", line: "mine", action: "H3>B1" });
    expect(view.text(".cardlab-refused")).toBe("Ana plays the 3, and this is not allowed. build.sequence");
    expect([field(".cardlab-action").value, place()]).toEqual(["H3>B1", ["mine", 1]]);
  });
  it("the field of the action keeps the focus while what was typed is written", async () => {
    await edit({ line: "mine", ply: 1 });
    await view.key("A");
    answers = () => {
      // the new line is here before the answer
      model.set("branches", data(branch("mine", 2, { own: true })));
      return { line: "mine", ply: 2, player: 0, actions: ["H9>D1"] };
    };
    const typed = field(".cardlab-action");
    await type(".cardlab-action", "H5>B1");
    expect([document.activeElement === typed, typed.value, typed.isConnected, place()]).toEqual([true, "", true, ["mine", 2]]);
  });
  it("an error of the kernel is told", async () => {
    await edit({ line: "mine", ply: 1 });
    answers = () => ({ error: "the disk is full" });
    await type(".cardlab-action", "H5>B1");
    expect(view.text(".cardlab-branchdesk .cardlab-failure")).toBe("the disk is full");
  });
  it("before its end, and where it stands in another file, it says what can be done instead", async () => {
    await edit({ line: "mine", ply: 0 });
    expect(desk()).toContain("goes on at its end");
    await view.key("v");
    expect([place(), desk().includes("another file"), asked]).toEqual([["theirs", 0], true, []]);
  });
  it.each([
    ["P", { do: "promote", line: "mine" }],
    ["D", { do: "delete", line: "mine" }],
  ])("%s sends one request", async (key, message) => {
    await edit({ line: "mine", ply: 0 });
    await view.key(key);
    await drawn();
    expect(asked).toEqual([message]);
  });
  it("R renames, starting from the name it has", async () => {
    await edit({ line: "mine", ply: 0 });
    await view.key("R");
    expect(field(".cardlab-branchfield").value).toBe("MINE");
    await type(".cardlab-branchfield", "Better");
    expect(asked).toEqual([{ do: "rename", line: "mine", name: "Better" }]);
  });
  it("chance is let decide where it is to act", async () => {
    answers = () => ({ line: "mine", ply: 1, player: -1, actions: [] });
    await edit({ line: "mine", ply: 1 });
    view.all(".cardlab-offers .cardlab-pill")[0]!.click();
    await drawn();
    expect(asked[1]).toEqual({ do: "chance", line: "mine" });
  });
});
