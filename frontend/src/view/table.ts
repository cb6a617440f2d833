/** The table: the seats with their zones, the middle between them. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Shown } from "../state";
import { ui, word } from "../text";
import { deepest, groupsOf, marksOf, SIDE_BY_SIDE, zoneGroup } from "./zone";

export function table(state: Shown): TemplateResult {
  const { film } = state;
  const grids = film.zones.some((zone) => zone.owner !== null && zone.layout === "grid");
  const [above, below] = grids ? gridSides(film.frames.names.length) : rowSides(film.frames.names.length, film.frames.lens.seat ?? 0);
  const marks = marksOf(state);
  const seats = (side: number[]): unknown =>
    side.length ? html`<div class="cardlab-seats">${side.map((seat) => seatView(state, seat, marks))}</div>` : nothing;
  const size = grids ? gridSize(state, above, below) : rowSize(state);
  return html`<div class="cardlab-table ${grids ? "cardlab-grids" : "cardlab-rows"}" role="group" aria-label=${ui(state, "table")} style=${size}>
    <div class="cardlab-felt">
      ${seats(above)}
      <div class="cardlab-middle">${groupsOf(state, null).map((group) => zoneGroup(state, group, marks))}</div>
      ${seats(below)}
    </div>
  </div>`;
}

/** In play order round the table, the seat looked from at the bottom. */
function rowSides(count: number, base: number): [number[], number[]] {
  const others = Array.from({ length: count - 1 }, (_, k) => (base + 1 + k) % count);
  const above = Math.ceil((count - 1) / 2) + (count === 3 ? 1 : 0);
  return [others.slice(0, above), [...others.slice(above), base]];
}

/** Few grids lie side by side over the middle; many are halved by it. */
function gridSides(count: number): [number[], number[]] {
  const seats = Array.from({ length: count }, (_, k) => k);
  const above = count <= 4 ? count : Math.ceil(count / 2);
  return [seats.slice(0, above), seats.slice(above)];
}

/** What the size of a card follows from: the width of the widest row and the height of the whole in card widths, and what stands beside and between the cards. */
function sizes(units: number, aside: number, tall: number, lines: number): string {
  return `--units:${units.toFixed(2)};--aside:${aside}em;--tall:${tall.toFixed(2)};--lines:${lines.toFixed(1)}em`;
}

function rowSize(state: Shown): string {
  const { zones, widest, frames } = state.film;
  const deep = zones.reduce((most, zone, i) => (zone.layout === "cascade" ? Math.max(most, deepest(widest[i]!)) : most), 0);
  const width = (owner: number | null): number =>
    groupsOf(state, owner).reduce((sum, group) => sum + 0.3 + group.reduce((row, i) => row + 1.12 * (zones[i]!.layout === "fan" ? Math.min(SIDE_BY_SIDE, Math.max(1, widest[i]!)) : 1), 0), -0.4);
  const count = frames.names.length;
  return sizes(Math.max(...frames.names.map((_, seat) => width(seat)), 6), 6.4, count * (1.4 + 0.26 * deep) + 1.4, count * 2.7 + 3.6);
}

function gridSize(state: Shown, above: number[], below: number[]): string {
  const { zones, widest } = state.film;
  const grids = zones.filter((zone) => zone.layout === "grid");
  const rows = Math.max(1, ...grids.map((zone) => zone.rows));
  const columns = zones.reduce((most, zone, i) => (zone.layout === "grid" ? Math.max(most, Math.ceil(widest[i]! / Math.max(1, zone.rows))) : most), 1);
  const lines = below.length ? 2 : 1;
  return sizes(Math.max(above.length, below.length, 3) * (columns * 1.12 + 0.24), Math.max(above.length, below.length, 3) * 1.6 + 2, lines * rows * 1.52 + 1.4, lines * 4.2 + 4);
}

function seatView(state: Shown, seat: number, marks: ReturnType<typeof marksOf>): TemplateResult {
  const { table } = state;
  const info = table.seats[seat]!;
  const acts = table.player === seat;
  const name = state.film.frames.names[seat]!;
  return html`<div role="group" class="cardlab-seat ${acts ? "cardlab-acts" : ""}" data-seat=${seat} aria-label=${`${state.called ? `${state.called}: ` : ""}${name}${acts ? `, ${ui(state, "to_act")}` : ""}`}>
    <div class="cardlab-who">
      <span class="cardlab-name">${name}</span>
      ${acts ? html`<span class="cardlab-phase">${word(state, "phases", table.phase)}</span>` : nothing}
      <span class="cardlab-break"></span>
      ${info.score === null ? nothing : html`<span class="cardlab-score">${ui(state, "score", { score: info.score })}</span>`}
      ${info.marks.map(([key, value]) => html` <span class="cardlab-mark" data-mark=${key}>${word(state, "marks", key, { value })}</span>`)}
    </div>
    <div class="cardlab-zones">${groupsOf(state, seat).map((group) => zoneGroup(state, group, marks))}</div>
  </div>`;
}
