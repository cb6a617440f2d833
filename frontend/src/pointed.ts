/** Marks on the table for pointing: put on the cards after drawing, as attributes that nothing else sets. */
import type { Spot } from "./moment";
import type { Hit } from "./pointing";

/** How a spot is marked: may be taken up, is taken up, may be a goal, may not be one, is asked for. */
export type Mark = "source" | "picked" | "target" | "not" | "asked";

export interface Pointed {
  spot: Spot;
  mark: Mark;
  /** The letter that stands on it, or "". */
  key?: string;
  /** Whether it is the one that Enter takes. */
  aimed?: boolean;
}

/** The elements of a spot: its cards, or what stands for the zone as a whole. */
function elementsOf(body: HTMLElement, zones: readonly { id: string }[], { zone, places }: Spot): HTMLElement[] {
  const whole = body.querySelector<HTMLElement>(`[data-zone="${CSS.escape(zones[zone]?.id ?? "")}"]`);
  if (!places.length) return whole ? [whole] : [];
  return places.flatMap((place) => body.querySelector<HTMLElement>(`[data-at="${zone}.${place}"]`) ?? []);
}

/** Marks the spots, and takes away all marks of before. Of two marks on one card the earlier stays. */
export function markSpots(body: HTMLElement, zones: readonly { id: string }[], pointed: readonly Pointed[]): void {
  for (const old of body.querySelectorAll<HTMLElement>("[data-mark-spot]")) for (const name of ["markSpot", "spotKey", "aimed"]) delete old.dataset[name];
  for (const { spot, mark, key, aimed } of pointed) {
    elementsOf(body, zones, spot).forEach((element, i) => {
      if (element.dataset.markSpot) return;
      element.dataset.markSpot = mark;
      if (key && i === 0) element.dataset.spotKey = key;
      if (aimed) element.dataset.aimed = "true";
    });
  }
}

/** What lies under a press on the table; null beside it. */
export function hitOf(zones: readonly { id: string }[], at: EventTarget | null): Hit | null {
  const element = at as HTMLElement | null;
  const card = element?.closest<HTMLElement>(".cardlab-table [data-at]");
  if (card) {
    const [zone, place] = card.dataset.at!.split(".").map(Number);
    return { zone: zone!, place: place! };
  }
  const around = element?.closest<HTMLElement>(".cardlab-table [data-zone]");
  const zone = around ? zones.findIndex(({ id }) => id === around.dataset.zone) : -1;
  return zone < 0 ? null : { zone, place: null };
}
