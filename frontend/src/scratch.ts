/** The scratch table as an anywidget module. */
import { showScratch } from "./scratching";
import { widget } from "./widget";

export default widget((session, model, el, invoke) => [showScratch(session, model, el, invoke)]);
