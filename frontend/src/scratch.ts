/** The scratch table as an anywidget module. One factory call a model, so that its views can share what was decoded. */
import { openSession, type Invoke, type Model, type Session } from "./session";
import { showScratch } from "./scratching";

interface Given {
  model: Model;
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
      const undo = showScratch(session, model, el, experimental?.invoke);
      signal?.addEventListener("abort", undo, { once: true });
      return undo;
    },
  };
};
