/** The viewer as an anywidget module. */
import { showChild } from "./child";
import { showViewer } from "./viewer";
import { widget } from "./widget";

export default widget((session, model, el, invoke) => [
  showViewer(session, el, invoke, model),
  showChild(model, "scratch", el, () => el.querySelector<HTMLElement>(".cardlab-viewer")?.focus({ preventScroll: true })),
]);
