/** Rooms that only grow: a line more or less in one of them, from step to step, moves nothing around it. */
/** Keeps the rooms of these names. To be called when what is shown has been laid out. `of`: what the rooms depend on besides; where it is another, they begin anew. */
export type Steady = (of: string) => void;

export function makeSteady(body: HTMLElement, names: readonly string[]): Steady {
  let known = "";
  const most = new Map<string, number>();
  return (of) => {
    const rooms = names.map((name) => [name, [...body.querySelectorAll<HTMLElement>(name)]] as const);
    const at = [body.clientWidth, ...rooms.map(([, elements]) => elements.length), of].join(" ");
    if (at !== known) {
      for (const [, elements] of rooms) for (const element of elements) element.style.minHeight = "";
      most.clear();
      known = at;
    }
    // all is read before anything is written: else each would be laid out by itself
    const tall = rooms.map(([name, elements]) => Math.max(most.get(name) ?? 0, ...elements.map((element) => Math.ceil(element.getBoundingClientRect().height))));
    rooms.forEach(([name, elements], k) => {
      most.set(name, tall[k]!);
      const room = `${tall[k]}px`;
      for (const element of elements) if (element.style.minHeight !== room) element.style.minHeight = room;
    });
  };
}
