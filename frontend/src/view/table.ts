/** The table: the seats with their zones, the middle between them. */
import { html, nothing, type TemplateResult } from "lit-html";
import type { Shown } from "../state";
import { ui, word } from "../text";
import { groupsOf, marksOf, zoneGroup } from "./zone";

export function table(state: Shown): TemplateResult {
  const { film } = state;
  const grids = film.zones.some((zone) => zone.owner !== null && zone.layout === "grid");
  const [above, below] = grids ? gridSides(film.frames.names.length) : rowSides(film.frames.names.length, film.frames.lens.seat ?? 0);
  const marks = marksOf(state);
  const seats = (side: number[]): unknown =>
    side.length ? html`<div class="cardlab-seats">${side.map((seat) => seatView(state, seat, marks))}</div>` : nothing;
  const width = grids ? gridUnits(state, Math.max(above.length, below.length)) : rowUnits(state);
  return html`<div class="cardlab-table" role="group" aria-label=${ui(state, "table")} data-seats=${grids ? "grids" : "rows"} style="--units:${width.toFixed(2)}">
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

/** The width of the widest row in card widths, gaps included; the width of a card follows from it. */
function rowUnits(state: Shown): number {
  const { zones, widest, frames } = state.film;
  const seats = frames.names.map((_, seat) =>
    zones.reduce((sum, zone, i) => (zone.owner === seat ? sum + 1.13 * (zone.layout === "fan" ? Math.min(6, Math.max(1, widest[i]!)) : 1) + 0.13 : sum), 1),
  );
  return Math.max(...seats, 6);
}

function gridUnits(state: Shown, perRow: number): number {
  const { zones, widest } = state.film;
  const columns = zones.reduce((most, zone, i) => (zone.layout === "grid" ? Math.max(most, Math.ceil(widest[i]! / Math.max(1, zone.rows))) : most), 1);
  return Math.max(perRow, 3) * (columns * 1.13 + 0.75);
}

function seatView(state: Shown, seat: number, marks: ReturnType<typeof marksOf>): TemplateResult {
  const { table } = state;
  const info = table.seats[seat]!;
  const acts = table.player === seat;
  const name = state.film.frames.names[seat]!;
  return html`<section class="cardlab-seat ${acts ? "cardlab-acts" : ""}" data-seat=${seat} aria-label=${acts ? `${name}, ${ui(state, "to_act")}` : name}>
    <div class="cardlab-who">
      <span class="cardlab-name">${name}</span>
      ${info.score === null ? nothing : html`<span class="cardlab-score">${ui(state, "score", { score: String(info.score) })}</span>`}
      ${info.marks.map(([key, value]) => html`<span class="cardlab-mark" data-mark=${key}>${word(state, "marks", key, { value })}</span>`)}
      ${acts ? html`<span class="cardlab-phase">${word(state, "phases", table.phase)}</span>` : nothing}
    </div>
    <div class="cardlab-zones">${groupsOf(state, seat).map((group) => zoneGroup(state, group, marks))}</div>
  </section>`;
}
