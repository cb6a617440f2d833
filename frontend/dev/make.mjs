// Makes `dev/index.html`: the viewer with the games of the tests, in one file. `node dev/make.mjs [DATA.json]`, where the file
// holds frames, book and words as base64.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../build.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const context = await bundle(join(here, "page.ts"), join(here, "page.js"), { write: false, logLevel: "silent" });
const { outputFiles } = await context.rebuild();
await context.dispose();
const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
const data = process.argv[2] ? await readFile(process.argv[2], "utf8") : "{}";
await writeFile(
  join(here, "index.html"),
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>cardlab viewer</title>
<style>body{margin:0;padding:14px;background:#e9ecef}body.dark{background:#0a0d11}</style><main><h1 style="position:absolute;clip-path:inset(50%)">viewer</h1><div id="viewer"></div></main>
<script>window.DATA=${data}</script><script type="module">${script}</script></html>\n`,
);
