"use strict";

// The leak of this example is made on purpose: rows that leave the list are kept "for undo", which
// nobody can ask for. Each of them holds its elements and the numbers behind its curve, 16 KiB.
const removed = [];

const SHOWN = 40;
const CURVE = 2048;
const CURVE_STEP = 16;
const CUSTOMERS = ["Adler", "Brandt", "Castell", "Dietz", "Ebner", "Falk", "Gruber", "Hartl", "Ilg", "Jahn"];
const KINDS = ["Books", "Tools", "Paper", "Lamps", "Coffee", "Bikes", "Seeds"];
const SVG = "http://www.w3.org/2000/svg";

const list = document.querySelector("#list");
const status = document.querySelector("#status");
const amount = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rows = [];
let lastNumber = 4200;

// The same orders in every round: a linear congruential generator with a fixed seed.
let state = 20261130;
function next(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * limit);
}

function makeOrder() {
  let level = 50;
  const curve = Array.from({ length: CURVE }, () => {
    level = Math.min(99.5, Math.max(0.5, level + (next(41) - 20) / 8));
    return level;
  });
  lastNumber += 1;
  return {
    number: lastNumber,
    customer: CUSTOMERS[next(CUSTOMERS.length)],
    kind: KINDS[next(KINDS.length)],
    cents: 900 + next(90000),
    curve,
  };
}

function span(className, text) {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function curveElement(curve) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${CURVE} 100`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("vector-effect", "non-scaling-stroke");
  const points = [];
  for (let index = 0; index < curve.length; index += CURVE_STEP) points.push(`${index},${100 - curve[index]}`);
  line.setAttribute("points", points.join(" "));
  svg.append(line);
  return svg;
}

function makeRow(order) {
  const element = document.createElement("li");
  element.append(
    span("number", `#${order.number}`),
    span("customer", `${order.customer}, ${order.kind}`),
    curveElement(order.curve),
    span("amount", amount.format(order.cents / 100)),
  );
  return { order, element };
}

// The latest first.
function makeRows() {
  return Array.from({ length: SHOWN }, () => makeRow(makeOrder())).reverse();
}

function loadNewer() {
  for (const row of rows) row.element.classList.remove("new");
  const newer = makeRows();
  for (const row of newer) row.element.classList.add("new");
  rows.unshift(...newer);
  list.prepend(...newer.map((row) => row.element));
  for (const row of rows.splice(SHOWN)) {
    row.element.remove();
    // On purpose: see `removed`.
    removed.push(row);
  }
  showStatus();
  list.dataset.loaded = "true";
}

function showStatus() {
  status.textContent = `${rows.length} orders shown, the latest is #${lastNumber}`;
}

rows.push(...makeRows());
list.append(...rows.map((row) => row.element));
showStatus();
document.querySelector("#load").addEventListener("click", loadNewer);
list.dataset.ready = "true";
