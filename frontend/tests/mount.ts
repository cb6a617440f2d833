/** A viewer in a page, as a notebook mounts it. */
import main from "../src/main";
import type { Judged } from "../src/decode";
import type { Invoke } from "../src/session";
import type { Game } from "./build";
import { kernel, modelOf, type FakeModel } from "./model";

export interface Mounted {
  model: FakeModel;
  root: HTMLElement;
  /** Another view of the same model. */
  another(): HTMLElement;
  undo(): void;
  key(key: string, init?: KeyboardEventInit & { on?: Element }): Promise<KeyboardEvent>;
  all(selector: string): HTMLElement[];
  text(selector: string): string;
}

/** Until what was asked for has been drawn. */
export const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 5)));

export function mountModel(model: FakeModel, invoke?: Invoke, entry: typeof main = main): Mounted {
  const widget = entry();
  const close = widget.initialize({ model });
  const undoings: (() => void)[] = [];
  const show = (): HTMLElement => {
    const el = document.body.appendChild(document.createElement("div"));
    undoings.push(widget.render({ model, el, ...(invoke && { experimental: { invoke } }) }));
    return el.querySelector<HTMLElement>(".cardlab-viewer")!;
  };
  const root = show();
  return {
    model,
    root,
    another: show,
    undo: () => {
      undoings.forEach((undo) => undo());
      close();
      document.body.replaceChildren();
    },
    async key(key, { on = root, ...init } = {}) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
      on.dispatchEvent(event);
      await drawn();
      return event;
    },
    all: (selector) => [...root.querySelectorAll<HTMLElement>(selector)],
    text: (selector) => root.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim() ?? "",
  };
}

export function mount(game: Game, traits: Record<string, unknown> = {}, judged?: Judged): Mounted {
  const model = modelOf(game, traits);
  return mountModel(model, kernel(model, game, judged));
}
