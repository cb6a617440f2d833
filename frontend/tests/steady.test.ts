import { afterEach, describe, expect, it } from "vitest";
import { makeSteady } from "../src/steady";

/** A body whose headers are as tall as the test says. */
function bodyOf(heights: number[]): { body: HTMLElement; heads: HTMLElement[] } {
  const body = document.body.appendChild(document.createElement("div"));
  const heads = heights.map((_, k) => {
    const head = body.appendChild(document.createElement("div"));
    head.className = "cardlab-who";
    head.getBoundingClientRect = () => ({ height: Math.max(heights[k]!, parseFloat(head.style.minHeight) || 0) }) as DOMRect;
    return head;
  });
  return { body, heads };
}
const rooms = (heads: HTMLElement[]): string[] => heads.map((head) => head.style.minHeight);

afterEach(() => document.body.replaceChildren());

describe("rooms", () => {
  it("are as tall as the tallest of their kind, and stay so when it gets smaller", () => {
    const heights = [39.1, 52.8];
    const { body, heads } = bodyOf(heights);
    const steady = makeSteady(body, [".cardlab-who"]);
    steady("en");
    expect(rooms(heads)).toEqual(["53px", "53px"]);
    heights[1] = 39.1;
    steady("en");
    expect(rooms(heads)).toEqual(["53px", "53px"]);
    heights[0] = 68.4;
    steady("en");
    expect(rooms(heads)).toEqual(["69px", "69px"]);
  });
  it("begin anew in another language or width", () => {
    const heights = [80, 20];
    const { body, heads } = bodyOf(heights);
    const steady = makeSteady(body, [".cardlab-who"]);
    steady("en");
    heights[0] = 30;
    steady("nl");
    expect(rooms(heads)).toEqual(["30px", "30px"]);
    Object.defineProperty(body, "clientWidth", { value: 480 });
    heights[0] = 25;
    steady("nl");
    expect(rooms(heads)).toEqual(["25px", "25px"]);
  });
});
