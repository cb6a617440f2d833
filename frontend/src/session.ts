/** One model's data and what all its views share: decoded frames, ply, lens, language. */
import { LANGS, readBook, readBranches, readFrames, readJudged, readRemarks, readWords, type Book, type BranchData, type Bytes, type Judged, type Lang, type PastLine, type Remarks, type Verdict, type Words } from "./decode";
import { makeFilm, type Film } from "./film";
import { makeLines, pathTo, type Lines } from "./lines";

/** What of an anywidget model is used. */
export interface Model {
  get(key: string): unknown;
  /** Tells who listens to the change, at once. */
  set(key: string, value: unknown): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

/** Asks the kernel; missing where there is none. */
export type Invoke = (name: string, message: unknown, options?: { signal?: AbortSignal }) => Promise<[Answer, unknown]>;

export interface Answer {
  error?: string;
  /** A step as text, and the code of its place. */
  text?: string;
  code?: string;
  /** The id of a question that was written. */
  id?: string;
  /** Of something to write: false where there was nothing to do. */
  done?: boolean;
  /** A history. */
  lines?: PastLine[];
  /** Of a branch that was written: its id, its last ply, who is to act there and with what. */
  line?: string | null;
  ply?: number;
  player?: number | null;
  actions?: string[];
  /** Why an action may not be done, in the viewer's language, and the rules that forbid it. */
  refused?: string;
  rules?: string[];
}

/** A judgement, its verdicts by ply and the plies that have one, ascending. */
export interface Judgement extends Judged {
  byPly: ReadonlyMap<number, Verdict>;
  differing: readonly number[];
}

export interface Session {
  /** The main line and the branches; null when there is no game, or none that can be read (`problem`). */
  lines: Lines | null;
  /** The film of the line on the table, or null. */
  readonly film: Film | null;
  book: Book;
  words: Words;
  /** Tells its views from those of others, for names that hold on the whole page. */
  readonly number: string;
  remarks: Remarks;
  /** The key of the words that say why nothing can be shown, or "". */
  problem: string;
  /** What went wrong, as told by the kernel, or "". */
  readonly error: string;
  /** The branch on the table, by its id; null is the main line. */
  readonly line: string | null;
  /** Counted on that line. */
  readonly ply: number;
  readonly lang: Lang;
  readonly theme: string;
  /** The game judged by another preset, or null where it is not judged; a branch never is. */
  readonly judged: Judgement | null;
  /** The preset to judge by that was asked for while the kernel works on it, else null. */
  judging: { preset: string } | null;
  /** The lens asked for while the kernel works on it, else null. */
  wanted: { seat: number | null; spoilers: boolean } | null;
  /** Whether what comes later is hidden; at once when asked for, though the new frames are still on their way. */
  readonly hides: boolean;
  setPly(ply: number): void;
  /** Puts another line on the table, at one of its plies. */
  setLine(line: string | null, ply: number): void;
  setLang(lang: Lang): void;
  /** Asks for another seat or for later things to be hidden. Where no kernel is, only the hiding is done. */
  askLens(seat: number | null, spoilers: boolean, invoke: Invoke | undefined): Promise<void>;
  /** Asks for the game to be judged by another preset; its own preset ends that. */
  askJudge(preset: string, invoke: Invoke): Promise<void>;
  /** Asks for these hands to be shown, one by one; null: as the seat looked from sees them. */
  askHands(seats: readonly number[] | null, invoke: Invoke): Promise<void>;
  /** The step as text, and the code of its place. */
  asText(message: { ply: number; line: string | null }, invoke: Invoke): Promise<Answer>;
  /** Asks for a scratch table at a ply. */
  askScratch(ply: number, line: string | null, invoke: Invoke): Promise<void>;
  /** Has a line about a note written. Never throws: what went wrong is in the answer. */
  write(message: Record<string, unknown>, invoke: Invoke): Promise<Answer>;
  /** Has a line about a branch written, or asks what may be played on it. */
  branch(message: Record<string, unknown>, invoke: Invoke): Promise<Answer>;
  /** All that was written about a note, or about all of them. */
  past(of: string | null, invoke: Invoke): Promise<Answer>;
  /** Calls back after every change. Returns the unbinding. */
  listen(callback: () => void): () => void;
  close(): void;
}

/** The names of the commands that change the lens and that judge. */
const LENS = "_lens";
const JUDGE = "_judge";
const WRITE = "_write";
const SCRATCH = "_what_if";
const HISTORY = "_history";
const BRANCH = "_branch";
/** Time for which a ply may wait before the kernel hears of it, in milliseconds. */
const SAVE_AFTER = 150;
/** A kernel may be busy with another cell for a while, in milliseconds. */
const ANSWER_WITHIN = 60_000;
/** What was written and not answered is given back to who wrote it, in milliseconds. */
const WRITTEN_WITHIN = 20_000;

export function openSession(model: Model): Session {
  const listeners = new Set<() => void>();
  const bound: [string, () => void][] = [];
  let saving: ReturnType<typeof setTimeout> | undefined;
  // The ply is kept here and put into the model only when it is saved: the kernel echoes what it is told, and an echo that comes
  // while a person steps on would otherwise set the table back.
  let ply = Number(model.get("ply"));
  let line = (model.get("line") as string | null | undefined) ?? null;
  let judgement: Judgement | null = null;
  let failure = "";
  let hiddenHere = false;
  /** The branches cannot be read. */
  let unread = false;

  const tell = (): void => listeners.forEach((listener) => listener());
  const on = (trait: string, read: () => void): void => {
    const heard = (): void => (read(), tell());
    model.on(`change:${trait}`, heard);
    bound.push([`change:${trait}`, heard]);
  };
  const readPly = (): number => Number(model.get("ply"));
  const readLine = (): string | null => (model.get("line") as string | null | undefined) ?? null;
  const save = (): void => {
    saving = undefined;
    // they go together, for a ply means another place on another line
    if (readLine() !== line) model.set("line", line);
    if (readPly() !== ply) model.set("ply", ply);
    model.save_changes();
  };
  const saveSoon = (): void => {
    clearTimeout(saving);
    saving = setTimeout(save, SAVE_AFTER);
  };

  const ask = async (invoke: Invoke, name: string, message: object, done: () => void): Promise<void> => {
    failure = "";
    tell();
    failure = (await answerTo(invoke, name, message)).error ?? "";
    done();
    tell();
  };

  const answerTo = async (invoke: Invoke, name: string, message: object, within = ANSWER_WITHIN): Promise<Answer> => {
    try {
      const [answer] = await invoke(name, message, { signal: AbortSignal.timeout(within) });
      return answer ?? {};
    } catch (error) {
      const slow = error instanceof DOMException && error.name === "TimeoutError";
      return { error: (slow && session.words.ui["no_answer"]?.[session.lang]) || (error instanceof Error ? error.message : String(error)) };
    }
  };

  const session: Session = {
    lines: null,
    get film() {
      return session.lines?.get(session.line)?.film ?? null;
    },
    book: readBook(null),
    words: readWords(null),
    remarks: readRemarks(null),
    number: Math.random().toString(36).slice(2, 8),
    problem: "",
    get judged() {
      return session.line === null ? judgement : null;
    },
    judging: null,
    wanted: null,
    get error() {
      return failure || (unread && session.words.ui["data_cannot_be_read"]?.[session.lang]) || String(model.get("error") ?? "");
    },
    get line() {
      return session.lines?.get(line) ? line : null;
    },
    get ply() {
      return Math.max(0, Math.min(Number.isInteger(ply) ? ply : 0, session.film?.length ?? 0));
    },
    get lang() {
      const lang = model.get("lang") as Lang;
      return LANGS.includes(lang) ? lang : "en";
    },
    get theme() {
      return String(model.get("theme") ?? "auto");
    },
    get hides() {
      return hiddenHere || session.wanted?.spoilers === false || session.lines?.main.film.frames.lens.spoilers === false;
    },
    setPly(to) {
      session.setLine(session.line, to);
    },
    setLine(id, to) {
      line = id;
      // one that is still on its way is gone to as it comes
      ply = Math.max(0, Math.min(to, session.film?.whole ?? 0));
      saveSoon();
      tell();
    },
    setLang(lang) {
      model.set("lang", lang);
      model.save_changes();
    },
    async askLens(seat, spoilers, invoke) {
      if (!invoke) {
        failure = "";
        hiddenHere = !spoilers;
        tell();
        return;
      }
      const asked = { seat, spoilers };
      session.wanted = asked;
      // a later question may be under way by the time of the answer
      await ask(invoke, LENS, asked, () => session.wanted === asked && (session.wanted = null));
    },
    async askJudge(preset, invoke) {
      const asked = { preset };
      session.judging = asked;
      await ask(invoke, JUDGE, asked, () => session.judging === asked && (session.judging = null));
    },
    askHands: (seats, invoke) => ask(invoke, "_reveal", { seats }, () => {}),
    asText: (message, invoke) => answerTo(invoke, "_text", message),
    askScratch: (ply, line, invoke) => ask(invoke, SCRATCH, { ply, line }, () => {}),
    write: (message, invoke) => answerTo(invoke, WRITE, message, WRITTEN_WITHIN),
    branch: (message, invoke) => answerTo(invoke, BRANCH, message),
    past: (of, invoke) => answerTo(invoke, HISTORY, { of }),
    listen(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
    close() {
      clearTimeout(saving);
      bound.forEach(([event, heard]) => model.off(event, heard));
      listeners.clear();
    },
  };

  const bytes = (trait: string): Bytes => model.get(trait) as Bytes;
  const attempt = (read: () => void): void => {
    try {
      read();
    } catch {
      session.lines = null;
      session.problem = "data_cannot_be_read";
    }
  };
  const branchesNow = (): BranchData | null => {
    unread = false;
    try {
      return readBranches(bytes("branches"));
    } catch {
      unread = true;
      return null;
    }
  };
  const readTree = (): void => {
    const before = session.lines;
    if (!before) return;
    const path = pathTo(before, session.line);
    session.lines = makeLines(before.main.film, branchesNow());
    // where the branch on the table is gone, the view goes back to where it left
    let gone = path.pop();
    if (!gone || session.lines.get(gone.id)) return;
    for (let above = path.pop(); above && !session.lines.get(above.id); above = path.pop()) gone = above;
    [line, ply] = [gone.parent, gone.fork];
  };
  const readTable = (): void =>
    attempt(() => {
      const frames = readFrames(bytes("frames"));
      session.lines = frames && makeLines(makeFilm(frames), branchesNow());
      session.problem = frames ? "" : "nothing_to_show";
    });
  const readTexts = (): void =>
    attempt(() => {
      session.book = readBook(bytes("book"));
      session.words = readWords(bytes("words"));
    });
  const readNotes = (): void => {
    try {
      session.remarks = readRemarks(bytes("notes"));
    } catch {
      failure = session.words.ui["data_cannot_be_read"]?.[session.lang] ?? "";
    }
  };
  const readVerdicts = (): void => {
    judgement = null;
    try {
      const judged = readJudged(bytes("judged"));
      if (judged) judgement = { ...judged, byPly: new Map(judged.plies.map((one) => [one.n, one])), differing: judged.plies.map(({ n }) => n) };
    } catch {
      failure = session.words.ui["data_cannot_be_read"]?.[session.lang] ?? "";
    }
  };
  readTable();
  readTexts();
  readNotes();
  readVerdicts();
  on("frames", readTable);
  on("branches", readTree);
  on("book", readTexts);
  on("words", readTexts);
  on("notes", readNotes);
  on("judged", readVerdicts);
  on("ply", () => {
    if (saving === undefined) ply = readPly();
  });
  on("line", () => {
    if (saving === undefined) line = readLine();
  });
  for (const trait of ["lang", "theme", "error"]) on(trait, () => {});
  return session;
}
