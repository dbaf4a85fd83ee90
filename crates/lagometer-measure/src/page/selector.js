// Looking for elements, in the selectors of DevTools' Recorder: CSS, `aria/`, `text/`, `xpath/`,
// `pierce/`. All give the matches in the order of the document.
((accessible) => {
  const { roleOf, nameOf, isShown } = accessible;

  // Without any element: what is looked for in it is only read. One, because nodes are counted.
  const nowhere = document.createDocumentFragment();

  // Every element below a root, shadow roots included, in the order of the document.
  const everyElement = function* (root) {
    const walkers = [document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)];
    while (walkers.length > 0) {
      const element = walkers[walkers.length - 1].nextNode();
      if (element === null) {
        walkers.pop();
        continue;
      }
      yield element;
      if (element.shadowRoot) walkers.push(document.createTreeWalker(element.shadowRoot, NodeFilter.SHOW_ELEMENT));
    }
  };

  const byCss = (root, selector) => Array.from(root.querySelectorAll(selector));

  // CSS within each shadow root as well; a combinator does not reach across the edge of one.
  const byPierce = (root, selector) => {
    // What is not valid is told even where there is no element.
    nowhere.querySelector(selector);
    const found = [];
    for (const element of everyElement(root)) if (element.matches(selector)) found.push(element);
    return found;
  };

  // A shadow root cannot be a context of XPath; its elements can.
  const byXpath = (root, expression) => {
    const compiled = document.createExpression(expression);
    const found = new Set();
    for (const context of root.nodeType === Node.DOCUMENT_NODE ? [root] : root.children) {
      const nodes = compiled.evaluate(context, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      for (let index = 0; index < nodes.snapshotLength; index += 1) {
        const node = nodes.snapshotItem(index);
        if (node.nodeType === Node.ELEMENT_NODE) found.add(node);
      }
    }
    return Array.from(found);
  };

  // `NAME`, `NAME[role="button"]`, `[name="a \"b\""]`; what is in brackets otherwise is part of the name.
  const ATTRIBUTE = /\[\s*(name|role)\s*=\s*(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')\s*\]/g;
  const parsed = (text) => {
    const wanted = { name: null, role: null };
    const rest = text.replace(ATTRIBUTE, (_, key, double, single) => {
      wanted[key] = (double ?? single).replace(/\\(.)/g, "$1");
      return "";
    });
    const name = rest.replace(/\s+/g, " ").trim();
    if (name !== "") wanted.name ??= name;
    if (wanted.name === null && wanted.role === null) throw new Error("it names neither a name nor a role");
    if (wanted.role === "img") wanted.role = "image";
    if (wanted.role === "presentation") wanted.role = "none";
    return wanted;
  };
  const byAria = (root, text) => {
    const { name, role } = parsed(text);
    const found = [];
    for (const element of everyElement(root)) {
      if (role !== null && roleOf(element) !== role) continue;
      if (name !== null && nameOf(element) !== name) continue;
      if (isShown(element)) found.push(element);
    }
    return found;
  };

  // The text of an element, and of a control what was entered; the head, scripts and styles hold none.
  const holdsText = (element) => element.localName !== "script" && element.localName !== "style" && element.localName !== "head";
  const isEntered = (element) =>
    element.localName === "textarea" || element.localName === "select" ||
    (element.localName === "input" && element.type !== "checkbox" && element.type !== "radio");
  const textOf = (element) => {
    if (isEntered(element)) return element.value;
    const pieces = [];
    const open = [element];
    while (open.length > 0) {
      const node = open.pop();
      if (node.nodeType === Node.TEXT_NODE) pieces.push(node.data);
      if (node.nodeType === Node.ELEMENT_NODE && node !== element && isEntered(node)) {
        pieces.push(node.value);
        continue;
      }
      if (node.nodeType === Node.ELEMENT_NODE && !holdsText(node)) continue;
      // Of a host the shadow root comes after its own children; the last is pushed first.
      const children = [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])];
      for (let index = children.length - 1; index >= 0; index -= 1) open.push(children[index]);
    }
    return pieces.join("");
  };
  // The innermost elements whose text contains this.
  const byText = (root, text) => {
    const found = [];
    const open = Array.from(root.children).reverse();
    while (open.length > 0) {
      const element = open.pop();
      if (element.isWhole) {
        if (found.length === element.before) found.push(element.isWhole);
        continue;
      }
      if (!holdsText(element) || !textOf(element).includes(text)) continue;
      // Looked at again once those inside have been: it matches where none of them does.
      open.push({ isWhole: element, before: found.length });
      const inner = [...element.children, ...(element.shadowRoot?.children ?? [])];
      for (let index = inner.length - 1; index >= 0; index -= 1) open.push(inner[index]);
    }
    return found;
  };

  const KINDS = [
    ["aria/", byAria],
    ["text/", byText],
    ["xpath/", byXpath],
    ["pierce/", byPierce],
    ["css/", byCss],
  ];
  const inRoot = (root, selector) => {
    for (const [prefix, search] of KINDS) {
      if (selector.startsWith(prefix)) return search(root, selector.slice(prefix.length));
    }
    return byCss(root, selector);
  };

  // The elements at the end of a path: each part is looked for in the shadow roots of what the part
  // before it found. Throws what the page says of a part that it cannot read.
  const all = (path) => {
    let roots = [document];
    let found = [];
    for (const [index, part] of path.entries()) {
      if (index > 0) roots = found.flatMap((element) => element.shadowRoot ?? []);
      try {
        found = Array.from(new Set(roots.flatMap((root) => inRoot(root, part))));
        // Without any root it would never be read, however wrong it is.
        if (roots.length === 0) inRoot(nowhere, part);
      } catch (error) {
        throw { part, message: String(error?.message ?? error) };
      }
    }
    return found;
  };

  // Whether what matches can change without any mutation that an observer of the document sees.
  const isUnobserved = (path) => path.length > 1 || path[0].includes(":") || /^(aria|text|pierce)\//.test(path[0]);

  return { all, isUnobserved };
})(ACCESSIBLE)
