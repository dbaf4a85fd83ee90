// What a page sees of Lagometer, before its first script and in every frame: `lagometer.begin` and
// `lagometer.measure`.
((core) => {
  const { open, close, closeNow, nextFrame } = core;

  const begin = (name, options) => {
    const until = options?.until;
    const handle = open(String(name));
    let ended = false;
    return {
      end() {
        if (ended) return;
        ended = true;
        close(handle, until);
      },
    };
  };

  const measure = (name, fn, options) => {
    const until = options?.until;
    const handle = open(String(name));
    let result;
    try {
      result = fn();
    } catch (error) {
      closeNow(handle, true);
      throw error;
    }
    if (result === null || result === undefined || typeof result.then !== "function") {
      close(handle, until);
      return result;
    }
    return result.then(
      (value) => {
        close(handle, until);
        return value;
      },
      (error) => {
        closeNow(handle, true);
        throw error;
      },
    );
  };

  Object.defineProperty(globalThis, "lagometer", {
    value: Object.freeze({ begin, measure }),
    writable: true,
    configurable: true,
    enumerable: false,
  });

  // For the driver: an expression of the page can only be watched from the page's own world. Resolves
  // once it was true and the measures that end with it are closed.
  const watch = (test, handles) =>
    new Promise((resolve, reject) => {
      const check = async () => {
        let isTrue = false;
        try {
          isTrue = await test();
        } catch {
          // As long as it throws it is not true yet; the driver asks why when the time is over.
        }
        if (!isTrue) nextFrame(check);
        else Promise.all(handles.map(({ handle, until }) => close(handle, until))).then(resolve, reject);
      };
      check();
    });
  // Configurable, because a frame's first document and the one it then loads share one window.
  Object.defineProperty(globalThis, Symbol.for("lagometer.watch"), {
    value: watch,
    writable: true,
    configurable: true,
    enumerable: false,
  });
})(CORE);
