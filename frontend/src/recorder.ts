/** The recorder as an anywidget module. */
import { showChild } from "./child";
import { showRecorder } from "./record";
import { widget } from "./widget";

export default widget((session, model, el, invoke) => [showRecorder(session, model, el, invoke), showChild(model, "viewer", el)]);
