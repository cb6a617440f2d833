// Laid into the page before anything is measured. A moment counts as painted when a task runs that was posted from the frame's own
// callback: by then the frame's scripts, styles, layout and painting are done.
window.cardlabBench = (() => {
  const channel = new MessageChannel();
  const waiting = [];
  channel.port1.onmessage = () => waiting.shift()();
  /** Calls back after the next frame was painted. */
  const afterPaint = (done) =>
    requestAnimationFrame(() => {
      waiting.push(done);
      channel.port2.postMessage(0);
    });

  let samples = [];
  let unwatch = () => {};
  /** From each press of the key to the paint of the change of that data attribute on `root`, in ms; null where nothing changed. */
  const watchKeys = (root, key, what = "ply") => {
    unwatch();
    samples = [];
    const pressed = (event) => {
      if (event.key !== key) return;
      const place = samples.push(null) - 1;
      const from = root.dataset[what];
      let frames = 0;
      const look = () => {
        if (root.dataset[what] !== from) samples[place] = performance.now() - event.timeStamp;
        else if (++frames < 60) afterPaint(look);
      };
      afterPaint(look);
    };
    window.addEventListener("keydown", pressed, true);
    unwatch = () => window.removeEventListener("keydown", pressed, true);
    root.scrollIntoView({ block: "nearest" });
    root.focus({ preventScroll: true });
  };

  /** Something focusable that answers a key with as little as can be: what the page and the machine take at the least. */
  const bare = () => {
    const root = document.createElement("div");
    root.tabIndex = 0;
    root.dataset.lmSuppressShortcuts = "true";
    root.dataset.ply = "0";
    root.style.cssText = "position:fixed;top:0;right:0;width:60px;background:#fff;z-index:9";
    root.addEventListener("keydown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      requestAnimationFrame(() => (root.textContent = root.dataset.ply = String(Number(root.dataset.ply) + 1)));
    });
    document.body.append(root);
    return root;
  };

  /** The wall clock, in ms, when a viewer that is not there yet has painted its first table, and when it has painted with all plies there;
   * null for what did not come. */
  const firstPaint = (within) =>
    new Promise((resolve) => {
      for (const old of document.querySelectorAll(".cardlab-viewer")) old.dataset.benchOld = "";
      const end = performance.now() + within;
      let first = null;
      const look = () => {
        const root = document.querySelector(".cardlab-viewer:not([data-bench-old])");
        const card = root?.querySelector(".cardlab-card");
        const there = card && card.getBoundingClientRect().height > 0;
        if (there && root.dataset.whole === "true") {
          waiting.push(() => resolve([first ?? Date.now(), Date.now()]));
          channel.port2.postMessage(0);
        } else if (performance.now() > end) resolve([first, null]);
        else {
          if (there && first === null) {
            waiting.push(() => (first ??= Date.now()));
            channel.port2.postMessage(0);
          }
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    });

  return { watchKeys, bare, firstPaint, samples: () => samples };
})();
