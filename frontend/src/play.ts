/** The table of a real game as an anywidget module: the form before the match, then the match. */
import { showChild } from "./child";
import { showForm } from "./playform";
import { showPlaying } from "./playing";
import type { Invoke, Model, Session } from "./session";
import { widget } from "./widget";

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

export default widget((session, model, el, invoke) => [show(session, model, el, invoke), showChild(model, "viewer", el)]);
