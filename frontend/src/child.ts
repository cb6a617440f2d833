/** Another widget shown under this one, once the kernel has made it. */
import type { Model } from "./session";

/** What of the page's widget manager is used. */
export interface Manager {
  get_model(id: string): Promise<unknown>;
  create_view(model: unknown): Promise<{ el: HTMLElement; remove(): void }>;
}

/** Shows the widget that the trait names, below what is in `el`; the one before it goes. Returns the undoing. */
export function showChild(model: Model & { widget_manager?: Manager }, trait: string, el: HTMLElement): () => void {
  let shown: { el: HTMLElement; remove(): void } | undefined;
  let wanted = "";
  const show = async (): Promise<void> => {
    const named = String(model.get(trait) ?? "").replace(/^IPY_MODEL_/, "");
    if (named === wanted) return;
    wanted = named;
    shown?.remove();
    shown = undefined;
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
  heard();
  return () => {
    model.off(`change:${trait}`, heard);
    shown?.remove();
  };
}
