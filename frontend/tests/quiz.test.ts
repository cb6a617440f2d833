/** A quiz, and a viewer that asks, with a kernel that answers as told: what is pressed, typed and clicked is what it is asked. */
import { afterEach, describe, expect, it } from "vitest";
import { linkTo } from "../src/link";
import main from "../src/main";
import quizEntry from "../src/quiz";
import type { Invoke } from "../src/session";
import { bytes } from "./build";
import { skipbo } from "./fixtures";
import { modelOf, type FakeModel } from "./model";
import { drawn, mountModel, type Mounted } from "./mount";

type Spot = [number, number[]] | null;
const all = (text: string) => ({ en: text, es: text, nl: text });
const move = (text: string, source: Spot, target: Spot) => [text, source, target, null, 0, { seat: "Ana", card: "4", below: "7" }, -1];
const HAND = 7, STOCK = 6, B1 = 1, B2 = 2;
const POINTED = {
  player: 0, asked: null, calls: [], rules: [], phrases: ["play_stock"],
  moves: [move("S>B1", [STOCK, []], [B1, []]), move("S>B2", [STOCK, []], [B2, []]), move("H5>B1", [HAND, [1]], [B1, []]), move("H5>B2", [HAND, [1]], [B2, []])],
};
const PLAY = {
  id: "play", ask: "play", ply: 1, branch: null, seat: 0, player: 0, action: null, prompt: all("What goes?"), choices: [], free: true, tries: 3, left: 3, closed: false,
  hints: 2, shown: [] as object[], told: null as null | object, pointed: POINTED as null | object,
};
const LEGAL = { ...PLAY, id: "legal", ask: "legal", prompt: all("May it?"), choices: [{ answer: "yes", text: all("it may") }, { answer: "no", text: all("it may not") }], hints: 0, pointed: null };
const REFUSED = { answer: "S>B2", words: all("Ana lays the 4"), right: false, text: all("Not so. The card goes back."), rules: ["skipbo.build.sequence"], undone: true, tries: 1 };
const AROUND = { at: 1, number: 0, count: 2, marks: ["", ""], score: all("0 of 2 right"), student: "Ana", file: "ana.jsonl" };

/** Words of the questions that these tests read; they stand in the table of the questions, beside those that every widget has. */
const WORDS = {
  question_of: all("Question {number} of {count}"), hint_of: all("Hint {step} of {steps}: {text}"), tries_over: all("tries left: {left}"), answers_in: all("answers in {file}"),
};

let shown: Mounted & { sent: [string, Record<string, unknown>][]; tell(change: object): Promise<void> };

function mount(asked: object | null, { entry = quizEntry, more = {}, answer = {} as object, wait = async () => {} }: { entry?: typeof main; more?: object; answer?: object; wait?: () => Promise<void> } = {}): typeof shown {
  const game = skipbo();
  const frames = entry === quizEntry ? { ...game.frames, steps: [] } : { ...game.frames, steps: game.frames.steps.slice(0, 2), lens: { seat: 0, spoilers: false, ply: 2 } };
  let data = { ...AROUND, asked, ...more };
  const model: FakeModel = modelOf(game, { frames: bytes(frames), question: bytes(data), words: bytes({ ...game.words, ui: { ...game.words.ui, ...WORDS } }) });
  const sent: [string, Record<string, unknown>][] = [];
  const invoke: Invoke = async (name, message) => {
    sent.push([name, message as Record<string, unknown>]);
    await wait();
    return [answer, []];
  };
  shown = {
    ...mountModel(model, invoke, entry), sent,
    async tell(change) {
      data = { ...data, at: data.at + 1, ...change };
      model.set("question", bytes(data));
      await drawn();
    },
  };
  return shown;
}

afterEach(() => shown.undo());

const options = (): string[] => shown.all(".cardlab-option").map((option) => option.textContent!.trim());
const live = (): string => shown.text(".cardlab-live");

describe("a quiz", () => {
  it("asks with the table, and marks no rule before an answer", () => {
    mount(PLAY);
    expect(shown.text(".cardlab-ask .cardlab-question")).toBe("What goes?");
    expect(shown.all("[data-governs]").length).toBe(0);
    expect(shown.all(".cardlab-nth").length).toBe(2);
    expect(shown.text(".cardlab-progress small")).toBe("answers in ana.jsonl");
  });

  it("takes an action by pointing: a card, then the place", async () => {
    mount(PLAY);
    shown.root.querySelector<HTMLElement>('[data-zone="hand0"] [data-at$=".1"]')!.click();
    await drawn();
    expect(shown.root.dataset.taken).toBe("true");
    shown.root.querySelector<HTMLElement>('[data-zone="B2"]')!.click();
    await drawn();
    expect(shown.sent).toEqual([["_answer", { at: 1, answer: "H5>B2" }]]);
  });

  it("takes it by letters, by arrows and Enter, and typed", async () => {
    mount(PLAY);
    await shown.key("a");
    expect(options().map((text) => text.slice(1))).toEqual(["S>B1", "S>B2"]);
    await shown.key("ArrowRight");
    await shown.key("Enter");
    await shown.key("/");
    const field = shown.root.querySelector<HTMLInputElement>(".cardlab-entry")!;
    expect(document.activeElement).toBe(field);
    field.value = "H5>B1";
    await shown.key("Enter", { on: field });
    expect(shown.sent.map(([, { answer }]) => answer)).toEqual(["S>B2", "H5>B1"]);
    expect(document.activeElement).toBe(shown.root);
  });

  it("is busy until the kernel has replied, also where the next question is there before the reply", async () => {
    let reply = (): void => {};
    mount({ ...PLAY, closed: true }, { wait: () => new Promise<void>((done) => (reply = done)) });
    await shown.key("n");
    await shown.tell({ asked: LEGAL, number: 1 });
    // what came belongs to what was asked: a key now would meet the reply that is still on its way
    expect(shown.root.getAttribute("aria-busy")).toBe("true");
    reply();
    await drawn();
    expect(shown.root.getAttribute("aria-busy")).toBe("false");
    await shown.key("a");
    expect(shown.sent.map(([name]) => name)).toEqual(["_go", "_answer"]);
  });

  it("lets a card that was taken up go again with Escape, and sends nothing", async () => {
    mount(PLAY);
    await shown.key("a");
    const event = await shown.key("Escape");
    expect(event.defaultPrevented).toBe(true);
    expect(shown.root.dataset.taken).toBe("false");
    expect(shown.sent).toEqual([]);
  });

  it("tells why a play goes back, marks its passage and its place, and keeps asking", async () => {
    mount(PLAY);
    await shown.tell({ asked: { ...PLAY, told: REFUSED, left: 2 }, marks: ["open", ""] });
    const verdict = shown.root.querySelector<HTMLElement>(".cardlab-verdict")!;
    expect(verdict.dataset).toMatchObject({ verdict: "wrong", undone: "true" });
    expect(shown.text(".cardlab-tries")).toBe("tries left: 2");
    expect(shown.all('[data-governs="1"]').length).toBeGreaterThan(0);
    expect(shown.root.querySelector<HTMLElement>('[data-zone="B2"]')!.dataset.markSpot).toBe("not");
    expect(options().length).toBeGreaterThan(0);
  });

  it("tells a screen reader the question, the hint and the verdict, in that order", async () => {
    mount(PLAY);
    await shown.tell({ asked: { ...PLAY, told: REFUSED, shown: [all("Look up.")] } });
    const parts = ["Question 1 of 2", "What goes?", "Hint 1 of 2: Look up.", "Not so.", "build.sequence"].map((part) => live().indexOf(part));
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts).not.toContain(-1);
  });

  it("asks for hints one by one, and no more than there are", async () => {
    mount(PLAY);
    await shown.key("h");
    expect(shown.sent).toEqual([["_hint", { at: 1 }]]);
    await shown.tell({ asked: { ...PLAY, shown: [all("Look up."), all("Look down.")] } });
    expect(shown.all(".cardlab-hints li").length).toBe(2);
    expect(shown.all(".cardlab-deeds button").map((button) => button.textContent).join()).not.toContain("hint");
  });

  it("takes a choice by its letter, and none once it is closed", async () => {
    mount(LEGAL);
    await shown.key("b");
    expect(shown.sent).toEqual([["_answer", { at: 1, answer: "no" }]]);
    await shown.tell({ asked: { ...LEGAL, closed: true, told: { ...REFUSED, answer: "no", words: all("it may not"), right: true, undone: false } } });
    expect(options()).toEqual([]);
    await shown.key("a");
    await shown.key("n");
    expect(shown.sent.slice(1)).toEqual([["_go", { at: 2, number: 1 }]]);
  });

  it("says what the kernel could not read, and what became old meanwhile", async () => {
    mount(PLAY, { answer: { error: "invalid action 'juggle'" } });
    shown.root.querySelector<HTMLInputElement>(".cardlab-entry")!.value = "juggle";
    shown.root.querySelector<HTMLFormElement>(".cardlab-typing")!.requestSubmit();
    await drawn();
    expect(shown.text(".cardlab-trouble")).toBe("invalid action 'juggle'");
    expect(live().startsWith("invalid action")).toBe(true);
  });

  it("keeps the notebook's keys from a field and its own keys from other keys", async () => {
    mount(PLAY);
    expect((await shown.key("d")).defaultPrevented).toBe(false);
    expect((await shown.key("a", { ctrlKey: true })).defaultPrevented).toBe(false);
    expect(shown.root.dataset.lmSuppressShortcuts).toBe("true");
  });
});

describe("a viewer that asks", () => {
  const held = { ply: 2, onward: false, ends: false, guess: false };

  it("asks only on the ply, and stops the game there", async () => {
    mount(PLAY, { entry: main, more: held });
    expect(shown.all(".cardlab-ask").length).toBe(0);
    for (let k = 0; k < 3; k++) await shown.key("ArrowRight");
    expect(shown.root.dataset.ply).toBe("2");
    expect(document.activeElement).toBe(shown.root.querySelector(".cardlab-ask"));
    expect(shown.sent).toEqual([]);
  });

  it("goes on once it is answered, with the arrow or with n", async () => {
    mount(PLAY, { entry: main, more: { ...held, onward: true } });
    for (let k = 0; k < 3; k++) await shown.key("ArrowRight");
    expect(shown.sent).toEqual([["_onward", { at: 1 }]]);
  });

  it("leaves the keys of the viewer alone outside the question", async () => {
    mount(PLAY, { entry: main, more: held });
    await shown.key("End");
    for (let k = 0; k < 3; k++) await shown.key("ArrowRight");
    const section = shown.root.querySelector(".cardlab-ask")!;
    await shown.key("a", { on: section });
    await shown.key("Escape", { on: section });
    await shown.key("Escape", { on: section });
    expect(document.activeElement).toBe(shown.root);
    await shown.key("ArrowLeft");
    expect(shown.root.dataset.ply).toBe("1");
    expect(shown.all(".cardlab-ask, [data-mark-spot]").length).toBe(0);
  });

  it("asks nothing where the model has no question", async () => {
    mount(null, { entry: main, more: { ...held, ply: null } });
    for (let k = 0; k < 4; k++) await shown.key("ArrowRight");
    expect(shown.root.dataset.ply).toBe("2");
    expect(shown.all(".cardlab-ask").length).toBe(0);
  });
});

describe("asking in edit mode", () => {
  it("sends what was written in the form, and tells what became of it", async () => {
    const game = skipbo();
    const model = modelOf(game, { notes: bytes({ ...game.remarks, desk: { file: "eva.jsonl", author: "Eva", language: "en" } }) });
    const sent: [string, Record<string, unknown>][] = [];
    const answers = [{ error: "no answer to it is right" }, { done: true, id: "legal-2" }];
    shown = { ...mountModel(model, async (name, message) => {
      // edit mode reads the files first
      if ((message as { do?: string }).do !== "ask") return [{}, []];
      sent.push([name, message as Record<string, unknown>]);
      return [answers[sent.length - 1]!, []];
    }), sent, tell: async () => {} };
    await shown.key("ArrowRight");
    await shown.key("e");
    const form = shown.root.querySelector<HTMLFormElement>(".cardlab-posing form")!;
    const set = (name: string, value: string) => ((form.elements.namedItem(name) as HTMLInputElement).value = value);
    set("kind", "legal");
    set("action", "H3>B1");
    const more = async (what: string) => (form.querySelector<HTMLElement>(`[data-more=${what}]`)!.click(), await drawn());
    const row = (name: string) => [...form.querySelectorAll<HTMLInputElement>(`[name=${name}]`)];
    await more("hints");
    await more("answers");
    expect(document.activeElement).toBe(row("answer")[2]);
    row("hint").forEach((hint, i) => (hint.value = ["Look up.", "Look down."][i]!));
    row("answer").forEach((one, i) => (one.value = ["yes", "no", ""][i]!));
    row("words").forEach((one, i) => (one.value = ["it may", "", "who knows"][i]!));
    row("said").forEach((one, i) => (one.value = ["", "Look at B1.", ""][i]!));
    row("isright")[0]!.checked = row("isright")[2]!.checked = row("offered")[0]!.checked = true;
    set("others", "Think again.");
    for (const said of ["no answer to it is right", "legal-2"]) {
      form.requestSubmit();
      await drawn();
      await drawn();
      expect(shown.text(".cardlab-posing [role=status]")).toContain(said);
    }
    expect(sent[0]).toEqual(["_write", expect.objectContaining({ do: "ask", kind: "legal", ply: 1, branch: null, action: "H3>B1", hints: ["Look up.", "Look down."], right: ["yes", "c"],
      choices: { yes: "it may", no: "", c: "who knows" }, feedback: { no: "Look at B1.", "*": "Think again." }, trying: false })]);
    expect(row("answer").length).toBe(2);
    expect((form.elements.namedItem("action") as HTMLInputElement).value).toBe("");
  });
});

describe("a link", () => {
  afterEach(() => (history.replaceState(null, "", "#"), document.documentElement.removeAttribute("data-cardlab-followed")));
  const address = async (hash: string) => {
    history.replaceState(null, "", hash);
    await drawn(); // here, unlike in a browser, the page is told of this change too
  };
  const place = async (hash: string) => {
    await address(hash);
    const game = skipbo();
    shown = { ...mountModel(modelOf(game, { frames: bytes({ ...game.frames, code: "k3f0" }) }), async () => [{}, []]), sent: [], tell: async () => {} };
  };

  it("opens a viewer of its game at its ply, and no other game's", async () => {
    await place("#cardlab=k3f0-3");
    await drawn();
    expect(shown.root.dataset.ply).toBe("3");
    shown.undo();
    document.documentElement.removeAttribute("data-cardlab-followed");
    await place("#cardlab=zzzz-3");
    await drawn();
    expect(shown.root.dataset.ply).toBe("0");
  });
  it("is followed once, and again when the address changes", async () => {
    await place("#cardlab=k3f0-3");
    await shown.key("Home");
    const second = shown.another();
    expect(second.dataset.ply).toBe("0");
    location.hash = "#cardlab=k3f0-2";
    await drawn();
    await drawn();
    expect(shown.root.dataset.ply).toBe("2");
  });
  it("is known after the page has dropped it from the bar", async () => {
    const was = performance.getEntriesByType;
    performance.getEntriesByType = () => [{ name: "http://localhost/lab/tree/x.ipynb#cardlab=k3f0-3" }] as never;
    await place("#");
    performance.getEntriesByType = was;
    await drawn();
    expect(shown.root.dataset.ply).toBe("3");
  });
  it("to a question has the quiz go there", async () => {
    await address("#cardlab=legal-4");
    mount(PLAY);
    await drawn();
    expect(shown.sent).toEqual([["_go", { question: "legal-4" }]]);
  });
});

describe("the link of a place", () => {
  const model = { widget_manager: { context: { path: "notes/my lesson.ipynb" } } };
  it("names the notebook that the widget stands in, whatever folder the bar shows", () => {
    const was = location.href;
    location.href = "http://localhost:8888/user/ana/lab/workspaces/cardlab/tree/notes";
    expect(linkTo("k3f0-2-plan", model)).toBe("http://localhost:8888/user/ana/lab/tree/notes/my%20lesson.ipynb#cardlab=k3f0-2-plan");
    expect(linkTo("k3f0-2")).toBe("http://localhost:8888/user/ana/lab/workspaces/cardlab/tree/notes#cardlab=k3f0-2");
    location.href = was;
  });
});

describe("the text of a question", () => {
  it("is shown with its code and link, and no key behind it answers", async () => {
    mount(PLAY, { answer: { text: "What goes? [1]", code: "play" } });
    await shown.key("T");
    await drawn();
    expect(shown.text(".cardlab-twin pre")).toBe("What goes? [1]");
    expect(shown.all(".cardlab-twin code").map((one) => one.textContent)).toEqual(["play", expect.stringContaining("#cardlab=play")]);
    await shown.key("a", { on: shown.root.querySelector(".cardlab-twin pre")! });
    await shown.key("Escape", { on: shown.root.querySelector(".cardlab-twin pre")! });
    expect(shown.all(".cardlab-twin").length).toBe(0);
    expect(shown.sent).toEqual([["_text", {}]]);
  });
});

describe("before a class", () => {
  it("shows each hand by its key, and says which are shown", async () => {
    const game = skipbo();
    const model = modelOf(game, { projector: true, frames: bytes({ ...game.frames, lens: { seat: null, spoilers: true, ply: null, seats: [1] } }) });
    const sent: unknown[] = [];
    shown = { ...mountModel(model, async (name, message) => (sent.push([name, message]), [{ text: "the step", code: "abcd-2" }, []])), sent: [], tell: async () => {} };
    expect(shown.root.dataset.projector).toBe("true");
    expect(shown.all(".cardlab-hands button").map((button) => button.getAttribute("aria-pressed"))).toEqual(["false", "true", "false"]);
    await shown.key("1");
    await shown.key("2");
    expect(sent).toEqual([["_reveal", { seats: [1, 0] }], ["_reveal", { seats: [] }]]);
    await shown.key("T");
    expect(shown.text(".cardlab-twin pre")).toBe("the step");
    expect(shown.text(".cardlab-twin code")).toBe("abcd-2");
    await shown.key("Escape");
    expect(shown.all(".cardlab-twin").length).toBe(0);
    await shown.key("W");
    expect(shown.model.get("projector")).toBe(false);
    expect(sent.at(-1)).toEqual(["_reveal", { seats: null }]);
  });
});
