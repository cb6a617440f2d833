/** The quiz as an anywidget module. */
import { showQuiz } from "./quizview";
import { widget } from "./widget";

export default widget((session, model, el, invoke) => [showQuiz(session, model, el, invoke)]);
