"use strict";

// The slowness of this example is made on purpose, so that there is something to measure: sorting
// hundreds of rows takes a few milliseconds, and the rest of this time is spent in a busy loop.
const BUSY_MS = 120;

const MATERIALS = ["Oak", "Steel", "Linen", "Copper", "Glass", "Birch", "Wool", "Slate"];
const THINGS = ["chair", "lamp", "bowl", "shelf", "blanket", "kettle", "frame", "stool", "tray"];
const GROUPS = ["Kitchen", "Living", "Office", "Garden", "Bath"];
const FULL_STOCK = 500;

const tbody = document.querySelector("#grid tbody");
const priceHead = document.querySelector("#price");
const price = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// The same rows in every round: a linear congruential generator with a fixed seed.
function makeRows(count) {
  let state = 20261130;
  const next = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return Array.from({ length: count }, (_, index) => ({
    code: `A-${String(10001 + index)}`,
    name: `${MATERIALS[next(MATERIALS.length)]} ${THINGS[next(THINGS.length)]}`,
    group: GROUPS[next(GROUPS.length)],
    stock: next(FULL_STOCK),
    cents: 500 + next(49500),
    change: next(401) - 200,
  }));
}

function cell(text, className) {
  const td = document.createElement("td");
  if (className) {
    td.className = className;
  }
  td.textContent = text;
  return td;
}

function rowElement(row) {
  const bar = document.createElement("span");
  bar.className = "bar";
  bar.style.setProperty("--share", `${(100 * row.stock) / FULL_STOCK}%`);
  const amount = document.createElement("span");
  amount.className = "amount";
  amount.textContent = String(row.stock);
  const stock = cell("", "number");
  stock.append(bar, amount);

  const sign = row.change > 0 ? "+" : row.change < 0 ? "\u2212" : "";
  const change = cell(`${sign}${(Math.abs(row.change) / 10).toFixed(1)} %`, "number");
  change.classList.toggle("up", row.change > 0);
  change.classList.toggle("down", row.change < 0);

  const tr = document.createElement("tr");
  tr.append(
    cell(row.code, "code"),
    cell(row.name),
    cell(row.group),
    stock,
    cell(price.format(row.cents / 100), "number"),
    change,
  );
  return tr;
}

function comparePrices(left, right) {
  return left.row.cents - right.row.cents || left.row.code.localeCompare(right.row.code);
}

function busyUntil(time) {
  while (performance.now() < time) {
    // On purpose: see BUSY_MS.
  }
}

function sortByPrice() {
  const start = performance.now();
  const descending = priceHead.getAttribute("aria-sort") === "ascending";
  entries.sort((left, right) => (descending ? comparePrices(right, left) : comparePrices(left, right)));
  busyUntil(start + BUSY_MS);
  tbody.append(...entries.map((entry) => entry.element));
  priceHead.setAttribute("aria-sort", descending ? "descending" : "ascending");
  document.querySelector("#grid").dataset.sorted = "price";
}

const wanted = Number(new URLSearchParams(location.search).get("rows"));
const rows = makeRows(wanted > 0 ? Math.min(wanted, 10000) : 1000);
const entries = rows.map((row) => ({ row, element: rowElement(row) }));
tbody.append(...entries.map((entry) => entry.element));
document.querySelector("#status").textContent = `${entries.length.toLocaleString("en")} articles`;
document.querySelector("#sort").addEventListener("click", sortByPrice);
document.querySelector("#grid").dataset.ready = "true";
