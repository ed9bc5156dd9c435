"use strict";
const tip = document.getElementById("tip");

function showTip(text, x, y) {
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(x + 14, innerWidth - box.width - 6);
  tip.style.left = Math.max(6, left) + "px";
  tip.style.top = (y + 16 + box.height > innerHeight ? y - box.height - 10 : y + 16) + "px";
}

// --- tooltips, and one row lit up in all charts
function light(row) {
  document.body.classList.toggle("lit", row !== null);
  for (const mark of document.querySelectorAll("[data-row]")) {
    mark.classList.toggle("on", mark.dataset.row === row);
  }
}

let lit = null;
document.addEventListener("pointermove", event => {
  const chart = event.target.closest("svg.curves");
  const mark = event.target.closest("[data-tip]");
  if (chart) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse()).x;
    showValues(chart, at, event.clientX, event.clientY);
  } else if (mark) {
    showTip(mark.dataset.tip, event.clientX, event.clientY);
  } else {
    tip.hidden = true;
  }
  for (const cursor of document.querySelectorAll("svg.curves .cursor")) {
    cursor.classList.toggle("seen", cursor.parentNode === chart);
  }
  const handle = event.target.closest("tr[data-row], .entry[data-row], figure[data-row]");
  const row = handle ? handle.dataset.row : null;
  if (row !== lit) {
    lit = row;
    light(row);
  }
});
document.documentElement.addEventListener("pointerleave", () => { tip.hidden = true; light(null); });

// --- the values of all curves under the pointer, or where the arrow keys have gone
const three = value => Math.abs(value) >= 99.95 ? value.toFixed(0) : value.toPrecision(3);
function scaled(value, base, names) {
  let i = 0;
  for (; Math.abs(value) >= base && i < names.length - 1; i++) {
    value /= base;
  }
  return three(value) + " " + names[i];
}
const units = {
  SHARE: value => (100 * value).toFixed(1) + " %",
  NUMBER: three,
  COUNT: value => value.toFixed(0),
  SECONDS: value => value < 1 ? scaled(value * 1e6, 1000, ["µs", "ms"]) : three(value) + " s",
  BYTES: value => scaled(value, 1024, ["B", "KiB", "MiB", "GiB", "TiB"])
};

function showValues(chart, at, x, y) {
  const [across, up] = [chart.dataset.x, chart.dataset.y].map(axis => axis.split(" ").map(Number));
  const back = (axis, place) => axis[0] + (place - axis[2]) / (axis[3] - axis[2]) * (axis[1] - axis[0]);
  const nearest = [...chart.querySelectorAll(".curve")].filter(line => line.points.length > 0).map(line => ({
    label: line.dataset.label,
    point: [...line.points].reduce((a, b) => Math.abs(b.x - at) < Math.abs(a.x - at) ? b : a)
  })).sort((a, b) => a.point.y - b.point.y);
  if (nearest.length === 0) {
    return;
  }
  const place = nearest.map(n => n.point.x).reduce((a, b) => Math.abs(b - at) < Math.abs(a - at) ? b : a);
  const cursor = chart.querySelector(".cursor");
  cursor.setAttribute("x1", place);
  cursor.setAttribute("x2", place);
  const values = nearest.filter(n => Math.abs(n.point.x - place) < 3)
    .map(n => units[chart.dataset.unit](back(up, n.point.y)) + "  " + n.label);
  const where = chart.dataset.titleX + " " + units[chart.dataset.unitX](back(across, place));
  showTip(where + "\n" + values.slice(0, 24).join("\n"), x, y);
}

document.addEventListener("keydown", event => {
  const chart = event.target.closest("svg.curves");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (chart && step) {
    event.preventDefault();
    const places = [...new Set([...chart.querySelectorAll(".curve")].flatMap(line => [...line.points].map(p => p.x)))]
      .sort((a, b) => a - b);
    const cursor = chart.querySelector(".cursor");
    const now = cursor.classList.contains("seen") ? places.indexOf(Number(cursor.getAttribute("x1"))) : places.length;
    const at = places[Math.min(places.length - 1, Math.max(0, now + step))];
    cursor.classList.add("seen");
    const spot = new DOMPoint(at, 40).matrixTransform(chart.getScreenCTM());
    showValues(chart, at, spot.x, spot.y);
  } else if (event.key === "Escape") {
    tip.hidden = true;
  } else if (event.key === "Enter" && event.target.matches(".sortable th")) {
    sortBy(event.target);
  }
});
document.addEventListener("focusout", event => {
  if (event.target.closest("svg.curves")) {
    event.target.querySelector(".cursor").classList.remove("seen");
    tip.hidden = true;
  }
});

// --- tables sort by their headings
function sortBy(heading, order = heading.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending") {
  for (const other of heading.parentNode.children) {
    other.removeAttribute("aria-sort");
  }
  heading.setAttribute("aria-sort", order);
  const column = heading.cellIndex;
  const key = line => line.cells[column].dataset.v ?? line.cells[column].textContent;
  const compare = (a, b) => isNaN(key(a)) || isNaN(key(b)) ? key(a).localeCompare(key(b)) : key(a) - key(b);
  const body = heading.closest("table").tBodies[0];
  body.append(...[...body.rows].sort((a, b) => order === "ascending" ? compare(a, b) : compare(b, a)));
}

// --- clicks: headings, commands to copy, light and dark
async function copy(button) {
  const text = button.parentNode.querySelector("pre");
  try {
    await navigator.clipboard.writeText(text.textContent);
    button.textContent = "copied";
  } catch {
    getSelection().selectAllChildren(text);
    button.textContent = "selected";
  }
  setTimeout(() => { button.textContent = "copy"; }, 1500);
}

const root = document.documentElement;
try {
  root.style.colorScheme = localStorage.getItem("atoll-theme") ?? "";
} catch {
  // a page that may keep nothing begins as the system is
}

function changeTheme() {
  const dark = getComputedStyle(root).colorScheme === "light dark"
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : root.style.colorScheme === "dark";
  root.style.colorScheme = dark ? "light" : "dark";
  try {
    localStorage.setItem("atoll-theme", root.style.colorScheme);
  } catch {
    // then it lasts for this page
  }
}

document.addEventListener("click", event => {
  const heading = event.target.closest(".sortable th");
  if (heading) {
    sortBy(heading);
  } else if (event.target.matches(".copy")) {
    copy(event.target);
  } else if (event.target.id === "theme") {
    changeTheme();
  }
});

// --- boxes that are wider than the page say so while there is more at their right
const more = box => { box.toggleAttribute("data-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 2); };
const sizes = new ResizeObserver(entries => requestAnimationFrame(() => entries.forEach(entry => more(entry.target))));

// --- what keys must reach; on a phone the cells of a row are named by their headings
function prepare(part) {
  for (const stop of part.querySelectorAll(".sortable th, svg.curves")) {
    stop.setAttribute("tabindex", "0");
  }
  for (const box of part.querySelectorAll(".scroll, pre, .rows thead tr")) {
    sizes.observe(box);
    box.addEventListener("scroll", () => more(box), { passive: true });
  }
  for (const table of part.querySelectorAll("table.rows")) {
    const titles = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
    for (const row of table.tBodies[0].rows) {
      [...row.cells].forEach((cell, i) => cell.setAttribute("data-title", titles[i]));
    }
  }
}
prepare(document);

// --- the list of runs shows those that have all the words
function filterRows() {
  const field = document.getElementById("filter");
  if (!field) {
    return;
  }
  const words = field.value.toLowerCase().split(/\s+/).filter(word => word);
  const rows = [...document.querySelectorAll("#runs tbody tr")];
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !words.every(word => text.includes(word));
  }
  const shown = rows.filter(row => !row.hidden).length;
  document.getElementById("matches").textContent = words.length ? `${shown} of ${rows.length}` : "";
}
document.addEventListener("input", event => {
  if (event.target.id === "filter") {
    filterRows();
  }
});
filterRows();

// --- a page that is served follows its runs: the server sends the parts that have changed
function renew(old, markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  const part = holder.content.firstChild;
  prepare(part);
  for (const box of old ? old.querySelectorAll("input:checked") : []) {
    const again = [...part.querySelectorAll("input")].find(input => input.value === box.value);
    if (again) {
      again.checked = true;
    }
  }
  for (const open of old ? old.querySelectorAll("details[open]") : []) {
    part.querySelector("#" + open.id)?.setAttribute("open", "");
  }
  const sorted = old?.querySelector("th[aria-sort]");
  if (sorted) {
    const heading = part.querySelectorAll("thead th")[sorted.cellIndex];
    heading && sortBy(heading, sorted.getAttribute("aria-sort"));
  }
  const focused = old?.contains(document.activeElement)
    ? [...old.querySelectorAll("[tabindex], a, button, input, summary")].indexOf(document.activeElement) : -1;
  old?.replaceWith(part);
  filterRows();
  if (focused >= 0) {
    part.querySelectorAll("[tabindex], a, button, input, summary")[focused]?.focus({ preventScroll: true });
  }
  return part;
}

if (document.body.dataset.live) {
  const main = document.querySelector("main");
  const stream = new EventSource(location.href);
  let lost = 0;
  stream.onopen = () => {
    clearTimeout(lost);
    lost = 0;
    document.body.classList.remove("cut-off");
  };
  stream.onerror = () => { // the server ends every stream after a while: the next one begins at once
    lost = lost || setTimeout(() => document.body.classList.add("cut-off"), 4000);
  };
  stream.addEventListener("parts", event => {
    const { order, changed } = JSON.parse(event.data);
    for (const [id, markup] of Object.entries(changed)) {
      const old = document.getElementById(id);
      const part = renew(old, markup);
      if (!old) {
        const next = order.slice(order.indexOf(id) + 1).map(later => document.getElementById(later)).find(found => found);
        main.insertBefore(part, next ?? null);
      }
    }
    for (const part of main.querySelectorAll(".part")) {
      if (!order.includes(part.id)) {
        part.remove();
      }
    }
  });
  stream.addEventListener("gone", event => {
    stream.close();
    const note = document.createElement("p");
    note.className = "problems";
    note.setAttribute("role", "alert");
    note.textContent = event.data;
    main.prepend(note);
  });
}
