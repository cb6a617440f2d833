/** Places that notes point at, as their text ("B1", "hand0:2", "grid1:r1c2") and on the table. */
import type { Film } from "./film";
import type { Shown } from "./state";
import type { Table } from "./table";
import { nameOf, word } from "./text";

export interface Spot {
  zone: number;
  /** As `data-at` counts it; null for the whole zone. */
  place: number | null;
}

export const COLOURS = ["", "red", "blue", "yellow"] as const;

const PLACE = /^([\w.]+)(?::(?:r(\d{1,3})c(\d{1,3})|(\d{1,3})))?$/;

/** An arrow or a mark taken apart: its places, and the colour ("" is the first one, green). */
export function readMark(text: string): { ends: string[]; colour: string } {
  const [places = "", colour = ""] = text.split(" ");
  return { ends: places.split(">"), colour: (COLOURS as readonly string[]).includes(colour) ? colour : "" };
}

/** Where a place lies on the table; null where there is no such zone. */
export function spotOf(film: Film, table: Table, text: string): Spot | null {
  const [, id, row, column, nth] = PLACE.exec(text) ?? [];
  const zone = film.zones.findIndex((shape) => shape.id === id);
  if (zone < 0) return null;
  const { layout, rows } = film.zones[zone]!;
  const { codes, count } = table.cards[zone]!;
  if (row !== undefined) return { zone, place: layout === "grid" ? (Number(row) - 1) * columns(codes.length, rows) + Number(column) - 1 : null };
  if (nth === undefined) return { zone, place: null };
  return { zone, place: layout === "fan" || layout === "grid" ? Number(nth) - 1 : count - Number(nth) };
}

/** The text of a place that `data-at` names ("3.1"). */
export function placeText(film: Film, table: Table, at: string): string {
  const [zone = 0, place = 0] = at.split(".").map(Number);
  const { id, layout, rows } = film.zones[zone]!;
  const { codes, count } = table.cards[zone]!;
  if (layout === "grid") {
    const wide = columns(codes.length, rows);
    return `${id}:r${Math.floor(place / wide) + 1}c${(place % wide) + 1}`;
  }
  if (layout === "fan" && codes.length) return `${id}:${place + 1}`;
  return layout === "cascade" && count ? `${id}:${count - place}` : id;
}

const columns = (places: number, rows: number): number => Math.max(1, Math.ceil(places / Math.max(1, rows)));

/** What shows a place: its card, else its zone. */
export function elementAt(root: ParentNode, film: Film, { zone, place }: Spot): Element | null {
  const { id, layout } = film.zones[zone]!;
  const whole = root.querySelector(`[data-zone="${id}"]`);
  if (place !== null) return root.querySelector(`[data-at="${zone}.${place}"]`) ?? whole;
  // of a pile the top card is the zone
  return (layout === "pile" || layout === "place" ? whole?.querySelector("[data-at]:last-child") : null) ?? whole;
}

/** A place in words: "hand · Ana · 2". What is none stays as it was written. */
export function placeName(state: Shown, text: string): string {
  const [id = "", inner] = text.split(":");
  const zone = state.film.zones.find((shape) => shape.id === id);
  if (!zone) return text;
  const alone = state.film.zones.filter((other) => other.kind === zone.kind && other.owner === zone.owner).length === 1;
  const parts = [word(state, "zones", zone.kind), zone.owner === null ? "" : nameOf(state, zone.owner), alone ? "" : id.replace(/^.*\./, ""), inner ?? ""];
  return parts.filter(Boolean).join(" · ");
}

/** An arrow or a mark in words. */
export const markName = (state: Shown, text: string): string => readMark(text).ends.map((end) => placeName(state, end)).join(" → ");
