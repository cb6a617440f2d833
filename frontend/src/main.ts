/** The viewer as an anywidget module. One factory call a model, so that its views can share what was decoded. */
import { openSession, type Invoke, type Model, type Session } from "./session";
import { showChild, type Manager } from "./child";
import { showViewer } from "./viewer";

interface Given {
  model: Model & { widget_manager?: Manager };
  signal?: AbortSignal;
  experimental?: { invoke: Invoke };
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
      const undoings = [
        showViewer(session, el, experimental?.invoke, model),
        showChild(model, "scratch", el, () => el.querySelector<HTMLElement>(".cardlab-viewer")?.focus({ preventScroll: true })),
      ];
      const undo = (): void => undoings.forEach((one) => one());
      signal?.addEventListener("abort", undo, { once: true });
      return undo;
    },
  };
};
