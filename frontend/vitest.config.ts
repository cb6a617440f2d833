import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [
    {
      name: "style-as-text",
      enforce: "pre",
      load(id: string) {
        return id.endsWith(".css") ? `export default ${JSON.stringify(readFileSync(id, "utf8"))}` : null;
      },
    },
  ],
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
