/** A model as anywidget gives it, without a kernel. */
import type { Judged } from "../src/decode";
import type { Invoke, Model } from "../src/session";
import { bytes, type Game } from "./build";

export interface FakeModel extends Model {
  saved: Record<string, unknown>[];
  /** Something happened to the model that is no change of a trait. */
  tell(event: string): void;
}

export function fakeModel(traits: Record<string, unknown>): FakeModel {
  const values: Record<string, unknown> = { ply: 0, lang: "en", theme: "auto", error: "", ...traits };
  const heard = new Map<string, Set<() => void>>();
  let changed: Record<string, unknown> = {};
  return {
    saved: [],
    get: (key) => values[key],
    set(key, value) {
      if (values[key] === value) return;
      values[key] = value;
      changed[key] = value;
      heard.get(`change:${key}`)?.forEach((callback) => callback());
    },
    tell(event) {
      heard.get(event)?.forEach((callback) => callback());
    },
    save_changes() {
      this.saved.push(changed);
      changed = {};
    },
    on(event, callback) {
      if (!heard.has(event)) heard.set(event, new Set());
      heard.get(event)!.add(callback);
    },
    off(event, callback) {
      heard.get(event)?.delete(callback);
    },
  };
}

export function modelOf(game: Game, traits: Record<string, unknown> = {}): FakeModel {
  return fakeModel({ frames: bytes(game.frames), book: bytes(game.book), words: bytes(game.words), notes: bytes(game.remarks), ...traits });
}

/** A kernel that changes the lens of the game, and nothing else of it; asked for a judgement it gives `judged`, whatever the preset, and none for the game's own. */
export function kernel(model: Model, game: Game, judged?: Judged): Invoke {
  return async (name, message) => {
    if (name === "_judge") {
      const { preset } = message as { preset: string };
      const own = preset === game.frames.preset;
      if (!own && !judged) return [{ error: `unknown preset '${preset}'` }, []];
      model.set("judged", own ? new DataView(new ArrayBuffer(0)) : bytes(judged));
      return [{}, []];
    }
    const { seat, spoilers } = message as { seat: number | null; spoilers: boolean };
    model.set("frames", bytes({ ...game.frames, lens: { seat, spoilers, ply: null } }));
    return [{}, []];
  };
}
