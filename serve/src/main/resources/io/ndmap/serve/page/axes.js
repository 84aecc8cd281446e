// The controls that select the axes of rows and columns, and the index along each other axis.

import { count, visible } from "./text.js";

/**
 * The controls of a plane. `changed({rows, columns, at})` is called with the values that the user
 * has changed.
 */
export class Axes {
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.key = "";
  }

  /** Shows the axes of an array. */
  show(meta, plane) {
    const { shape } = meta;
    this.plane = plane;
    const key = JSON.stringify([meta.name, shape, plane.kind, plane.rowAxis, plane.columnAxis, plane.channels]);
    if (key !== this.key) {
      this.key = key;
      this.build(shape, plane);
    }
    shape.forEach((size, axis) => {
      for (const input of this.root.querySelectorAll(`[data-at="${axis}"]`)) {
        if (document.activeElement !== input || Number(input.value) !== plane.parts[axis]) input.value = plane.parts[axis];
      }
    });
  }

  build(shape, plane) {
    const rows = [];
    if (shape.length > 1) {
      const pickers = element("div", { className: "pickers" });
      if (plane.rowAxis !== null) pickers.append(this.picker("Rows", "rows", shape, plane.rowAxis));
      pickers.append(this.picker(plane.rowAxis === null ? "Along" : "Columns", "columns", shape, plane.columnAxis));
      if (plane.rowAxis !== null) {
        const swap = element("button", { type: "button", textContent: "Swap", title: "Swap rows and columns" });
        swap.addEventListener("click", () => this.changed({ rows: this.plane.columnAxis, columns: this.plane.rowAxis }));
        pickers.append(swap);
      }
      rows.push(pickers);
    }
    shape.forEach((size, axis) => {
      if ([plane.rowAxis, plane.columnAxis, plane.channels].includes(axis)) return;
      rows.push(this.slider(axis, size));
    });
    this.root.replaceChildren(...rows);
    this.root.hidden = rows.length === 0;
  }

  picker(label, key, shape, chosen) {
    const select = element("select", { name: key });
    shape.forEach((size, axis) => {
      if (axis === this.plane.channels) return;
      select.append(element("option", { value: axis, textContent: `axis ${axis} (${count(size)})`, selected: axis === chosen }));
    });
    select.addEventListener("change", () => {
      const axis = Number(select.value);
      const { rowAxis, columnAxis } = this.plane;
      if (key === "rows") this.changed({ rows: axis, columns: axis === columnAxis ? rowAxis : columnAxis });
      else this.changed({ rows: axis === rowAxis ? columnAxis : rowAxis, columns: axis });
    });
    return labelled(label, select);
  }

  slider(axis, size) {
    const last = Math.max(0, size - 1);
    const name = `Index along axis ${axis}`;
    const range = element("input", { type: "range", min: 0, max: last, step: 1, ariaLabel: name });
    const exact = element("input", { type: "number", min: 0, max: last, step: 1, inputMode: "numeric", ariaLabel: `${name}, as a number` });
    for (const input of [range, exact]) {
      input.dataset.at = String(axis);
      input.disabled = size < 2;
      input.addEventListener("input", () => {
        const value = Number(input.value);
        if (input.value === "" || !Number.isInteger(value) || value < 0 || value > last) return;
        const at = this.plane.parts.map((part, other) => (other === axis ? value : typeof part === "number" ? part : 0));
        this.changed({ at });
      });
    }
    exact.addEventListener("change", () => {
      exact.value = String(this.plane.parts[axis]);
    });
    const row = element("div", { className: "slider" });
    row.append(element("span", { textContent: `axis ${axis}` }), range, exact, element("span", { className: "of", textContent: `of ${count(size)}` }));
    return row;
  }
}

/** Fills a `select` element with values, each a pair [value, label], and selects one of them. */
export function options(select, values, chosen) {
  const wanted = JSON.stringify(values);
  if (select.dataset.values !== wanted) {
    select.dataset.values = wanted;
    select.replaceChildren(...values.map(([value, label]) => element("option", { value, textContent: visible(label) })));
  }
  select.value = chosen;
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

function labelled(text, control) {
  const label = element("label", {});
  label.append(element("span", { textContent: text }), control);
  return label;
}
