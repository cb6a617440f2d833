import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { skipbo, skyjo } from "./fixtures";
import { drawn, mount, type Mounted } from "./mount";

let view: Mounted;
beforeEach(() => (view = mount(skipbo(), { ply: 3 })));
afterEach(() => view.undo());

const ply = () => Number(view.root.dataset.ply);

describe("keys", () => {
  it.each([
    ["ArrowRight", 4],
    ["ArrowLeft", 2],
    ["ArrowDown", 5],
    ["ArrowUp", 0],
    ["PageDown", 5],
    ["Home", 0],
    ["End", 8],
    ["n", 4],
    ["p", 2],
    ["N", 2],
  ])("%s goes to ply %i, and the notebook hears nothing of it", async (key, to) => {
    let heard = false;
    const listen = () => (heard = true);
    document.body.addEventListener("keydown", listen);
    const event = await view.key(key);
    document.body.removeEventListener("keydown", listen);
    expect([ply(), event.defaultPrevented, heard]).toEqual([to, true, false]);
  });

  it("goes back to where it was after a jump", async () => {
    await view.key("End");
    expect(view.text(".cardlab-jumps")).toContain("back to 3");
    await view.key("b");
    expect(ply()).toBe(3);
    await view.key("b");
    expect(ply()).toBe(8);
  });

  it.each(["x", "d", "Enter", "Tab", "F5", "9"])("leaves %s alone", async (key) => expect((await view.key(key)).defaultPrevented).toBe(false));

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])("leaves keys with %o alone", async (modifier) => {
    const event = await view.key("ArrowRight", modifier);
    expect([ply(), event.defaultPrevented]).toEqual([3, false]);
  });

  it("does nothing while somebody types or chooses", async () => {
    for (const selector of ["input", "select"]) {
      const event = await view.key("ArrowRight", { on: view.root.querySelector(selector)! });
      expect([ply(), event.defaultPrevented]).toEqual([3, false]);
    }
  });

  it("leaves the space bar to a focused button, and scrolling to a focused text", async () => {
    expect((await view.key(" ", { on: view.root.querySelector("button")! })).defaultPrevented).toBe(false);
    expect((await view.key("ArrowDown", { on: view.root.querySelector(".cardlab-doc")! })).defaultPrevented).toBe(false);
    expect((await view.key("ArrowRight", { on: view.root.querySelector(".cardlab-doc")! })).defaultPrevented).toBe(true);
  });

  it("takes a typed ply", async () => {
    await view.key("g");
    const input = view.root.querySelector<HTMLInputElement>(".cardlab-typed")!;
    expect(document.activeElement).toBe(input);
    input.value = "7";
    await view.key("Enter", { on: input });
    expect([ply(), document.activeElement]).toEqual([7, view.root]);
    input.value = "far";
    await view.key("Enter", { on: input });
    expect([ply(), input.value]).toEqual([7, "7"]);
  });

  it("chooses a source, the language and the seat", async () => {
    await view.key("2");
    expect(view.text('[aria-selected="true"]')).toContain("001");
    await view.key("l");
    expect([view.root.lang, view.model.get("lang")]).toEqual(["es", "es"]);
    await view.key("s");
    expect(view.root.querySelector<HTMLSelectElement>(".cardlab-seatselect")!.value).toBe("0");
  });

  it("lists all keys, and closes the list with Escape", async () => {
    expect((await view.key("Escape")).defaultPrevented).toBe(false);
    await view.key("?");
    expect(view.all("dt").length).toBe(49);
    expect((await view.key("ArrowRight")).defaultPrevented).toBe(false);
    await view.key("Escape");
    expect([view.all("[role=dialog]").length, document.activeElement, ply()]).toEqual([0, view.root, 3]);
  });

  it("plays, faster and slower, and stops at a key", async () => {
    await view.key("+");
    await view.key("+");
    expect(view.text(".cardlab-speed")).toContain("2×");
    await view.key(" ");
    expect(view.all(".cardlab-on").length).toBe(1);
    await new Promise((done) => setTimeout(done, 700));
    expect(ply()).toBe(4);
    await view.key("ArrowLeft");
    expect([view.all(".cardlab-on").length, ply()]).toEqual([0, 3]);
  });

  it("tells the kernel once, after some keys", async () => {
    const pressed = ["ArrowRight", "ArrowRight", "ArrowLeft"].map((key) => view.key(key));
    // at once, so that a slow machine has no time to save in between
    expect(view.model.saved).toEqual([]);
    await Promise.all(pressed);
    await new Promise((done) => setTimeout(done, 300));
    expect(view.model.saved).toEqual([{ ply: 4 }]);
  });

  it("is not set back by the kernel's echo of an earlier ply, but follows the kernel once the stepping rests", async () => {
    await view.key("ArrowRight");
    await new Promise((done) => setTimeout(done, 300));
    const pressed = view.key("ArrowRight");
    view.model.set("ply", 3);
    await pressed;
    expect(ply()).toBe(5);
    await new Promise((done) => setTimeout(done, 300));
    expect(view.model.get("ply")).toBe(5);
    view.model.set("ply", 1);
    await drawn();
    expect(ply()).toBe(1);
  });

  it("reaches only the view that has the focus, and shows the ply in every view of the model", async () => {
    const other = mount(skyjo());
    const second = view.another();
    await view.key("ArrowRight");
    await drawn();
    expect([other.root.dataset.ply, second.dataset.ply]).toEqual(["0", "4"]);
    other.undo();
  });
});
