/** The step on the table as plain text, with the code and the link that open it again. */
import { linkTo } from "./link";
import type { Answer } from "./session";
import type { Actions, State } from "./state";

interface Given {
  state: Pick<State, "twin">;
  body: HTMLElement;
  model?: object | undefined;
  draw(): void;
  /** Asks the kernel for text and code; missing where there is none. */
  ask?: (() => Promise<Answer>) | undefined;
}

export function makeTwin({ state, body, model, draw, ask }: Given): Pick<Actions, "asText" | "copy"> {
  return {
    asText() {
      if (!ask) return false;
      const asked = { text: null, code: "", link: "", failure: "", copied: "" };
      state.twin = asked;
      draw();
      body.querySelector<HTMLElement>(".cardlab-close")?.focus({ preventScroll: true });
      void ask().then(({ text, code, error }) => {
        if (state.twin !== asked) return;
        state.twin = { text: text ?? "", code: code ?? "", link: code ? linkTo(code, model) : "", failure: error ?? "", copied: "" };
        draw();
      });
    },
    copy(what) {
      void (async () => {
        try {
          await navigator.clipboard.writeText(what);
        } catch {
          // a page that may not write there leaves the text selected, to be copied by the keyboard
          const field = [...body.querySelectorAll<HTMLElement>("[data-copies]")].find(({ textContent }) => textContent === what);
          if (field) getSelection()?.selectAllChildren(field);
          return;
        }
        if (state.twin) state.twin = { ...state.twin, copied: what };
        draw();
      })();
    },
  };
}
