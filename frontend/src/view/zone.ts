/** The zones that lie side by side under one label. */
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { MANY } from "../motion";
import type { Shown } from "../state";
import { readCode, type Cards, type Zone } from "../table";
import { word } from "../text";
import { card, ghost, slot } from "./card";

/** Cards that look out above the top one of a cascade; older ones are told by the count and the tooltip. */
const LOOKED_THROUGH = 3;
/** Cards of a hand that lie side by side; more of them overlap. */
export const SIDE_BY_SIDE = 6;

/** What moved in one zone. */
interface Marks {
  moved: ReadonlySet<number>;
  ghosts: ReadonlyMap<number, string>;
  /** The same as text, to tell whether it changed. */
  key: string;
}

const STILL: Marks = { moved: new Set(), ghosts: new Map(), key: "" };

/** The marks of every zone that has some. */
export function marksOf(state: Shown): Map<number, Marks> {
  const { movements, turned } = state.motion;
  const marks = new Map<number, Marks & { moved: Set<number>; ghosts: Map<number, string> }>();
  if (movements.length + turned.length > MANY) return marks;
  const of = (zone: number) => {
    if (!marks.has(zone)) marks.set(zone, { moved: new Set(), ghosts: new Map(), key: "" });
    return marks.get(zone)!;
  };
  for (const { from, to, face } of movements) {
    of(to.zone).moved.add(to.place);
    if (face) of(from.zone).ghosts.set(from.place, face);
  }
  for (const { zone, place } of turned) of(zone).moved.add(place);
  for (const mark of marks.values()) mark.key = `${[...mark.moved]}|${[...mark.ghosts]}`;
  return marks;
}

/** Zones of one kind before one owner, under one label. */
export function zoneGroup(state: Shown, places: readonly number[], marks: ReadonlyMap<number, Marks>): TemplateResult {
  const { zones } = state.film;
  const first = zones[places[0]!]!;
  const alone = places.length === 1;
  const label = word(state, "zones", first.kind);
  const cards = state.table.cards[places[0]!]!;
  const counted = alone && (first.layout === "pile" || first.layout === "cascade");
  return html`<div class="cardlab-group" data-kind=${first.kind} data-layout=${first.layout}>
    <div class="cardlab-label">${label}${counted ? html` · <span class="cardlab-number">${cards.count}</span>` : nothing}</div>
    <div class="cardlab-row">${places.map((i) => zone(state, i, alone, marks.get(i) ?? STILL))}</div>
  </div>`;
}

function zone(state: Shown, i: number, alone: boolean, marks: Marks): unknown {
  const shape = state.film.zones[i]!;
  const cards = state.table.cards[i]!;
  return guard([cards, marks.key, state.lang, state.film], () => {
    const name = alone ? word(state, "zones", shape.kind) : `${word(state, "zones", shape.kind)} ${shape.id}`;
    return html`<div class="cardlab-zone cardlab-${shape.layout}" data-zone=${shape.id} role="group" aria-label=${name} style=${roomOf(state, i)}>${layOut(state, i, shape, cards, marks)}</div>`;
  });
}

function layOut(state: Shown, i: number, shape: Zone, cards: Cards, marks: Marks): unknown {
  switch (shape.layout) {
    case "grid":
      return cards.codes.map((code, place) =>
        code === "" && marks.ghosts.has(place)
          ? ghost(state, marks.ghosts.get(place)!)
          : card(state, code, { at: `${i}.${place}`, moved: marks.moved.has(place) }),
      );
    case "fan":
      return fan(state, i, cards, marks);
    case "cascade":
      return cascade(state, i, shape, cards, marks);
    default:
      return pile(state, i, shape, cards, marks);
  }
}

function fan(state: Shown, i: number, cards: Cards, marks: Marks): unknown {
  const shown: unknown[] = cards.codes.map((code, place) => card(state, code, { at: `${i}.${place}`, moved: marks.moved.has(place) }));
  for (const [place, face] of [...marks.ghosts].sort(([a], [b]) => a - b)) shown.splice(Math.min(place, shown.length), 0, ghost(state, face));
  const more = cards.count - cards.codes.length;
  if (!shown.length && state.film.widest[i]! < 2) return slot(state, { at: `${i}.0` });
  return [shown, more > 0 ? html`<span class="cardlab-more">+${more}</span>` : nothing];
}

function pile(state: Shown, i: number, shape: Zone, cards: Cards, marks: Marks): unknown {
  const top = cards.count - 1;
  const code = cards.count ? (cards.codes[cards.codes.length - 1] ?? "?") : "";
  const left = topOf(marks.ghosts);
  const look = { at: `${i}.${Math.max(top, 0)}`, moved: marks.moved.has(top), thick: cards.count, hint: shape.hint };
  if (left === undefined) return card(state, code, look);
  return code === "" ? ghost(state, left) : [ghost(state, left, "cardlab-beside"), card(state, code, look)];
}

/** Laid out downwards, each card leaving the upper edge of the one before it in sight. */
function cascade(state: Shown, i: number, shape: Zone, cards: Cards, marks: Marks): unknown {
  const left = topOf(marks.ghosts);
  if (!cards.codes.length) return pile(state, i, shape, cards, marks);
  const shown = cards.codes.slice(-LOOKED_THROUGH - 1);
  const below = cards.count - shown.length;
  const last = shown.length - 1;
  const down = (n: number): string => `--n:${n}`;
  const faces = cards.codes.map((code) => readCode(code).face).join(", ");
  return html`<div class="cardlab-stack" title="${faces}" style="--down:${last}">${left === undefined ? nothing : ghost(state, left, "cardlab-under", down(last + 1))}${shown.map(
    (code, n) =>
      card(state, code, {
        at: `${i}.${below + n}`,
        moved: marks.moved.has(below + n),
        thick: n === last ? cards.count : 1,
        counted: n === last && below > 0,
        style: down(n),
      }),
  )}</div>`;
}

/** The uppermost of what left a pile. */
const topOf = (ghosts: ReadonlyMap<number, string>): string | undefined => ghosts.get(Math.max(...ghosts.keys()));

/** The room a zone takes at its fullest, as style: the table does not shift while stepping. */
function roomOf(state: Shown, i: number): string {
  const { layout, rows } = state.film.zones[i]!;
  const cards = state.table.cards[i]!;
  const widest = Math.max(1, state.film.widest[i]!);
  if (layout === "grid") return `--cols:${Math.max(1, Math.ceil(cards.codes.length / Math.max(1, rows)))}`;
  if (layout === "fan") return `--cards:${Math.min(widest, SIDE_BY_SIDE)};--over:${cards.codes.length > SIDE_BY_SIDE ? overlap(cards.codes.length) : 0}`;
  return layout === "cascade" ? `--deep:${deepest(widest)}` : "";
}

/** How many cards look out above the top one of a cascade of so many. */
export function deepest(count: number): number {
  return Math.min(LOOKED_THROUGH, Math.max(0, count - 1));
}

/** How much of a card the next one covers, so that so many take the room of SIDE_BY_SIDE. */
function overlap(count: number): string {
  return (1.1 - ((SIDE_BY_SIDE - 1) * 1.12) / (count - 1)).toFixed(3);
}

/** Which zones lie before an owner, those of one kind in a row together. */
export function groupsOf(state: Shown, owner: number | null): number[][] {
  const groups: number[][] = [];
  state.film.zones.forEach((shape, i) => {
    if (shape.owner !== owner) return;
    const last = groups[groups.length - 1];
    const before = last && state.film.zones[last[0]!]!;
    if (last && before!.kind === shape.kind && shape.layout !== "grid") last.push(i);
    else groups.push([i]);
  });
  return groups;
}

