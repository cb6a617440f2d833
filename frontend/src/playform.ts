/** The small form before a match: what is chosen in it, and its sending. The kernel says what can be. */
import { render } from "lit-html";
import { readJson, type Lang, type Text } from "./decode";
import { makeRoot } from "./entry";
import { lookOf, watchLook } from "./look";
import css from "./play.css";
import type { Invoke, Model, Session } from "./session";
import { formView } from "./view/playform";

const ANSWER_WITHIN = 60_000;
const SIGN_WITHIN = 4_000;

export type Value = string | number | boolean;

export interface Choice {
  value: Value;
  label: Text;
}

export interface Setting {
  name: string;
  kind: "choice" | "switch" | "number";
  label: Text;
  /** Of a number: words that may stand instead of one. */
  choices: Choice[];
  low: number | null;
  high: number | null;
  main: boolean;
  rules: string[];
  disagreements: { id: string; topic: Text; says: Record<string, { value: Value; text: Text }> }[];
}

/** What the kernel sends: `asked_before` in `cardlab/widgets/play.py`. */
export interface FormData {
  title: string;
  presets: Choice[];
  bots: Choice[];
  seats: number[];
  settings: Setting[];
  /** Every option's value by each preset. */
  defaults: Record<string, Record<string, Value>>;
  chosen: { preset: string; players: number; seat: number; bots: string };
  names: string[];
}

export interface FormState {
  session: Session;
  lang: Lang;
  data: FormData;
  chosen: FormData["chosen"];
  /** Options changed from the preset. */
  options: Record<string, Value>;
  /** How many can play by what is chosen. */
  seats: number[];
  /** Settings whose rule is shown. */
  open: ReadonlySet<string>;
  /** Why it cannot be so, in words. */
  trouble: string;
  busy: boolean;
  gone: boolean;
  id: string;
}

export interface FormDoings {
  choose(fields: Partial<FormData["chosen"]>): void;
  set(name: string, value: Value): void;
  unfold(name: string): void;
  language(lang: Lang): void;
  begin(): void;
}

/** Shows the form in `el`. Returns the undoing. */
export function showForm(session: Session, model: Model, el: HTMLElement, invoke?: Invoke): () => void {
  const data = readJson(model.get("form") as DataView) as FormData;
  const root = makeRoot({ look: "cardlab-play cardlab-before", css });
  root.setAttribute("aria-label", data.title);
  const body = root.appendChild(document.createElement("div"));
  body.className = "cardlab-body";
  el.append(root);
  const mine = { chosen: { ...data.chosen }, options: {} as Record<string, Value>, seats: data.seats, open: new Set<string>(), trouble: "", busy: false, gone: !invoke };
  const id = `cardlab-${Math.random().toString(36).slice(2)}`;

  const draw = (): void => {
    const look = lookOf(session.theme);
    root.dataset.look = look.dark ? "dark" : "light";
    root.dataset.colours = look.jupyter ? "jupyter" : "own";
    root.lang = session.lang;
    root.setAttribute("aria-busy", String(mine.busy));
    render(formView({ ...mine, session, lang: session.lang, data, id }, doings), body);
  };
  const change = (some: Partial<typeof mine>): void => {
    Object.assign(mine, some);
    draw();
  };
  const settings = (): object => ({ ...mine.chosen, options: mine.options });

  const ask = async (name: string, message: object, within = ANSWER_WITHIN): Promise<any> => {
    try {
      const [answer] = await invoke!(name, message, { signal: AbortSignal.timeout(within) });
      return answer;
    } catch {
      return undefined;
    }
  };

  /** Asks how many can play so; the newest question counts. */
  let asked = 0;
  const judge = async (): Promise<void> => {
    const question = ++asked;
    if (mine.gone) return;
    const answer = await ask("_tell", { do: "seats", ...settings() });
    if (question !== asked || !answer) return;
    const seats: number[] = answer.seats ?? [];
    const { players, seat } = mine.chosen;
    const fits = seats.includes(players) || !seats.length ? players : seats[0]!;
    change({ seats, trouble: answer.why || answer.error || "", chosen: { ...mine.chosen, players: fits, seat: Math.min(seat, fits - 1) } });
  };

  const doings: FormDoings = {
    choose(fields) {
      const chosen = { ...mine.chosen, ...fields };
      chosen.seat = Math.min(chosen.seat, chosen.players - 1);
      // another preset brings its own values
      change({ chosen, trouble: "", ...(fields.preset && { options: {} }) });
      if (fields.preset) void judge();
    },
    set(name, value) {
      const { [name]: _old, ...options } = mine.options;
      if (value !== data.defaults[mine.chosen.preset]?.[name]) options[name] = value;
      change({ options, trouble: "" });
      void judge();
    },
    unfold(name) {
      const open = new Set(mine.open);
      if (!open.delete(name)) open.add(name);
      change({ open });
    },
    language: (lang) => session.setLang(lang),
    async begin() {
      if (mine.busy || mine.gone) return;
      change({ busy: true, trouble: "" });
      const answer = await ask("_settle", settings());
      if (root.isConnected) change({ busy: false, trouble: answer?.error ?? "", gone: mine.gone || !answer });
    },
  };

  const gone = async (): Promise<void> => {
    if (invoke && !mine.gone && !(await ask("_still", {}, SIGN_WITHIN))) change({ gone: true });
  };
  const key = (event: KeyboardEvent): void => {
    const form = event.key === "Enter" && (event.target as HTMLElement).matches("input") ? (event.target as HTMLElement).closest("form") : null;
    if (!form) return;
    // the page around may keep a form from being sent by Enter
    event.preventDefault();
    event.stopPropagation();
    (event.target as HTMLElement).dispatchEvent(new Event("change", { bubbles: true }));
    form.requestSubmit();
  };
  root.addEventListener("keydown", key);
  model.on("comm_live_update", gone);
  const unlisten = session.listen(draw);
  const unwatch = watchLook(draw);
  draw();
  return () => {
    model.off("comm_live_update", gone);
    unlisten();
    unwatch();
    root.remove();
  };
}
