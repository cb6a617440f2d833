/** Words with facts put into them. Python builds the same sentences; a test compares the two. */

/** The template with each `{name}` replaced by that fact. Names without a fact stay as they are. */
export function fill(template: string, facts: Readonly<Record<string, string>>): string {
  return template.replace(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => (Object.hasOwn(facts, name) ? facts[name]! : whole));
}

/** The phrase, then up to three reasons, as one sentence: "Ana plays the 4 on the 3: 4 comes next; …." */
export function sentence(phrase: string, whys: readonly string[], facts: Readonly<Record<string, string>>): string {
  const reasons = whys.slice(0, 3).map((why) => fill(why, facts));
  const told = fill(phrase, facts) + (reasons.length ? `: ${reasons.join("; ")}` : "") + ".";
  const first = String.fromCodePoint(told.codePointAt(0)!);
  return first.toUpperCase() + told.slice(first.length);
}
