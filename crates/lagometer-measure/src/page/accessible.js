// The role and the name of an element, as assistive technology gets them: what `aria/` looks for.
// Computed here and not asked of the browser, because asking makes it build its whole accessibility
// tree, in the page that is measured. Rules: HTML-AAM 1.0 and accname 1.2, with the answers of
// Chromium where those leave a choice; a test holds both against the browser's own.
(() => {
  const words = (text) => new Set(text.split(" "));
  // Roles that get their name from what they hold.
  const NAMED_BY_CONTENT = words(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader summary switch tab tooltip treeitem",
  );
  const ROLES = words(
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem",
  );
  const SAME_ROLE = { img: "image", presentation: "none" };
  const BY_TAG = {
    address: "group", article: "article", aside: "complementary", blockquote: "blockquote", button: "button",
    caption: "caption", code: "code", del: "deletion", details: "group", dfn: "term", dialog: "dialog", em: "emphasis",
    fieldset: "group", figure: "figure", form: "form", h1: "heading", h2: "heading", h3: "heading", h4: "heading",
    h5: "heading", h6: "heading", hr: "separator", img: "image", ins: "insertion", li: "listitem", main: "main",
    mark: "mark", math: "math", menu: "list", meter: "meter", nav: "navigation", ol: "list", optgroup: "group",
    option: "option", output: "status", p: "paragraph", progress: "progressbar", search: "search", strong: "strong",
    sub: "subscript", summary: "summary", sup: "superscript", svg: "image", table: "table", tbody: "rowgroup",
    textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup", time: "time", tr: "row", ul: "list",
  };
  const BY_TYPE = {
    button: "button", checkbox: "checkbox", image: "button", number: "spinbutton", radio: "radio", range: "slider",
    reset: "button", search: "searchbox", submit: "button", email: "textbox", password: "textbox", tel: "textbox",
    text: "textbox", url: "textbox",
  };
  const SECTIONS = "article, aside, main, nav, section";
  // Deeper than this no name is looked for: a page may nest without end.
  const DEEPEST = 200;

  const attribute = (element, name) => element.getAttribute(name)?.trim() || null;
  const referred = (element, name) =>
    (attribute(element, name) ?? "").split(/\s+/).flatMap((id) => (id && element.getRootNode().getElementById?.(id)) || []);

  const roleOf = (element) => {
    for (const role of (element.getAttribute("role") ?? "").toLowerCase().split(/\s+/)) {
      if (ROLES.has(role)) return SAME_ROLE[role] ?? role;
    }
    const tag = element.localName;
    if (tag === "a" || tag === "area") return element.hasAttribute("href") ? "link" : "generic";
    if (tag === "input") {
      if (element.list !== null && ["email", "search", "tel", "text", "url"].includes(element.type)) return "combobox";
      return BY_TYPE[element.type] ?? "";
    }
    if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "section") return named(element) === "" ? "generic" : "region";
    if (tag === "header") return element.parentElement?.closest(SECTIONS) ? "generic" : "banner";
    if (tag === "footer") return element.parentElement?.closest(SECTIONS) ? "generic" : "contentinfo";
    if (tag === "td") return element.closest("[role=grid], [role=treegrid]") ? "gridcell" : "cell";
    if (tag === "th") return element.scope.startsWith("row") ? "rowheader" : "columnheader";
    return BY_TAG[tag] ?? "generic";
  };

  // Whether assistive technology gets it at all.
  const isShown = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) {
      // `display: contents` has no box, but its content is there.
      if (getComputedStyle(element).display !== "contents") return false;
    }
    for (let node = element; node !== null; node = node.assignedSlot ?? node.parentNode ?? node.host ?? null) {
      if (node.nodeType === Node.ELEMENT_NODE && (node.getAttribute("aria-hidden") === "true" || node.inert)) return false;
    }
    return true;
  };

  const transformed = (text, style) => {
    if (style.textTransform === "uppercase") return text.toUpperCase();
    if (style.textTransform === "lowercase") return text.toLowerCase();
    if (style.textTransform === "capitalize") return text.replace(/(^|\s)(\S)/g, (_, space, letter) => space + letter.toUpperCase());
    return text;
  };
  const generated = (element, which) => {
    const { content } = getComputedStyle(element, which);
    const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(content);
    return quoted === null ? "" : quoted[1].replace(/\\(.)/g, "$1");
  };
  const childrenOf = (element) => {
    if (element.shadowRoot) return element.shadowRoot.childNodes;
    if (element.localName === "slot") {
      const assigned = element.assignedNodes();
      return assigned.length > 0 ? assigned : element.childNodes;
    }
    return element.childNodes;
  };
  const isInline = (style) => style.display.startsWith("inline") && style.display !== "inline-block" || style.display === "contents";

  // The text of what an element holds. `all` takes what is hidden as well, as a label may be.
  const contentOf = (element, seen, all, depth) => {
    if (depth > DEEPEST) return "";
    const style = getComputedStyle(element);
    let text = generated(element, "::before");
    for (const node of childrenOf(element)) {
      if (node.nodeType === Node.TEXT_NODE) text += transformed(node.data, style);
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      if (node.localName === "br") text += " ";
      if (node.localName === "script" || node.localName === "style" || node.localName === "template") continue;
      const own = getComputedStyle(node);
      const isHidden = own.display === "none" || own.visibility !== "visible" || node.getAttribute("aria-hidden") === "true";
      if (isHidden && !all) continue;
      const inner = nameIn(node, seen, all, depth + 1);
      text += isInline(own) ? inner : ` ${inner} `;
    }
    return text + generated(element, "::after");
  };

  // What a control in a name adds: its value.
  const valueOf = (element) => {
    const role = roleOf(element);
    if (element.localName === "select") return Array.from(element.selectedOptions, (option) => option.text).join(" ");
    if (role === "textbox" || role === "searchbox" || role === "combobox") return element.value ?? element.textContent;
    if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter") {
      return attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow") ?? String(element.value ?? "");
    }
    return null;
  };

  // The part that an element has in the name of one around it.
  const nameIn = (element, seen, all, depth) => {
    if (seen.has(element)) return "";
    seen.add(element);
    const value = valueOf(element);
    if (value !== null) return value;
    const label = attribute(element, "aria-label") ?? native(element, seen, all, depth);
    if (label !== null) return label;
    const inner = contentOf(element, seen, all, depth);
    return inner.trim() === "" ? (attribute(element, "title") ?? inner) : inner;
  };

  const firstChild = (element, tag) => Array.from(element.children).find((child) => child.localName === tag);
  // What HTML names an element by; null where nothing does.
  const native = (element, seen, all, depth) => {
    const tag = element.localName;
    const inside = (child) => (child === undefined ? null : contentOf(child, seen, false, depth + 1).trim() || null);
    if (tag === "img" || tag === "area" || (tag === "input" && element.type === "image")) return element.getAttribute("alt")?.trim() || null;
    if (tag === "input" && ["submit", "reset", "button"].includes(element.type)) {
      const standard = { submit: "Submit", reset: "Reset" }[element.type] ?? null;
      return (element.hasAttribute("value") ? element.value.trim() : standard) || null;
    }
    if (tag === "svg") return Array.from(element.children).find((child) => child.localName === "title")?.textContent.trim() || null;
    if (tag === "fieldset") return inside(firstChild(element, "legend"));
    if (tag === "table") return inside(firstChild(element, "caption"));
    return null;
  };
  const labelsOf = (element, seen) => {
    const parts = Array.from(element.labels ?? [], (label) => {
      const around = new Set(seen);
      return contentOf(label, around, false, 1).trim();
    });
    return parts.filter(Boolean).join(" ") || null;
  };

  // The name that was given to it, without what it holds.
  const named = (element) => {
    const texts = referred(element, "aria-labelledby").map((other) => {
      const label = attribute(other, "aria-label");
      if (label !== null) return label;
      if (other !== element && valueOf(other) !== null) return valueOf(other);
      const isHidden = !other.checkVisibility({ visibilityProperty: true });
      const seen = new Set([other]);
      return native(other, seen, isHidden, 0) ?? contentOf(other, seen, isHidden, 0).trim();
    });
    const joined = texts.filter(Boolean).join(" ");
    if (joined !== "") return joined;
    const seen = new Set([element]);
    return attribute(element, "aria-label") ?? labelsOf(element, seen) ?? native(element, seen, false, 0) ?? "";
  };

  const nameOf = (element) => {
    const given = named(element);
    if (given !== "") return given.replace(/\s+/g, " ").trim();
    const role = roleOf(element);
    // A row of a table is no row that can be chosen.
    const isPlainRow = role === "row" && element.closest("[role=grid], [role=treegrid], [role=row]") === null;
    const content = NAMED_BY_CONTENT.has(role) && !isPlainRow ? contentOf(element, new Set([element]), false, 0).trim() : "";
    const text = content || attribute(element, "title") || attribute(element, "aria-placeholder") || (element.placeholder ?? "");
    return text.replace(/\s+/g, " ").trim();
  };

  return { roleOf, nameOf, isShown };
})()
