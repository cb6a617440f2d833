// Bundles the viewer into one module, its style inside. `--watch` rebuilds on edits.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// A style sheet arrives as a minified string, because a widget's own style element travels with it everywhere.
export const styleAsText = {
  name: "style-as-text",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(await readFile(path, "utf8"), { loader: "css", minify: true, target: "chrome111" });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

export const bundle = {
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "none",
  plugins: [styleAsText],
  logLevel: "info",
};

const viewer = { ...bundle, entryPoints: ["src/main.ts"], outfile: join(here, "../cardlab/static/viewer.js") };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--watch")) {
    const context = await esbuild.context(viewer);
    await context.watch();
  } else {
    await esbuild.build(viewer);
  }
}
