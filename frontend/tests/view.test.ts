import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { Frames } from "../src/decode";
import { listedRows, SIDE, widened } from "../src/tree";
import { cut } from "../src/view/panel";
import { bytes, type Game } from "./build";
import { longGame, skipbo, skyjo } from "./fixtures";
import { fakeModel, modelOf } from "./model";
import { drawn, mount, mountModel, type Mounted } from "./mount";

let view: Mounted;
afterEach(() => view.undo());

const faces = (selector: string) => view.all(`${selector} .cardlab-card`).map((card) => card.dataset.card);
const governing = () => view.all(".cardlab-doc [data-governs]").map((passage) => [passage.dataset.governs, passage.dataset.rule]);

describe("the table", () => {
  it("shows the cards of every zone", () => {
    view = mount(skipbo(), { ply: 4 });
    expect(faces('[data-zone="hand0"]')).toEqual(["3", "9", "12"]);
    expect(faces('[data-zone="hand1"]')).toEqual(["?", "?", "?", "?", "?"]);
    expect(view.all('[data-zone="hand1"] [data-known="10"]').length).toBe(1);
    expect(view.text('[data-zone="B3"]')).toContain("= 1");
    expect(view.all('[data-zone="B4"] .cardlab-slot').length).toBe(1);
    expect(view.text('[data-zone="B4"]')).toBe("1");
  });
  it("rings what moved, with a ghost where it came from that is no card", () => {
    view = mount(skipbo(), { ply: 2 });
    expect(view.all(".cardlab-moved").map((card) => card.closest<HTMLElement>("[data-zone]")!.dataset.zone)).toEqual(["B1"]);
    expect(view.all('[data-zone="stock0"] .cardlab-ghost').length).toBe(1);
    expect(faces('[data-zone="stock0"]')).toEqual(["5"]);
  });
  it("frames the seat to act and tells its scores and marks", () => {
    view = mount(skyjo(), { ply: 2 });
    expect(view.all(".cardlab-acts").map((seat) => seat.dataset.seat)).toEqual(["2"]);
    expect(view.text('[data-seat="1"] .cardlab-who')).toBe("Leo 48 points shows 7 closes the round");
  });
  it("tells a wild and a band by shape as well", () => {
    view = mount(skipbo(), { ply: 0 });
    expect(view.all('[data-zone="hand0"] .cardlab-band5 .cardlab-shape').length).toBe(1);
  });
  it.each([2, 3, 4, 5, 6])("has room for %i at Skip-Bo, everybody once", (seats) => {
    view = mount(skipbo(seats));
    expect(view.all(".cardlab-seat").map((seat) => Number(seat.dataset.seat)).sort()).toEqual([...Array(seats).keys()]);
  });
  it.each([2, 5, 8])("has room for %i at Skyjo", (seats) => {
    view = mount(skyjo(seats));
    expect(view.all(".cardlab-grid").length).toBe(seats);
  });
});

describe("a long game of which the first plies are there", () => {
  it("counts all of them, and goes on where it was told to once the others come", async () => {
    const game = longGame(60);
    const all = game.frames.steps.length;
    view = mount({ ...game, frames: { ...game.frames, steps: game.frames.steps.slice(0, 20), whole: all } }, { ply: 10 });
    expect(view.root.querySelector("[role=slider]")!.getAttribute("aria-valuemax")).toBe(String(all));
    expect(view.root.dataset).toMatchObject({ ply: "10", whole: "false" });
    await view.key("End");
    expect(view.root.dataset.ply).toBe("20");
    view.model.set("frames", bytes(game.frames));
    await drawn();
    expect(view.root.dataset).toMatchObject({ ply: String(all), whole: "true" });
    await view.key("ArrowLeft");
    expect(view.root.dataset.ply).toBe(String(all - 1));
  });
  it("stands where it stood when the others come", async () => {
    const game = longGame(60);
    view = mount({ ...game, frames: { ...game.frames, steps: game.frames.steps.slice(0, 20), whole: game.frames.steps.length } }, { ply: 10 });
    await view.key("ArrowRight");
    const before = view.text(".cardlab-table");
    view.model.set("frames", bytes(game.frames));
    await drawn();
    expect(view.root.dataset.ply).toBe("11");
    expect(before).toContain("building piles");
    expect(view.text(".cardlab-table")).toBe(before);
  });
});

describe("the explanation", () => {
  it("says the sentence in the language, and lists the rules in order", async () => {
    view = mount(skipbo(), { ply: 2 });
    expect(view.text(".cardlab-sentence")).toBe("Ana plays the 4 of the stock on the 3: the 4 comes after the 3; the open card of the stock may always be played. The next card of the stock is turned up.");
    expect(view.all(".cardlab-chips button").map((chip) => chip.textContent)).toEqual(["1 build.sequence", "2 play.source_stock", "3 stock.flip_next"]);
    view.model.set("lang", "es");
    await drawn();
    expect(view.text(".cardlab-sentence")).toContain("Ana lleva el 4 de su pila sobre el 3: el 4 sigue al 3");
  });
  it("folds notes in other languages than the chosen one behind a button, and shows all where none is in it", async () => {
    const game = skipbo();
    game.remarks.notes.push({ key: "a", ply: 4, author: "Ana", lang: "es", text: "Yo no." }, { key: "z", ply: 4, author: "Zoe", lang: "nl", text: "Ik wel.", glyph: "good" });
    view = mount(game, { ply: 4 });
    const authors = () => view.all(".cardlab-note b").map((b) => b.textContent);
    const fold = () => view.root.querySelector<HTMLButtonElement>(".cardlab-notes > [aria-expanded]");
    expect([authors(), fold()?.textContent]).toEqual([["Leo"], "2 more in other languages"]);
    fold()!.click();
    await drawn();
    expect([authors(), fold()?.getAttribute("aria-expanded")]).toEqual([["Leo", "Ana", "Zoe"], "true"]);
    expect(view.all(".cardlab-notes .cardlab-glyph")[0]!.title).toBe("good");
    await view.key("ArrowLeft");
    await view.key("ArrowLeft");
    expect([authors(), fold()]).toEqual([["profesora"], null]);
  });
  it("shows notes as text only", () => {
    view = mount(skipbo(), { ply: 4 });
    expect(view.text(".cardlab-notes")).toContain("<b>Text only</b>");
    expect(view.all(".cardlab-notes b").map((b) => b.textContent)).toEqual(["Leo"]);
  });
  it("says what of a step is not judged, in the list of moves as well", async () => {
    const game = skipbo();
    game.frames.steps[1]!.u = [game.frames.rules.indexOf("skipbo.build.start")];
    view = mount(game, { ply: 2 });
    expect(view.text("p.cardlab-unjudged")).toBe(`Not judged, as cards are not known: ${game.book.rules["skipbo.build.start"]!.text.en}`);
    expect(view.all(".cardlab-move .cardlab-unjudged").map((one) => one.closest<HTMLElement>(".cardlab-move")!.dataset.ply)).toEqual(["2"]);
    await view.key("ArrowRight");
    expect(view.all("p.cardlab-unjudged")).toEqual([]);
  });
  it("tells the result at the end", () => {
    view = mount(skyjo(), { ply: 5 });
    expect(view.all(".cardlab-result p").map((p) => p.textContent)).toEqual(["winner: Leo — somebody reached 100 points", "scores: Ana 81 · Leo 50 · Zoe 104"]);
  });
});

describe("the rule panel", () => {
  it("opens the source that the preset follows and marks every governing passage, in order", () => {
    view = mount(skipbo(), { ply: 2 });
    expect(view.text('[aria-selected="true"]')).toBe("000 official");
    expect(governing()).toEqual([["1", "skipbo.build.sequence"], ["2", "skipbo.play.source_stock"], ["3", "skipbo.stock.flip_next"]]);
  });
  it("keeps a chosen tab, and says where a source is silent", async () => {
    view = mount(skipbo(), { ply: 2 });
    await view.key("2");
    expect(governing()).toEqual([["1", "skipbo.build.sequence"]]);
    await view.key("ArrowLeft");
    expect([view.text('[aria-selected="true"]'), view.text(".cardlab-silent")]).toEqual(["001", "this source has no passage on this step"]);
  });
  it("warns where a source stands for another value than the preset's", async () => {
    view = mount(skipbo(), { ply: 5 });
    expect(view.all(".cardlab-warnmark").map((mark) => mark.closest<HTMLElement>("[data-source]")!.dataset.source)).toEqual(["001"]);
    expect(view.all(".cardlab-warning").length).toBe(0);
    await view.key("2");
    expect(view.text(".cardlab-warning")).toMatch(/^another value than in this game: how a turn ends.*A player may also pass without a discard\.$/);
  });
  it("shows a ruling above the text", () => {
    view = mount(skipbo(), { ply: 4 });
    expect(governing()).toEqual([["1", "skipbo.build.start"], ["2", "skipbo.wild.any"]]);
    expect(view.text(".cardlab-rulings")).toContain("the sources are silent on this; here it is ruled: May a wild card change its number later? Its number is named");
    expect(view.root.querySelector<HTMLElement>(".cardlab-ruling")!.dataset.governs).toBe("3");
    expect(view.all(".cardlab-doc .cardlab-rulings").length).toBe(0);
  });
  it("marks the rules near a ruling quietly, where nothing else of the source governs", async () => {
    const game = skipbo();
    game.frames.steps[3]!.r = [game.frames.rules.indexOf("skipbo.ruling.wild_value")];
    view = mount(game, { ply: 4 });
    const quiet = () => view.all(".cardlab-doc .cardlab-near").map((passage) => passage.dataset.rule);
    expect([governing(), quiet()]).toEqual([[], ["skipbo.wild.any"]]);
    await view.key("ArrowLeft");
    expect(quiet()).toEqual([]);
  });
  it("changes nothing but marks of the text while stepping", async () => {
    view = mount(skipbo(), { ply: 1 });
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((found) => records.push(...found));
    observer.observe(view.root.querySelector(".cardlab-doc")!, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "End"]) await view.key(key);
    observer.disconnect();
    expect(records.length).toBeGreaterThan(0);
    expect([...new Set(records.map(({ type, attributeName }) => attributeName ?? type))].sort()).toEqual(["class", "data-governs"]);
  });
  it("shows statements in the source's language, or on a press in the chosen one", async () => {
    view = mount(skipbo(), { ply: 1 });
    expect(view.text(".cardlab-reading h4")).toBe("Las pilas de construcción");
    view.root.querySelector<HTMLElement>(".cardlab-doctop button")!.click();
    await drawn();
    expect(view.text(".cardlab-reading h4")).toBe("The building piles");
  });
  it("marks the exact spans in a true text, overlapping ones too", async () => {
    view = mount(skipbo(), { ply: 2 });
    await view.key("3");
    const marked = (rule: string) => view.all(`.cardlab-doc mark[data-rule="${rule}"]`).map((mark) => mark.textContent).join("");
    expect(marked("skipbo.build.sequence")).toBe("Leg altijd het volgende getal 🂡 op de stapel,".slice(0, 45));
    expect(marked("skipbo.stock.flip_next")).toBe("Leg altijd het volgende getal 🂡 op de stapel, en draai daarna de bovenste kaart om.".slice(33, 83) + "laatste");
    expect(view.all("mark:not(.cardlab-goeson)").length).toBe(2);
  });
  it("says what is wrong with an original", async () => {
    view = mount(skipbo());
    await view.key("2");
    expect(view.text(".cardlab-problem")).toContain("checksum");
  });
  it("cuts a line at the spans", () => {
    const spans = [{ rule: "x", line: 1, start: 1, end: 4 }, { rule: "y", line: 1, start: 3, end: 9 }];
    expect(cut("abcdef", spans)).toEqual([{ text: "a", rules: [] }, { text: "bc", rules: ["x"] }, { text: "d", rules: ["x", "y"] }, { text: "ef", rules: ["y"] }]);
  });
});

describe("what comes later, hidden", () => {
  const hide = async (game: Game, ply: number) => {
    view = mount(game, { ply });
    await view.key("h");
    await drawn();
  };
  it("shows no later move, note, mark or length", async () => {
    await hide(skipbo(), 3);
    expect(view.all(".cardlab-move").map((move) => move.dataset.ply)).toEqual(["1", "2", "3"]);
    expect(view.all(".cardlab-line .cardlab-dot").length).toBe(1);
    expect(view.all(".cardlab-line .cardlab-diamond").length).toBe(0);
    const slider = view.root.querySelector("[role=slider]")!;
    expect([slider.getAttribute("aria-valuemax"), slider.getAttribute("aria-valuetext")]).toEqual(["3", "ply 3"]);
    expect(view.text(".cardlab-ply")).toBe("ply");
    expect(view.root.textContent).not.toMatch(/of 8/);
  });
  it("has no key or button that tells of later things", async () => {
    await hide(skipbo(), 3);
    for (const key of ["End", "n", "]"]) {
      await view.key(key);
      expect(view.root.dataset.ply).toBe("3");
    }
    expect(view.root.querySelector<HTMLButtonElement>('[aria-label="last"]')!.disabled).toBe(true);
    await view.key("ArrowRight");
    expect(view.root.dataset.ply).toBe("4");
  });
  it("takes a typed ply backwards only, so that a number too large does not tell the length", async () => {
    await hide(skipbo(), 3);
    const type = async (ply: string) => {
      await view.key("g");
      const input = view.root.querySelector<HTMLInputElement>(".cardlab-typed")!;
      input.value = ply;
      await view.key("Enter", { on: input });
      return [view.root.dataset.ply, input.value];
    };
    expect(await type("99")).toEqual(["3", "3"]);
    expect(await type("4")).toEqual(["3", "3"]);
    expect(await type("1")).toEqual(["1", "1"]);
  });
  it("shows no result before the end, and everything again when asked", async () => {
    await hide(skyjo(), 4);
    expect(view.all(".cardlab-result").length).toBe(0);
    await view.key("h");
    await drawn();
    expect(view.all(".cardlab-move").length).toBe(5);
  });
  it("hides at once where no kernel answers", async () => {
    const game = skipbo();
    view = mountModel(modelOf(game, { ply: 2 }));
    await view.key("h");
    expect(view.all(".cardlab-move").length).toBe(2);
    expect(view.all(".cardlab-seatselect").length).toBe(0);
  });
});

describe("the lens", () => {
  it("keeps the ply when new frames come, and shows that it waits", async () => {
    const game = skipbo();
    const model = modelOf(game, { ply: 6 });
    let answer = (_: [object, unknown]) => {};
    view = mountModel(model, () => new Promise((done) => (answer = done as typeof answer)));
    await view.key("s");
    expect(view.root.getAttribute("aria-busy")).toBe("true");
    expect(view.all(".cardlab-busy").length).toBe(1);
    model.set("frames", bytes({ ...game.frames, lens: { seat: 0, spoilers: true, ply: null } } satisfies Frames));
    answer([{}, []]);
    await drawn();
    await drawn();
    expect([view.root.dataset.ply, view.all(".cardlab-busy").length]).toEqual(["6", 0]);
  });
  it.each([["an error", async () => [{ error: "no seat 7" }, []]], ["no answer", async () => Promise.reject(new Error("no seat 7"))]])("shows %s", async (_name, invoke) => {
    view = mountModel(modelOf(skipbo()), invoke as never);
    await view.key("s");
    await drawn();
    expect(view.text(".cardlab-error")).toBe("no seat 7");
  });
});

describe("the move list", () => {
  it("draws the turns around the current one only, and marks it", async () => {
    view = mount(longGame(), { ply: 1500 });
    const moves = view.all(".cardlab-move");
    expect(moves.length).toBeLessThan(2 * (SIDE + 1) * 5 + 1);
    expect(view.all("[aria-current]").map((move) => move.dataset.ply)).toEqual(["1500"]);
    await view.key("ArrowRight");
    expect(view.all(".cardlab-move")[0]).toBe(moves[0]);
    expect(view.all("[aria-current]").map((move) => move.dataset.ply)).toEqual(["1501"]);
    await view.key("End");
    expect(view.all("[aria-current]").map((move) => move.dataset.ply)).toEqual(["3000"]);
  });
  it("goes to a pressed move", async () => {
    view = mount(skipbo());
    view.root.querySelector<HTMLElement>('.cardlab-move[data-ply="6"]')!.click();
    await drawn();
    expect(view.root.dataset.ply).toBe("6");
  });
  it("moves what is drawn only when the current turn comes near its end", () => {
    expect(listedRows(50, 600, [0, 0])).toEqual([50 - SIDE, 51 + SIDE]);
    expect(listedRows(60, 600, [34, 67])).toEqual([34, 67]);
    expect(listedRows(65, 600, [34, 67])).toEqual([65 - SIDE, 66 + SIDE]);
    expect(listedRows(1, 600, [0, 30])).toEqual([0, 30]);
    expect(listedRows(599, 600, [570, 600])).toEqual([570, 600]);
    expect(widened([34, 67], -1, 600)).toEqual([34 - SIDE, 67]);
    expect(widened([0, 120], 1, 600)).toEqual([120 + SIDE - 8 * SIDE, 120 + SIDE]);
  });
});

describe("little or nothing to show", () => {
  it.each([
    ["no traits", {}],
    ["no bytes", { frames: new DataView(new ArrayBuffer(0)) }],
    ["no JSON", { frames: new TextEncoder().encode("{"), book: bytes({}), words: bytes({}) }],
    ["half frames", { frames: bytes({ zones: [], cards: [] }) }],
    ["a book that is none", { ...Object.fromEntries(["frames", "words"].map((key) => [key, modelOf(skipbo()).get(key)])), book: new Uint8Array([1]) }],
  ])("says so plainly: %s", async (_name, traits) => {
    view = mountModel(fakeModel(traits));
    expect(view.text(".cardlab-nothing")).not.toBe("");
    expect((await view.key("ArrowRight")).defaultPrevented).toBe(false);
  });
  it("draws a game without book, words or steps", async () => {
    const { frames } = skipbo();
    view = mountModel(fakeModel({ frames: bytes({ ...frames, steps: [], marks: [] }) }));
    await view.key("ArrowRight");
    expect([view.root.dataset.ply, view.all(".cardlab-panel").length]).toEqual(["0", 0]);
  });
  it("shows the kernel's error", () => {
    view = mountModel(modelOf(skipbo(), { error: "the file was moved" }));
    expect(view.text(".cardlab-error")).toBe("the file was moved");
  });
  it("leaves nothing behind", () => {
    view = mount(skipbo());
    view.undo();
    expect(document.querySelectorAll(".cardlab-viewer").length).toBe(0);
    view.model.set("ply", 3);
  });
});

/** The files whose words stand with the recorder's and the scratch table's (`tests/widgets/test_recorder.py`, `test_scratch_table.py`). */
const OF_OTHERS = /(^|\/)(record|recorder|options|recording|due|entry|why|keylist|scratch\w*|tools)\.ts$/;
/** And those whose words stand with the questions (`tests/widgets/test_quiz.py`). */
const OF_QUESTIONS = /(^|\/)(asking|question|quizhead|quizview)\.ts$/;
/** And those of the table of a real game (`tests/widgets/test_play.py`). */
const OF_MATCHES = /(^|\/)play\w*\.ts$/;

describe("words", () => {
  it("that are used are those in the list that is served", () => {
    view = mount(skipbo());
    const folder = `${process.cwd()}/src`;
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts") && !OF_OTHERS.test(file) && !OF_QUESTIONS.test(file) && !OF_MATCHES.test(file));
    const code = sources.map((file) => readFileSync(`${folder}/${file}`, "utf8")).join("\n");
    const listed = Object.keys(skipbo().words.ui);
    const made = ["previous", "next"].flatMap((by) => ["turn", "round", "note", "branch", "difference"].map((what) => `${by}_${what}`));
    const families = Object.entries({
      kind: "text glyph rule card arrow mark bookmark", about: "glyph rule text", past: "note edit delete withdraw settle", scope: "ply turn game", colour: "green red blue yellow",
    }).flatMap(([family, members]) => members.split(" ").map((member) => `${family}_${member}`));
    const dynamic = [...made, ...["verdict", "judged"].flatMap((of) => ["illegal", "different"].map((verdict) => `${of}_${verdict}`)), "turn_word", "round_word", "note_word", "difference_word", "name_en", "name_es", "name_nl", ...families];
    expect(listed.filter((key) => !code.includes(`"${key}"`) && !dynamic.includes(key))).toEqual([]);
    const used = [...code.matchAll(/\b(?:ui|button)\(\s*state,\s*"(\w+)"/g)].map(([, key]) => key!);
    expect([...used, ...dynamic].filter((key) => !listed.includes(key))).toEqual([]);
  });
});
