// Shared by the page's world and ours: opening and closing measures. The originals are taken here,
// before any script of the page can replace them.
(() => {
  const { performance, requestAnimationFrame, scheduler, PerformanceObserver, document } = globalThis;
  const now = performance.now.bind(performance);
  const mark = performance.mark.bind(performance);
  const measure = performance.measure.bind(performance);
  const clearMarks = performance.clearMarks.bind(performance);
  const nextFrame = requestAnimationFrame.bind(globalThis);
  const postTask = scheduler.postTask.bind(scheduler);
  // A document that was navigated away from and a new one count from different origins.
  const origin = performance.timeOrigin;

  const words = new Uint32Array(2);
  crypto.getRandomValues(words);
  const prefix = Array.from(words, (word) => word.toString(36)).join("");
  let count = 0;

  // The first task after the frame: the frame's own work, painting included, is done. Neither this nor
  // anything else here listens to an event: what is counted in the page would hold our listeners.
  const afterFrame = (callback) => nextFrame(() => postTask(callback, { priority: "user-blocking" }));

  // Opens a measure of this name and gives back its handle.
  const open = (name) => {
    const id = `${prefix}-${++count}`;
    const start = now();
    mark(`lagometer:open:${id}:${name}`, { startTime: start });
    return { id, name, start, origin };
  };

  // Closes it at once. A measure that was opened in an earlier document stays open: its start has no
  // place on this document's clock.
  const closeNow = (handle, threw) => {
    if (handle.origin !== origin) return false;
    const { id, name, start } = handle;
    measure(name, {
      start,
      end: now(),
      detail: { lagometer: threw ? { id, threw: true } : { id } },
    });
    clearMarks(`lagometer:open:${id}:${name}`);
    return true;
  };

  // Calls back once when the document becomes hidden; gives back what ends the watching.
  const whenHidden = (callback) => {
    const observer = new PerformanceObserver(() => {
      if (document.visibilityState !== "hidden") return;
      observer.disconnect();
      callback();
    });
    observer.observe({ type: "visibility-state" });
    return () => observer.disconnect();
  };

  // Closes it in the first task after the next frame, because users wait for pixels; a document that
  // is hidden, or becomes so, draws none. Resolves once it is closed.
  const close = (handle, until) =>
    new Promise((resolve, reject) => {
      let isDone = false;
      let stop = () => {};
      const finish = () => {
        if (isDone) return;
        isDone = true;
        stop();
        try {
          resolve(closeNow(handle, false));
        } catch (error) {
          reject(error);
        }
      };
      if (until === "now" || document.visibilityState === "hidden") finish();
      else {
        stop = whenHidden(finish);
        afterFrame(finish);
      }
    });

  return { open, close, closeNow, nextFrame, whenHidden, mark };
})()
