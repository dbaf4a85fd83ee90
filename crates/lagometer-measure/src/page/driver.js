// The driver's own world: the page's scripts can neither see nor break what stands here.
globalThis.lagometerDriver ??= ((core, selector) => {
  const { open, close, nextFrame, whenHidden, mark } = core;

  // `div#id` or `div.class.class`, short enough for an error text.
  const describe = (element) => {
    const tag = element.localName;
    if (element.id) return `${tag}#${element.id}`;
    const classes = Array.from(element.classList).slice(0, 3);
    return [tag, ...classes].join(".");
  };

  const isVisible = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  };

  // A selector is a path of parts; so it is shown in errors.
  const shown = (path) => path.join(" >>> ");

  // All alternatives are looked for; the first in the list that matches wins. `fits` leaves out
  // elements that are not as wanted; null takes all.
  const find = (selectors, fits) => {
    let winner = null;
    for (const path of selectors) {
      let elements;
      try {
        elements = selector.all(path);
      } catch ({ part, message }) {
        return { invalid: part, message };
      }
      if (fits !== null) elements = elements.filter(fits);
      if (elements.length > 0) winner ??= { selector: shown(path), elements };
    }
    return winner ?? { selector: shown(selectors[0]), elements: [] };
  };

  const matches = (found, operator, wanted) => {
    if (operator === ">=") return found >= wanted;
    if (operator === "<=") return found <= wanted;
    return found === wanted;
  };

  const parentOf = (node) => node.parentNode ?? node.host ?? null;
  const contains = (element, node) => {
    for (let inner = node; inner !== null; inner = parentOf(inner)) if (inner === element) return true;
    return false;
  };
  // What lies on top at a point, looked for through shadow roots.
  const topmost = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  // Clicking the label of a control is clicking the control.
  const isHit = (element, hit) => contains(element, hit) || (hit.closest?.("label")?.control ?? null) === element;

  // The box that is clicked: of text that wraps, the first piece.
  const boxOf = (element) => {
    for (const rect of element.getClientRects()) if (rect.width > 0 && rect.height > 0) return rect;
    return null;
  };
  const pointIn = (element, offsetX, offsetY) => {
    const box = boxOf(element);
    if (box === null) return null;
    if (offsetX === null && offsetY === null) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const whole = element.getBoundingClientRect();
    return {
      x: offsetX === null ? whole.x + whole.width / 2 : whole.x + offsetX,
      y: offsetY === null ? whole.y + whole.height / 2 : whole.y + offsetY,
    };
  };
  const isInside = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

  // What an element must be to count: `visible`, and its attributes and properties.
  const fitting = ({ visible, attributes, properties }) => {
    const wanted = [Object.entries(attributes), Object.entries(properties)];
    if (visible === null && wanted.every((entries) => entries.length === 0)) return null;
    return (element) =>
      (visible === null || isVisible(element) === visible) &&
      wanted[0].every(([name, value]) => element.getAttribute(name) === value) &&
      wanted[1].every(([name, value]) => holds(element[name], value));
  };
  // Whether a property is this value; of a map, whether it holds what the map names.
  const holds = (found, value) => {
    if (value === null || typeof value !== "object") return found === value;
    if (found === null || typeof found !== "object") return false;
    return Object.entries(value).every(([name, inner]) => holds(found[name], inner));
  };

  const countOf = (selectors, wanted) => {
    const found = find(selectors, fitting(wanted));
    if (found.invalid !== undefined) return found;
    const count = found.elements.length;
    return { selector: found.selector, count, done: matches(count, wanted.operator, wanted.count) };
  };

  // Every change of the page's visibility is marked in the trace, where it outlives the document. The
  // browser keeps them from the document's beginning on, so that none is missed before this world is
  // there.
  if (globalThis === globalThis.top) {
    const changes = new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries())
        if (startTime > 0 || name === "hidden") mark(`lagometer:visibility:${name}`, { startTime });
    });
    changes.observe({ type: "visibility-state", buffered: true });
  }

  // Seen only by pages that are waited for until they are idle.
  let longTasks = null;
  let lastLongTask = null;
  const note = (entries) => {
    for (const { startTime, duration } of entries) lastLongTask = Math.max(lastLongTask ?? 0, startTime + duration);
  };

  const elementOfFrame = (index) => {
    const frame = globalThis.frames[index];
    if (frame === undefined) return null;
    const holders = document.querySelectorAll("iframe, frame, object, embed");
    return Array.from(holders).find((element) => element.contentWindow === frame) ?? null;
  };

  // Does something to the first element that matches, or to none where there are no selectors; `why`
  // says what is in the way, if anything is.
  const onFirst = (selectors, isOnlyALook, why, act) => {
    if (selectors === null) {
      if (!isOnlyALook) act(null);
      return {};
    }
    const found = find(selectors, null);
    if (found.invalid !== undefined) return found;
    const answer = { selector: found.selector, count: found.elements.length };
    if (found.elements.length === 0) return answer;
    const reason = why(found.elements[0]);
    if (reason !== null) return { ...answer, why: reason };
    if (!isOnlyALook) act(found.elements[0]);
    return answer;
  };

  const isTicked = (element) => element.localName === "input" && (element.type === "checkbox" || element.type === "radio");
  const optionOf = (element, value) => {
    const options = Array.from(element.options);
    return options.find((option) => option.value === value) ?? options.find((option) => option.text === value);
  };
  const EMPTIED = ["date", "datetime-local", "month", "number", "time", "week"];
  // Why a control does not take a value; null where it does.
  const whyUnchangeable = (element, value) => {
    if (element.matches(":disabled")) return "is disabled";
    if (element.readOnly) return "is read-only";
    if (isTicked(element)) return value === "true" || value === "false" ? null : "takes `true` or `false`";
    if (element.localName === "select") return optionOf(element, value) === undefined ? "has no such option" : null;
    if (element.isContentEditable || element.localName === "textarea") return null;
    if (element.localName !== "input") return "has no value";
    if (element.type === "file") return "takes files";
    // What cannot be read would become an empty text. Only those types are asked: the question leaves
    // nodes behind until they are collected.
    if (!EMPTIED.includes(element.type)) return null;
    const probe = element.cloneNode();
    probe.value = value;
    return probe.value === "" && value !== "" ? "does not take this value" : null;
  };
  // As a script of the page would; the events are those that a hand causes, but they are not trusted.
  const change = (element, value) => {
    element.focus();
    if (isTicked(element)) element.checked = value === "true";
    else if (element.localName === "select") {
      const chosen = optionOf(element, value);
      for (const option of element.options) option.selected = option === chosen;
    } else if (element.isContentEditable) element.textContent = value;
    else element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  };

  return {
    // A timer's task: the browser writes the counters of the page into the trace at its end.
    tick: () => new Promise((resolve) => setTimeout(resolve)),

    mark: (name) => {
      mark(name);
    },

    state: () => ({
      visibility: document.visibilityState,
      url: location.href,
      innerWidth,
      innerHeight,
      scale: devicePixelRatio,
      ready: document.readyState,
    }),

    // The status of the document's own request; 0 where it has none (files, data URLs).
    status: () => performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0,

    count: countOf,

    // Where to click: `{count, point}`, or without the point and with `why` it cannot be clicked yet.
    target: (selectors, offsetX, offsetY, enabled, scrolls) => {
      const found = find(selectors, null);
      if (found.invalid !== undefined) return found;
      const { elements } = found;
      const answer = { selector: found.selector, count: elements.length };
      if (elements.length === 0) return answer;
      const element = elements[0];
      let point = pointIn(element, offsetX, offsetY);
      if (point === null) return { ...answer, why: "has no box" };
      if (!isVisible(element)) return { ...answer, why: "is not visible" };
      if (enabled && element.matches(":disabled")) return { ...answer, why: "is disabled" };
      if (!isInside(point) && scrolls) {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        point = pointIn(element, offsetX, offsetY);
      }
      if (point === null || !isInside(point)) return { ...answer, why: "lies outside of the viewport" };
      const hit = topmost(point.x, point.y);
      if (hit === null || !isHit(element, hit)) {
        return { ...answer, point, coveredBy: hit === null ? "nothing" : describe(hit) };
      }
      return { ...answer, point };
    },

    // Milliseconds since the last task of 50 ms or more ended; null where this document had none.
    sinceLongTask: () => {
      if (longTasks === null) {
        longTasks = new PerformanceObserver((list) => note(list.getEntries()));
        longTasks.observe({ type: "longtask", buffered: true });
      }
      note(longTasks.takeRecords());
      return lastLongTask === null ? null : performance.now() - lastLongTask;
    },

    // Resolves when an event of this type is dispatched, with selectors one whose way leads through an
    // element that they find then. Heard on the way down, so that events that do not bubble are, too;
    // what is loaded inside a document is not told to its window.
    event: (type, selectors, handles) => {
      if (selectors !== null) {
        const found = find(selectors, null);
        if (found.invalid !== undefined) return found;
      }
      return new Promise((resolve, reject) => {
        let isDone = false;
        const hear = (event) => {
          if (isDone) return;
          if (selectors !== null) {
            const way = event.composedPath();
            if (!find(selectors, null).elements.some((element) => way.includes(element))) return;
          }
          isDone = true;
          for (const target of [globalThis, document]) target.removeEventListener(type, hear, true);
          Promise.all(handles.map(({ handle, until }) => close(handle, until))).then(() => resolve({}), reject);
        };
        for (const target of [globalThis, document])
          target.addEventListener(type, hear, { capture: true, passive: true });
      });
    },

    // The element that holds the frame with this place among the frames of the document.
    frameElement: elementOfFrame,

    // Where a point of such a frame lies in this document, if a pointer reaches the frame there.
    throughFrame: (index, x, y, scrolls) => {
      const element = elementOfFrame(index);
      if (element === null) return { count: 0 };
      const outward = () => {
        const box = element.getBoundingClientRect();
        const { paddingLeft, paddingTop } = getComputedStyle(element);
        return { x: box.x + element.clientLeft + parseFloat(paddingLeft) + x, y: box.y + element.clientTop + parseFloat(paddingTop) + y };
      };
      let point = outward();
      if (!isInside(point) && scrolls) {
        element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        point = outward();
        // A frame that is larger than the viewport.
        if (!isInside(point)) scrollBy({ left: point.x - innerWidth / 2, top: point.y - innerHeight / 2, behavior: "instant" });
        point = outward();
      }
      if (!isInside(point)) return { why: "lies outside of the viewport" };
      const hit = topmost(point.x, point.y);
      return hit === element ? { point } : { point, coveredBy: hit === null ? "nothing" : describe(hit) };
    },

    // Sets a scroll position; null leaves one as it is. Of the first element, or of the page. A look
    // only says whether it could be done.
    scroll: (selectors, isOnlyALook, x, y) =>
      onFirst(selectors, isOnlyALook, () => null, (element) => {
        const target = element ?? document.scrollingElement ?? document.documentElement;
        target.scrollTo({ left: x ?? target.scrollLeft, top: y ?? target.scrollTop, behavior: "instant" });
      }),

    focus: (selectors, isOnlyALook) =>
      onFirst(selectors, isOnlyALook, (element) => (isVisible(element) ? null : "is not visible"), (element) => element.focus()),

    change: (selectors, isOnlyALook, value) =>
      onFirst(selectors, isOnlyALook, (element) => whyUnchangeable(element, value), (element) => change(element, value)),

    open: (names) => names.map(open),

    close: (handles) => Promise.all(handles.map(({ handle, until }) => close(handle, until))),

    // Watches from the inside, so that the end of a measure is not rounded to the driver's looks.
    watchElement: (selectors, wanted, handles) => {
      const first = countOf(selectors, wanted);
      if (first.invalid !== undefined) return first;
      // Neither visibility nor a property nor a pseudo-class changes with a mutation; they are looked at
      // once a frame.
      const everyFrame =
        wanted.visible !== null || Object.keys(wanted.properties).length > 0 || selectors.some(selector.isUnobserved);
      return new Promise((resolve, reject) => {
        let observer = null;
        let isDone = false;
        const check = () => {
          if (isDone) return;
          const state = countOf(selectors, wanted);
          if (!state.done) return;
          isDone = true;
          observer?.disconnect();
          Promise.all(handles.map(({ handle, until }) => close(handle, until))).then(() => resolve(state), reject);
        };
        const frame = () => {
          check();
          if (!isDone) nextFrame(frame);
        };
        check();
        if (isDone) return;
        observer = new MutationObserver(check);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        if (everyFrame) nextFrame(frame);
      });
    },

    // Resolves in this many animation frames from now; at once when the page is hidden, by a popup in a
    // tab of its own for one: it draws no frames then, and its round does not count.
    frames: (count) =>
      new Promise((resolve) => {
        if (count <= 0 || document.visibilityState === "hidden") {
          resolve();
          return;
        }
        const stop = whenHidden(resolve);
        let left = count;
        const frame = () => {
          left -= 1;
          if (left > 0) {
            nextFrame(frame);
            return;
          }
          stop();
          resolve();
        };
        nextFrame(frame);
      }),

    // The times of this many animation frames, in milliseconds.
    frameTimes: (count) =>
      new Promise((resolve) => {
        const times = [];
        const frame = (time) => {
          times.push(time);
          if (times.length >= count) resolve(times);
          else nextFrame(frame);
        };
        nextFrame(frame);
      }),
  };
})(CORE, SELECTOR);
