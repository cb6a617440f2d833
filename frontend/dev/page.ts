/** What the page to look at shows: `?game=skyjo&seats=4&ply=3&theme=dark&lang=es&seat=1`. `?game=file` mounts the frames put into `window.DATA`. */
import main from "../src/main";
import type { Game } from "../tests/build";
import { longGame, skipbo, skyjo } from "../tests/fixtures";
import { fakeModel, kernel, modelOf } from "../tests/model";

const query = new URLSearchParams(location.search);
const seats = Number(query.get("seats") ?? 3);
const name = query.get("game") ?? "skipbo";
const traits = { ply: Number(query.get("ply") ?? 0), lang: query.get("lang") ?? "en", theme: query.get("theme") ?? "light" };

const page = window as unknown as { DATA?: Record<string, string>; model: unknown };
const decode = (base64: string): DataView => new DataView(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer);
const games: Record<string, () => Game> = { skipbo: () => skipbo(seats), skyjo: () => skyjo(seats), long: () => longGame() };
const game = games[name]?.();
const model = game ? modelOf(game, traits) : fakeModel({ ...Object.fromEntries(Object.entries(page.DATA ?? {}).map(([key, value]) => [key, decode(value)])), ...traits });

page.model = model;
const widget = main();
widget.initialize({ model });
const el = document.querySelector<HTMLElement>("#viewer")!;
const experimental = game ? { invoke: kernel(model, game) } : { invoke: async () => [{}, []] as [object, unknown] };
widget.render({ model, el, experimental });
document.body.classList.toggle("dark", traits.theme === "dark");
