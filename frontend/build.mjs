// Bundles each widget into one module, its style inside. `--watch` rebuilds on edits.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// A style sheet arrives as a minified string, because a widget's own style element travels with it everywhere. Colours and lengths that
// only it knows get short names, and what stands in it some hundreds of times, such as the prefix that keeps its classes apart from the
// page's, stands there as one sign and is put back in the browser.
const SIGNS = { "|": ".cardlab-viewer ", $: "cardlab-", "~": "var(--", "^": "color-mix(in srgb," };
// Colours and lengths stand in the first sheet, and the others use them too.
const ownNames = (css) => css.match(/(?<=[{;])--[a-z]\w*(?=:)/g) ?? [];
const minified = async (path) => (await esbuild.transform(await readFile(path, "utf8"), { loader: "css", minify: true })).code;
const shortNames = async (css) => {
  const names = [...new Set([...ownNames(await minified(join(here, "src/style.css"))), ...ownNames(css)])];
  return css.replace(/--[a-z]\w*\b(?!-)/g, (name) => (names.includes(name) ? `--${names.indexOf(name).toString(36)}` : name));
};
const styleAsText = {
  name: "style-as-text",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const code = await minified(path);
      const taken = Object.keys(SIGNS).filter((sign) => code.includes(sign));
      if (taken.length) throw new Error(`${path}: ${taken.join(" ")} would be taken for what it stands for`);
      const text = Object.entries(SIGNS).reduce((all, [sign, long]) => all.replaceAll(long, () => sign), await shortNames(code.trim().replace(/([:,]) /g, "$1")));
      return { contents: `const signs = ${JSON.stringify(SIGNS)}; export default ${JSON.stringify(text)}.replace(/[|$~^]/g, (sign) => signs[sign])`, loader: "js" };
    });
  },
};

// A module without its white space has line breaks within templates only, where they are white space between elements.
const closeUpTemplates = {
  name: "close-up-templates",
  setup(build) {
    build.onLoad({ filter: /\/view\/\w+\.ts$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(await readFile(path, "utf8"), { loader: "ts", minifyWhitespace: true, target: "es2022", sourcefile: path });
      return { contents: code.trim().replace(/(?<=[>}])\s*\n\s*(?=[<$])|(?<=>)\s*\n\s*|\s*\n\s*(?=<)/g, "").replace(/\s*\n\s*/g, " "), loader: "js" };
    });
  },
};

// Names that no data and no page knows, many times used: they get short ones.
const OWN = /^(session|film|governing|allowed|translated|listed|actors|turnOf|turns|turnStarts|roundStarts|noted|widest|motion|movements|turned|ghosts|moved|wanted|hides|playing|askLens|setPly|setLang|reveal|translate|judged|judging|verdict|byPly|differing|askJudge|unfolded|unfold|setLine|leaving|forks|rowOf|placeOf|editing|settling|filtering|editHelp|picking|sending|strange|failure|whole|found|notesOf)$/;

/** The bundle of each widget, and where it begins. */
const WIDGETS = { viewer: "src/main.ts", recorder: "src/recorder.ts", quiz: "src/quiz.ts", scratch: "src/scratch.ts", play: "src/play.ts" };

/** Bundles `entry` into `outfile`; gives the context to go on with. */
export const bundle = (entry, outfile, changes = {}) =>
  esbuild.context({
    absWorkingDir: here,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    legalComments: "none",
    charset: "utf8",
    mangleProps: OWN,
    plugins: [styleAsText, closeUpTemplates],
    logLevel: "info",
    ...changes,
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, entry] of Object.entries(WIDGETS)) {
    const context = await bundle(entry, join(here, `../cardlab/static/${name}.js`));
    if (process.argv.includes("--watch")) await context.watch();
    else {
      await context.rebuild();
      await context.dispose();
    }
  }
}
