"use strict";
const tip = document.getElementById("tip");

function showTip(text, event) {
  tip.textContent = text;
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + 14, innerWidth - box.width - 6);
  const below = event.clientY + 16;
  tip.style.left = Math.max(6, left) + "px";
  tip.style.top = (below + box.height > innerHeight ? event.clientY - box.height - 10 : below) + "px";
}

// --- tooltips, and one row lit up in all charts
function light(row) {
  document.body.classList.toggle("lit", row !== null);
  for (const mark of document.querySelectorAll("[data-row]")) {
    mark.classList.toggle("on", mark.dataset.row === row);
  }
}

document.addEventListener("pointermove", event => {
  const mark = event.target.closest("[data-tip]");
  if (mark) {
    showTip(mark.dataset.tip, event);
  } else if (!event.target.closest("svg.curves")) {
    tip.hidden = true;
  }
});

for (const handle of document.querySelectorAll("tr[data-row], .entry[data-row], figure[data-row]")) {
  handle.addEventListener("pointerenter", () => light(handle.dataset.row));
  handle.addEventListener("pointerleave", () => light(null));
}

// --- the values of all curves under the pointer
const units = {
  SHARE: value => (100 * value).toFixed(1) + " %",
  NUMBER: value => value.toPrecision(3)
};

for (const chart of document.querySelectorAll("svg.curves")) {
  const [x, y] = [chart.dataset.x, chart.dataset.y].map(axis => axis.split(" ").map(Number));
  const back = (axis, place) => axis[0] + (place - axis[2]) / (axis[3] - axis[2]) * (axis[1] - axis[0]);
  const lines = [...chart.querySelectorAll(".curve")].map(line => ({
    label: line.dataset.label,
    points: [...line.points].map(point => [point.x, point.y])
  })).filter(line => line.points.length > 0);
  const cursor = chart.querySelector(".cursor");
  chart.addEventListener("pointermove", event => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse()).x;
    const nearest = lines.map(line => ({
      label: line.label,
      point: line.points.reduce((a, b) => Math.abs(b[0] - at) < Math.abs(a[0] - at) ? b : a)
    })).sort((a, b) => a.point[1] - b.point[1]);
    if (nearest.length === 0) {
      return;
    }
    const place = nearest[0].point[0];
    cursor.setAttribute("x1", place);
    cursor.setAttribute("x2", place);
    cursor.style.visibility = "visible";
    const values = nearest.map(n => units[chart.dataset.unit](back(y, n.point[1])) + "  " + n.label);
    showTip("epoch " + Math.round(back(x, place)) + "\n" + values.slice(0, 24).join("\n"), event);
  });
  chart.addEventListener("pointerleave", () => {
    cursor.style.visibility = "hidden";
    tip.hidden = true;
  });
}

// --- tables sort by their headings
for (const heading of document.querySelectorAll(".sortable th")) {
  heading.addEventListener("click", () => {
    const order = heading.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    for (const other of heading.parentNode.children) {
      other.removeAttribute("aria-sort");
    }
    heading.setAttribute("aria-sort", order);
    const column = heading.cellIndex;
    const key = line => line.cells[column].dataset.v ?? line.cells[column].textContent;
    const compare = (a, b) => isNaN(key(a)) || isNaN(key(b)) ? key(a).localeCompare(key(b)) : key(a) - key(b);
    const body = heading.closest("table").tBodies[0];
    const sorted = [...body.rows].sort((a, b) => order === "ascending" ? compare(a, b) : compare(b, a));
    body.append(...sorted);
  });
}

// --- commands are copied by a click
for (const button of document.querySelectorAll(".copy")) {
  button.addEventListener("click", async () => {
    const text = button.parentNode.querySelector("pre");
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "selected";
    }
    setTimeout(() => { button.textContent = "copy"; }, 1500);
  });
}

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "light dark"
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : root.style.colorScheme === "dark";
  root.style.colorScheme = dark ? "light" : "dark";
});
