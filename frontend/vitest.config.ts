import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      name: "files-as-text",
      enforce: "pre",
      load(id: string) {
        return /\.(css|txt)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : null;
      },
    },
  ],
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
