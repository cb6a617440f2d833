/** Light or dark: as asked for, or as the page around is. */

export interface Look {
  dark: boolean;
  /** Whether the page's own colours are used. */
  jupyter: boolean;
}

export function lookOf(theme: string): Look {
  if (theme === "light" || theme === "dark") return { dark: theme === "dark", jupyter: false };
  const light = document.body.dataset.jpThemeLight;
  if (light !== undefined) return { dark: light === "false", jupyter: true };
  return { dark: matchMedia("(prefers-color-scheme: dark)").matches, jupyter: false };
}

/** Calls back when the page's theme changes. Returns the unbinding. */
export function watchLook(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  const preference = matchMedia("(prefers-color-scheme: dark)");
  preference.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    preference.removeEventListener("change", changed);
  };
}
