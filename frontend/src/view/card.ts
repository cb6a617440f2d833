/** One card, or the place for one. */
import { html, nothing, type TemplateResult } from "lit-html";
import { ifDefined } from "lit-html/directives/if-defined.js";
import type { Shown } from "../state";
import { readCode, type Code } from "../table";
import { ui } from "../text";

/** How a card is marked and where it lies. */
export interface Look {
  /** "zone.place", by which motion finds it. */
  at: string;
  moved?: boolean;
  /** All cards of the pile it tops; 1 when it lies alone. */
  thick?: number;
  /** Shows the count on the card. */
  counted?: boolean;
  style?: string;
  hint?: string;
}

export function card(state: Shown, code: Code, look: Look): TemplateResult {
  const { face, down, empty, as, chosen } = readCode(code);
  if (empty) return slot(state, look);
  const band = down ? undefined : bandOf(state, face);
  const classes = ["cardlab-card", down ? "cardlab-back" : "cardlab-open", band === undefined ? "" : `cardlab-band${band}`, chosen ? "cardlab-chosen" : "", look.moved ? "cardlab-moved" : ""];
  return html`<div class=${classes.filter(Boolean).join(" ")} data-card=${down ? "?" : face} data-known=${ifDefined(down && face ? face : undefined)}
    data-at=${look.at} data-thick=${ifDefined(thickness(look.thick))} style=${ifDefined(look.style)} role="img" aria-label=${cardLabel(state, code, look)}
    >${down ? (face ? html`<span class="cardlab-peek">${face}</span>` : nothing) : openFace(face, as, band)}${
      chosen ? html`<i class="cardlab-tick">✓</i>` : nothing
    }${look.counted ? html`<span class="cardlab-count">×${look.thick}</span>` : nothing}</div>`;
}

/** A card as it lay before it moved. It is no card of the table, so it has neither the class nor the data of one. */
export function ghost(state: Shown, face: string, where = "", style?: string): TemplateResult {
  const band = bandOf(state, face);
  return html`<div class="cardlab-ghost ${where} ${band === undefined ? "" : `cardlab-band${band}`}" style=${ifDefined(style)} aria-hidden="true">${openFace(face, "", band)}</div>`;
}

export function slot(state: Shown, look: Look): TemplateResult {
  return html`<div class="cardlab-slot ${look.moved ? "cardlab-moved" : ""}" data-at=${look.at} role="img" aria-label=${ui(state, "empty_place")}>${look.hint ? html`<span>${look.hint}</span>` : nothing}</div>`;
}

function openFace(face: string, as: string, band: number | undefined): TemplateResult {
  return html`<span class="cardlab-corner">${face}</span><span class="cardlab-face" style=${ifDefined(face.length > 2 ? `--long:${Math.min(face.length, 5) - 2}` : undefined)}>${face}</span>${
    band === undefined ? nothing : html`<i class="cardlab-shape"></i>`
  }${as ? html`<em class="cardlab-as">= ${as}</em>` : nothing}`;
}

function bandOf(state: Shown, face: string): number | undefined {
  const { bands } = state.film.frames;
  return Object.hasOwn(bands, face) ? bands[face] : undefined;
}

/** Two steps of thickness say "a few, many" without a number. */
function thickness(count = 1): number | undefined {
  if (count < 2) return undefined;
  return count < 8 ? 1 : 2;
}

function cardLabel(state: Shown, code: Code, look: Look): string {
  const { face, down, as, chosen } = readCode(code);
  const name = down ? (face ? ui(state, "face_down_known", { face }) : ui(state, "face_down")) : as ? ui(state, "stands_for", { face, value: as }) : face;
  const extra = [chosen ? ui(state, "chosen") : "", look.moved ? ui(state, "just_moved") : "", (look.thick ?? 1) > 1 ? ui(state, "cards_count", { count: look.thick! }) : ""];
  return [name, ...extra.filter(Boolean)].join(", ");
}
