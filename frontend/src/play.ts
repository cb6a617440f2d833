/** The table of a real game as an anywidget module: the form before the match, then the match. */
import { showChild, type Manager } from "./child";
import { showForm } from "./playform";
import { showPlaying } from "./playing";
import { openSession, type Invoke, type Model, type Session } from "./session";

interface Given {
  model: Model & { widget_manager?: Manager };
  signal?: AbortSignal;
  experimental?: { invoke: Invoke };
}

const asks = (model: Model): boolean => ((model.get("form") as DataView | undefined)?.byteLength ?? 0) > 0;

/** The form as long as there is one, then the match. Returns the undoing. */
function show(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  let undo = (): void => {};
  const turn = (): void => {
    undo();
    undo = (asks(model) ? showForm : showPlaying)(session, model, el, invoke);
    if (el.dataset.turned) el.querySelector<HTMLElement>(".cardlab-viewer")?.focus({ preventScroll: true });
    el.dataset.turned = "true";
  };
  model.on("change:form", turn);
  turn();
  return () => {
    model.off("change:form", turn);
    undo();
  };
}

export default () => {
  let session: Session | undefined;
  return {
    initialize({ model }: Given): () => void {
      const opened = openSession(model);
      session = opened;
      return () => opened.close();
    },
    render({ model, el, signal, experimental }: Given & { el: HTMLElement }): () => void {
      session ??= openSession(model);
      const undoings = [show(session, model, el, experimental?.invoke), showChild(model, "viewer", el)];
      const undo = (): void => undoings.forEach((one) => one());
      signal?.addEventListener("abort", undo, { once: true });
      return undo;
    },
  };
};
