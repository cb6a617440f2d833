import { afterEach, describe, expect, it } from "vitest";
import { bytes } from "./build";
import { skipbo, skyjo, skyjoJudged } from "./fixtures";
import { modelOf } from "./model";
import { drawn, mount, mountModel, type Mounted } from "./mount";

let view: Mounted;
afterEach(() => view.undo());

const select = () => view.root.querySelector<HTMLSelectElement>(".cardlab-presetselect");
const judge = async (preset: string) => {
  select()!.value = preset;
  select()!.dispatchEvent(new Event("change"));
  await drawn();
  await drawn();
};
const open = async (ply = 1) => {
  view = mount(skyjo(), { ply }, skyjoJudged());
  await judge("skyjo-es");
};
const inList = () => view.all(".cardlab-moves .cardlab-judged").map((mark) => [mark.closest<HTMLElement>("[data-ply]")!.dataset.ply, mark.textContent]);
const onLine = () => view.all(".cardlab-line .cardlab-judged").map((mark) => [mark.title, mark.textContent]);
const scores = () => view.all(".cardlab-final tr").map((row) => [...row.children].map((cell) => cell.textContent));

describe("judged by another preset", () => {
  it("offers the presets, the game's own first, and nothing where no kernel is", () => {
    view = mount(skyjo(), {}, skyjoJudged());
    expect([...select()!.options].map((option) => [option.value, option.textContent])).toEqual([["skyoo", "Skyoo (as played)"], ["skyjo-es", "Skyjo, Spanish text"]]);
    expect([select()!.value, view.all(".cardlab-judgement").length]).toEqual(["skyoo", 0]);
    view.undo();
    view = mountModel(modelOf(skyjo()));
    expect(select()).toBe(null);
  });
  it("marks the plies that differ in the list and on the line, by sign and word", async () => {
    await open();
    expect(inList()).toEqual([["2", "≠ another effect"], ["3", "✕ not allowed"], ["4", "✕ not allowed"], ["5", "≠ another effect"]]);
    expect(onLine()).toEqual([["2: another effect", "≠"], ["3: not allowed", "✕"], ["4: not allowed", "✕"], ["5: another effect", "≠"]]);
    expect(view.text(".cardlab-judgement")).toBe("judged by Skyjo, Spanish text✕ not allowed: 2≠ another effect: 2as played again");
  });
  it("tells what the other preset says, in the chosen language; by its source's stand where nothing else is said", async () => {
    await open(3);
    expect(view.text(".cardlab-verdict")).toBe("✕ under Skyjo, Spanish text: not allowed – no turn is left");
    view.model.set("lang", "nl");
    await drawn();
    expect(view.text(".cardlab-verdict")).toContain("er komt geen beurt meer");
    view.model.set("lang", "en");
    await view.key("End");
    expect(view.text(".cardlab-verdict")).toBe("≠ under Skyjo, Spanish text: has another effect – 003 The round is over at once.");
    await view.key("Home");
    expect(view.all(".cardlab-verdict").length).toBe(0);
  });
  it("names the disagreement with both stands, and marks the passages in either source", async () => {
    await open(3);
    expect(view.text(".cardlab-dispute > p")).toBe("≠ last the end of a round");
    expect(view.all(".cardlab-stand").map((stand) => stand.textContent!.replace(/\s+/g, " ").trim())).toEqual(["002 Skyoo L33 One more turn each.", "003 L31 The round is over at once."]);
    expect(view.all(".cardlab-tab .cardlab-sign").length).toBe(2);
    const marked = () => view.all(".cardlab-doc [data-differs]").map((passage) => passage.dataset.rule);
    expect(marked()).toEqual(["skyjo.round.last_turns"]);
    view.root.querySelector<HTMLElement>('.cardlab-stand[data-source="003"] button')!.click();
    await drawn();
    expect([view.text('[aria-selected="true"]'), marked()]).toEqual(["003≠", ["skyjo.round.trigger"]]);
    await view.key("Home");
    expect([marked(), view.all(".cardlab-sign").length, view.all(".cardlab-above").length]).toEqual([[], 0, 0]);
  });
  it("does not warn once more of a disagreement that it names", async () => {
    await open(2);
    await view.key("2");
    expect(view.all(".cardlab-warning").length).toBe(0);
    await judge("skyoo");
    expect(view.all(".cardlab-warning").length).toBe(1);
  });
  it("goes from difference to difference by j and J, and by buttons", async () => {
    await open(0);
    const ply = () => view.root.dataset.ply;
    for (const [key, to] of [["j", "2"], ["j", "3"], ["J", "2"], ["J", "2"]] as const) {
      expect((await view.key(key)).defaultPrevented).toBe(true);
      expect(ply()).toBe(to);
    }
    view.root.querySelector<HTMLElement>('[aria-label="next ply that differs"]')!.click();
    await drawn();
    expect(ply()).toBe("3");
  });
  it("leaves j alone where nothing is judged", async () => {
    view = mount(skyjo());
    expect((await view.key("j")).defaultPrevented).toBe(false);
    expect(view.all('[aria-label="next ply that differs"]').length).toBe(0);
  });
  it("goes round the presets by u, and back to the own one with nothing left", async () => {
    view = mount(skyjo(), { ply: 5 }, skyjoJudged());
    await view.key("u");
    await drawn();
    expect([select()!.value, inList().length, view.all(".cardlab-final").length]).toEqual(["skyjo-es", 4, 1]);
    await view.key("u");
    await drawn();
    expect([select()!.value, inList(), onLine()]).toEqual(["skyoo", [], []]);
    expect(view.all(".cardlab-judgement, .cardlab-verdict, .cardlab-final, .cardlab-above, .cardlab-sign, [data-differs], .cardlab-compares").length).toBe(0);
  });
  it("shows the scores side by side at the end only", async () => {
    await open(4);
    expect(scores()).toEqual([]);
    await view.key("ArrowRight");
    expect(scores()).toEqual([["", "Skyoo", "Skyjo, Spanish text"], ["Ana", "81", "71"], ["Leo", "50", "50"], ["Zoe", "104", "90"], ["winner", "Leo", "not over"]]);
    expect(view.all(".cardlab-unlike").length).toBe(2);
    expect(view.text(".cardlab-final details")).toContain("round 3: the round ends with ply 2");
  });
  it("says so where a score is not known, and shows none where the lens may not know it", async () => {
    const final = skyjoJudged().final!;
    view = mount(skyjo(), { ply: 5, judged: bytes({ ...skyjoJudged(), final: { ...final, scores: [final.scores[0], null] } }) });
    expect(scores().slice(1)).toEqual([["Ana", "81", "?"], ["Leo", "50", "?"], ["Zoe", "104", "?"], ["winner", "Leo", "not known"]]);
    view.model.set("judged", bytes({ ...skyjoJudged(), final: null }));
    await drawn();
    expect(scores()).toEqual([]);
  });
  it("says that no ply differs", async () => {
    view = mount(skyjo(), { judged: bytes({ ...skyjoJudged(), plies: [] }) });
    expect(view.text(".cardlab-judgement")).toContain("no ply differs");
  });
  it("tells nothing of later plies where they are hidden", async () => {
    await open(3);
    await view.key("h");
    await drawn();
    expect([inList().map(([ply]) => ply), onLine().length]).toEqual([["2", "3"], 2]);
    expect(view.text(".cardlab-judgement")).not.toMatch(/\d|differs/);
    await view.key("j");
    expect(view.root.dataset.ply).toBe("3");
    expect(view.root.querySelector<HTMLButtonElement>('[aria-label="next ply that differs"]')!.disabled).toBe(true);
    await view.key("J");
    expect(view.root.dataset.ply).toBe("2");
  });
  it("shows that it waits, and what went wrong", async () => {
    let answer = (_: [object, unknown]) => {};
    view = mountModel(modelOf(skyjo()), () => new Promise((done) => (answer = done as typeof answer)));
    await view.key("u");
    expect([view.root.getAttribute("aria-busy"), view.all(".cardlab-busy").length, select()!.value]).toEqual(["true", 1, "skyjo-es"]);
    answer([{ error: "at most 6 players" }, []]);
    await drawn();
    expect([view.text(".cardlab-error"), view.root.getAttribute("aria-busy"), select()!.value]).toEqual(["at most 6 players", "false", "skyoo"]);
  });
  it("says so where a judgement cannot be read, and shows the game all the same", () => {
    view = mount(skipbo(), { judged: bytes({ plies: 3 }) });
    expect([view.text(".cardlab-error"), view.all(".cardlab-seat").length]).toEqual(["the game data cannot be read; run the cell again", 3]);
  });
  it("draws rules that the book does not know", () => {
    const odd = { ...skyjoJudged(), matters: [{ disputes: ["D99"], sides: [{ source: "x", rules: [], lines: [""] }, { source: "y", rules: ["no.rule"], lines: [""] }] }] };
    view = mount(skyjo(), { ply: 5, judged: bytes(odd) });
    expect(view.all(".cardlab-stand").length).toBe(2);
  });
});
