/** Another widget shown under this one, once the kernel has made it. */
import type { Model } from "./session";

/** What of the page's widget manager is used. */
export interface Manager {
  get_model(id: string): Promise<unknown>;
  create_view(model: unknown): Promise<{ el: HTMLElement; remove(): void }>;
}

/** Told by a widget that wants to be left for the one above it. */
export const LEAVE = "cardlab-leave";

/** Shows the widget that the trait names, below what is in `el`; the one before it goes. `left`: called when it is gone and none follows.
 *  Returns the undoing. */
export function showChild(model: Model & { widget_manager?: Manager }, trait: string, el: HTMLElement, left: () => void = () => {}): () => void {
  let shown: { el: HTMLElement; remove(): void } | undefined;
  let wanted = "";
  const clear = (forGood: boolean): void => {
    const had = shown;
    shown = undefined;
    had?.remove();
    if (had && forGood) left();
  };
  // at once, whether or not there is a kernel that takes it away too
  const leave = (): void => {
    wanted = "";
    clear(true);
  };
  const show = async (): Promise<void> => {
    const named = String(model.get(trait) ?? "").replace(/^IPY_MODEL_/, "");
    if (named === wanted) return;
    wanted = named;
    clear(!named);
    const manager = model.widget_manager;
    if (!named || !manager) return;
    const view = await manager.create_view(await manager.get_model(named));
    if (wanted !== named) return view.remove();
    shown = view;
    el.append(view.el);
    view.el.querySelector<HTMLElement>("[tabindex]")?.focus({ preventScroll: false });
  };
  const heard = (): void => void show();
  model.on(`change:${trait}`, heard);
  el.addEventListener(LEAVE, leave);
  heard();
  return () => {
    model.off(`change:${trait}`, heard);
    el.removeEventListener(LEAVE, leave);
    shown?.remove();
  };
}
