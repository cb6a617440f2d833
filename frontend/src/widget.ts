/** What every widget is as an anywidget module. One factory call a model, so that its views can share what was decoded. */
import type { Manager } from "./child";
import { openSession, type Invoke, type Model, type Session } from "./session";

type Given = { model: Model & { widget_manager?: Manager }; signal?: AbortSignal; experimental?: { invoke: Invoke } };

/** Shows one view in `el`. Returns the undoing of each of its parts. */
export type Show = (session: Session, model: Given["model"], el: HTMLElement, invoke?: Invoke) => (() => void)[];

export const widget = (show: Show) => () => {
  let session: Session | undefined;
  return {
    initialize({ model }: Given): () => void {
      const opened = openSession(model);
      session = opened;
      return () => opened.close();
    },
    render({ model, el, signal, experimental }: Given & { el: HTMLElement }): () => void {
      session ??= openSession(model);
      const undoings = show(session, model, el, experimental?.invoke);
      const undo = (): void => undoings.forEach((one) => one());
      signal?.addEventListener("abort", undo, { once: true });
      return undo;
    },
  };
};
