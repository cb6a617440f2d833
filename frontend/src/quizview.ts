/** One view of a quiz: its questions one after the other, each with its table and the rules. The kernel judges, and keeps the answers. */
import { html, nothing, render, type TemplateResult } from "lit-html";
import { makeQuestions, type Answering, type Quizzing } from "./asking";
import { LANGS, type Lang } from "./decode";
import { boxesBefore, flyFrom, wantsMotion } from "./fly";
import { lookOf, watchLook } from "./look";
import type { Motion } from "./motion";
import pointing from "./pointing.css";
import own from "./quiz.css";
import { followAddress } from "./link";
import { bringIntoSight } from "./scroll";
import { keepShortcutsAway } from "./shortcuts";
import type { Answer, Invoke, Model, Session } from "./session";
import { standing } from "./standing";
import type { Actions, Shown, State } from "./state";
import css from "./style.css";
import { ui } from "./text";
import { makeTwin } from "./twin";
import { twin } from "./view/classroom";
import { quizHead, quizKeys, setQuizFields, type QuizDoings } from "./view/quizhead";
import { panel } from "./view/panel";
import { question } from "./view/question";
import { table } from "./view/table";
import { noView } from "./view/view";

/** A kernel may be busy with another cell for a while, in milliseconds. */
const TEXT_WITHIN = 60_000;

const STILL: Motion = { movements: [], turned: [] };

/** Shows the quiz in `el`. Returns the undoing. */
export function showQuiz(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  const root = makeRoot();
  const body = root.appendChild(document.createElement("div"));
  body.className = "cardlab-body";
  const live = root.appendChild(document.createElement("div"));
  live.className = "cardlab-live";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  el.append(root);

  const mine = { tab: null as string | null, translated: false, help: false, projector: Boolean(model.get("projector")), twin: null as State["twin"] };
  let before: { table: unknown; id: string } | null = null;
  let land = (): void => {};
  let revealed = "";

  const shown = (): Shown | null => {
    const { film } = session;
    if (!film) return null;
    // before an answer nothing of the rules is marked
    return { ...standing(session, film), ...mine, governing: [], allowed: 0 };
  };

  const draw = (): void => {
    const look = lookOf(session.theme);
    root.dataset.look = look.dark ? "dark" : "light";
    root.dataset.colours = look.jupyter ? "jupyter" : "own";
    root.dataset.projector = String(mine.projector);
    root.lang = session.lang;
    const state = questions.now();
    root.setAttribute("aria-busy", String(state?.busy ?? false));
    if (!state) {
      const empty = shown();
      render(empty ? html`<p class="cardlab-nothing" role="status">${ui(empty, "no_questions")}</p>` : noView({ ...mine, session, lang: session.lang } as unknown as Shown), body);
      return;
    }
    root.setAttribute("aria-label", state.film.frames.title || ui(state, "questions_word"));
    root.dataset.taken = String(state.taken);
    const same = before?.id === state.asked.id;
    const motion = same && before!.table !== state.table && wantsMotion() && state.ply ? state.motion : STILL;
    land();
    const boxes = boxesBefore(body, motion);
    render(view(state, questions.doings, doings), body);
    setQuizFields(body, state);
    questions.follow();
    land = flyFrom(body, motion, boxes);
    const to = `${state.asked.id} ${state.governing} ${state.tab} ${state.lang}`;
    if (to !== revealed) bring(state);
    revealed = to;
    const text = questions.told();
    if (live.textContent !== text) live.textContent = text;
    before = { table: state.table, id: state.asked.id };
  };

  const bring = ({ governing }: Quizzing): void => {
    const text = body.querySelector<HTMLElement>(".cardlab-doc");
    const passage = governing[0] && text?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(governing[0])}"]`);
    if (text && passage) bringIntoSight(text, passage);
  };

  const answerTo = async (name: string, message: object): Promise<Answer> => {
    try {
      return (await invoke!(name, message, { signal: AbortSignal.timeout(TEXT_WITHIN) }))[0] ?? {};
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };

  const change = (some: Partial<typeof mine>): void => {
    Object.assign(mine, some);
    draw();
  };

  const doings: QuizDoings = {
    ...makeTwin({ state: mine, body, model, draw: () => draw(), ask: invoke && (() => answerTo("_text", {})) }),
    close: () => {
      change({ twin: null });
      root.focus({ preventScroll: true });
    },
    language: (lang: Lang) => session.setLang(lang),
    tab: (source) => change({ tab: source }),
    translate: () => change({ translated: !mine.translated }),
    project: () => change({ projector: !mine.projector }),
    help: () => {
      change({ help: !mine.help });
      (mine.help ? body.querySelector<HTMLElement>(".cardlab-close") : root)?.focus({ preventScroll: true });
    },
    reveal: (rule, source) => {
      if (source) change({ tab: source });
      const text = body.querySelector<HTMLElement>(".cardlab-doc");
      const passage = rule && text?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(rule)}"]`);
      if (text && passage) bringIntoSight(text, passage);
    },
  };

  const questions = makeQuestions({ model, ...(invoke && { invoke }), root, body, shown, redraw: draw, whole: true });

  const key = (event: KeyboardEvent): void => {
    const writes = !!(event.target as HTMLElement).closest("input, select, textarea");
    if (event.defaultPrevented || writes || event.ctrlKey || event.metaKey || event.altKey) return;
    const doing = event.key === "Escape" && mine.twin ? doings.close : mine.twin ? null : event.key === "?" || (event.key === "Escape" && mine.help) ? doings.help : mine.help ? null : event.key === "T" ? doings.asText : event.key === "W" ? doings.project : event.key === "l" ? () => doings.language(LANGS[(LANGS.indexOf(session.lang) + 1) % LANGS.length]!) : null;
    if (!doing) return;
    doing();
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener("keydown", key);
  const unlisten = session.listen(draw);
  const unwatch = watchLook(draw);
  draw();
  const unfollow = invoke ? followAddress(root, async (code) => !(await answerTo("_go", { question: code })).error) : () => {};

  return () => {
    root.removeEventListener("keydown", key);
    questions.close();
    unfollow();
    unlisten();
    unwatch();
    land();
    root.remove();
  };
}

function view(state: Quizzing, answering: Answering, doings: QuizDoings): TemplateResult {
  const actions = doings as unknown as Actions;
  return html`${quizHead(state, doings, answering)}
    <div class="cardlab-main">
      <div class="cardlab-left">${table(state)}${question(state, answering, actions)}</div>
      ${state.projector ? nothing : html`<div class="cardlab-side"><div class="cardlab-sidein">${panel(state, actions)}</div></div>`}
    </div>
    ${quizKeys(state, doings)}${twin(state, doings)}`;
}

function makeRoot(): HTMLElement {
  const root = document.createElement("div");
  root.className = "cardlab-viewer cardlab-points cardlab-quiz";
  root.dataset.line = "";
  root.tabIndex = 0;
  keepShortcutsAway(root);
  root.setAttribute("role", "region");
  const style = document.createElement("style");
  style.textContent = css + pointing + own;
  root.append(style);
  return root;
}
