/** The quiz as an anywidget module. One factory call a model, so that its views can share what was decoded. */
import { showQuiz } from "./quizview";
import { openSession, type Invoke, type Model, type Session } from "./session";

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
      const undo = showQuiz(session, model, el, experimental?.invoke);
      signal?.addEventListener("abort", undo, { once: true });
      return undo;
    },
  };
};
