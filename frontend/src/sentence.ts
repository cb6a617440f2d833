/** Words with facts put into them. Python builds the same sentences (`cardlab.text.sentence`); a test compares the two. */

export type Facts = Readonly<Record<string, string | number>>;
export type Voice = "loud" | "plain" | "quiet";
/** What a sentence may say of a rule: its voice, its template and the facts of its own event. */
export type Clause = readonly [voice: Voice, template: string, facts: Facts];

/** A sentence gives at most so many reasons, and tells at most so many things that followed. */
const MOST_WHYS = 2;
const MOST_FOLLOWS = 4;

/** The template with each `{name}` replaced by that fact. Names without a fact stay as they are. */
export function fill(template: string, facts: Facts): string {
  return template.replace(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => (Object.hasOwn(facts, name) ? String(facts[name]) : whole));
}

/** The clauses worth saying, in their order: loud ones before plain ones are chosen, never a quiet one. */
function chosen(clauses: readonly Clause[], most: number): string {
  const places = (["loud", "plain"] as const).flatMap((voice) => [...clauses.keys()].filter((i) => clauses[i]![0] === voice));
  return places
    .slice(0, most)
    .sort((a, b) => a - b)
    .map((i) => fill(clauses[i]![1], clauses[i]![2]))
    .join("; ");
}

/** What was done and why, and in a sentence of its own what followed: "Ana plays the 4: it comes next. A card is turned." */
export function sentence(did: string, whys: readonly Clause[], follows: readonly Clause[]): string {
  const done = [did, chosen(whys, MOST_WHYS)].filter(Boolean).join(": ");
  const followed = chosen(follows, MOST_FOLLOWS);
  return [done, ...(followed ? [followed] : [])].map((part) => `${capital(part)}.`).join(" ");
}

function capital(part: string): string {
  const first = part ? String.fromCodePoint(part.codePointAt(0)!) : "";
  return first.toUpperCase() + part.slice(first.length);
}
