// The picture of one array, and the parts of the page around it: the value at the cursor, the
// legend, the profiles, the histogram and the downloads.

import { isAbort, json, tile } from "./api.js";
import { Axes, options } from "./axes.js";
import { INFINITY_COLOUR, MAPS, NAN_COLOUR, css, limits, table } from "./colours.js";
import { Export } from "./export.js";
import { HeatMap } from "./heatmap.js";
import { LineView } from "./lineview.js";
import { LARGE, SMALL, itemParts, numberKind, partsOf, planeOf, touchedBytes } from "./plane.js";
import { drawHistogram, sheet } from "./plots.js";
import { fieldText, indexText } from "./selection.js";
import { bytes, count, number, percent, typeText, visible } from "./text.js";
import { Tiles } from "./tiles.js";

const AGGREGATES = [["mean", "mean"], ["min", "minimum"], ["max", "maximum"], ["std", "deviation"], ["count-nan", "NaN count"]];
const PARTS = [["magnitude", "magnitude"], ["real", "real part"], ["imag", "imaginary part"], ["phase", "phase"]];
const KINDS = { heatmap: "heat map", image: "image", line: "line" };
const BINS = 64;
const MOST_ROWS = 50;
const MOST_COLUMNS = 20;
// Delays in milliseconds: before the value under the pointer is read, and before a new box is
// reported.
const HOVER = 60;
const SETTLED = 200;

/** Shows an array according to a state, and reports the changes that the user makes. */
export class Picture {
  /**
   * @param root the section of the page that contains the picture and the parts around it
   * @param listener `change(part, push)` with the entries of the state that change;
   *     `failed(problem)`, where the problem is a `Changed` if the file no longer has the tag
   *     `meta.etag`. If this tag is empty, any state of the file is accepted.
   */
  constructor(root, busy, listener) {
    this.root = root;
    this.busy = busy;
    this.listener = listener;
    this.meta = null;
    this.allowed = "";
    this.percentiles = { key: "", low: NaN, high: NaN };
    this.beside = new AbortController();
    this.value = null;
    this.timers = {};
    this.find = (selector) => root.querySelector(selector);
    this.axes = new Axes(this.find("#axes"), (change) => listener.change(change, !("at" in change)));
    this.tiles = new Tiles({
      loaded: () => this.heat.redraw(),
      failed: (problem) => listener.failed(problem),
      progress: (done, of) => this.progress(done, of),
    });
    const moves = {
      moved: (viewport) => this.moved(viewport),
      hovered: (item) => this.hovered(item),
      pointed: (item) => this.pointed(item),
    };
    this.heat = new HeatMap(this.find("#heat"), this.tiles, {
      ...moves,
      contrast: (tiles) => this.limits(tiles),
      drawn: (state) => this.drawn(state),
    });
    this.line = new LineView(this.find("#line canvas"), {
      ...moves,
      load: (...view) => this.loadLine(this.plane.parts, this.plane.columnAxis, "line", ...view),
      failed: (problem) => listener.failed(problem),
    }, true);
    this.row = this.profile("#row", () => this.plane.columnAxis);
    this.column = this.profile("#column", () => this.plane.rowAxis);
    this.export = new Export(this.find("#export"), {
      parts: (seenOnly) => partsOf(this.plane, seenOnly && this.viewport() ? this.viewport().items() : null),
      image: () => (this.plane.kind === "line" ? this.line.image() : this.heat.image()),
      failed: (problem) => listener.failed(problem),
    });
    this.controls();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.repaint());
  }

  /** Shows an array. */
  show(meta, state) {
    const previous = this.meta;
    this.meta = meta;
    this.state = state;
    this.plane = planeOf(meta, state);
    this.drawable = numberKind(this.plane.dtype) !== null && !this.plane.empty && this.plane.kind !== "value";
    if (previous?.name !== meta.name || previous?.etag !== meta.etag) {
      this.tiles.clear();
      this.allowed = "";
    }
    this.axes.show(meta, this.plane);
    this.showControls();
    const key = this.planeKey();
    const anew = key !== this.key;
    this.key = key;
    for (const [id, kinds] of [["#heat", ["heatmap", "image"]], ["#line", ["line"]]]) {
      this.find(id).hidden = !(this.drawable && kinds.includes(this.plane.kind));
    }
    this.find("#values").hidden = this.drawable || this.plane.empty;
    this.find("#tools").hidden = !this.drawable;
    this.find("#empty").hidden = !this.plane.empty;
    const isCounted = !["magnitude", "phase"].includes(this.plane.part);
    this.find("#items").hidden = !(this.drawable && isCounted);
    this.find("#legend").hidden = !(this.drawable && this.plane.kind === "heatmap");
    this.find("#under").hidden = !this.drawable;
    if (!this.drawable) {
      this.heat.show(null);
      this.line.hide();
      this.find("#notice").hidden = true;
      if (!this.plane.empty && anew) this.showValues();
    } else if (this.plane.kind === "line") {
      this.heat.show(null);
      this.tiles.stop();
      this.line.show(key, this.plane.columns, state.box);
    } else {
      this.line.hide();
      this.heat.show(this.source(), state.box);
      const box = this.heat.viewport;
      if (state.box === null && !box.fitted) this.heat.see(null);
      else if (state.box !== null && different(state.box, box.box)) this.heat.see(state.box);
    }
    this.export.show(meta, this.plane);
    if (this.drawable) {
      this.ask(anew);
      this.showCursor();
    } else {
      this.showProfiles();
    }
  }

  /** Shows nothing, and aborts all requests. */
  hide() {
    this.stop();
    this.meta = null;
    this.hover = null;
    this.key = "";
    this.heat.show(null);
    this.line.hide();
    this.row.hide();
    this.column.hide();
  }

  /** Aborts all requests. */
  stop() {
    this.tiles.stop();
    this.line.stop();
    this.row.stop();
    this.column.stop();
    this.beside.abort();
    this.value?.abort();
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }

  /** Forgets failed requests, so that the next call of `show` repeats them. */
  retry() {
    this.tiles.forgive();
    this.key = "";
    this.line.series = null;
  }

  planeKey() {
    const { meta, plane } = this;
    return JSON.stringify([meta.name, meta.etag, plane.kind, plane.parts, plane.rowAxis, plane.columnAxis, plane.field, plane.part]);
  }

  viewport() {
    if (!this.drawable) return null;
    return this.plane.kind === "line" ? this.line.viewport : this.heat.viewport;
  }

  request(parts, more) {
    const { meta, plane } = this;
    return {
      path: meta.name, selection: parts.length === 0 ? "" : indexText(parts),
      field: fieldText(plane.field), part: plane.part, ...more,
    };
  }

  source() {
    const { meta, plane, state, key } = this;
    const aggregate = plane.kind === "image" ? "mean" : state.aggregate;
    const axes = plane.swapped ? "1,0" : "0,1";
    const channels = plane.kind === "image" ? [...Array(meta.shape[plane.channels]).keys()] : [null];
    const load = async ({ box, height, width, sampled }, signal) => {
      const answers = await Promise.all(channels.map((channel) =>
        tile(this.request(plane.parts.map((part, axis) => (channel !== null && axis === plane.channels ? channel : part)), {
          axes, aggregate, height, width, sampled: sampled ? "true" : "",
          rows: `${box.top}:${box.bottom}`, columns: `${box.left}:${box.right}`,
        }), signal, meta.etag)));
      return {
        channels: answers.map((answer) => answer.cells), rows: answers[0].rows, columns: answers[0].columns,
        nan: answers[0].nan, infinite: answers[0].infinite, sampled: answers[0].sampled,
        ...extremes(answers[0].cells),
      };
    };
    return {
      key: `${key} ${aggregate}`,
      plane: JSON.stringify([meta.name, meta.etag, plane.rowAxis, plane.columnAxis, plane.kind]),
      rows: plane.rows, columns: plane.columns, map: state.map,
      most: plane.kind === "image" ? (/f/.test(plane.dtype) ? 1 : 255) : null,
      isSampled: (box) => this.allowed !== key && touchedBytes(meta, partsOf(plane, box)) > LARGE,
      load,
    };
  }

  async loadLine(parts, axis, name, left, right, width, signal) {
    const { meta, key } = this;
    const box = parts.map((part, other) => (other === axis ? [left, right] : part));
    const room = name === "line" ? LARGE : SMALL;
    const sampled = this.allowed !== key && touchedBytes(meta, box) > room;
    const controller = new AbortController();
    signal.addEventListener("abort", () => controller.abort(), { once: true });
    const answer = await this.busy.during(name, "Reading a line", controller, () =>
      tile(this.request(parts, { columns: `${left}:${right}`, width, sampled: sampled ? "true" : "" }), controller.signal, meta.etag));
    const cells = answer.cells.length / 3;
    const series = {
      low: answer.cells.subarray(0, cells), high: answer.cells.subarray(cells, 2 * cells), mean: answer.cells.subarray(2 * cells),
      sampled: answer.sampled,
    };
    if (name === "line") {
      this.notice(sampled ? answer.sampled : 1, touchedBytes(meta, box));
      this.root.dataset.drawn = sampled ? "sampled" : "exact";
    } else {
      this.find(`#${name} [data-note]`).textContent = sampled ? "sampled" : "";
    }
    return series;
  }

  profile(id, axis) {
    const root = this.find(id);
    const canvas = root.querySelector("canvas");
    return new LineView(canvas, {
      load: (...view) => this.loadLine(
        itemParts(this.plane, this.state.cursor.row, this.state.cursor.column).map((part, other) => (other === axis() ? null : part)),
        axis(), id.slice(1), ...view),
      failed: (problem) => this.listener.failed(problem),
      described: (text) => canvas.setAttribute("aria-label", `${root.querySelector("h2").textContent}: ${text}`),
    }, false);
  }

  // Input of the user.

  controls() {
    const change = (selector, event, value, push = false) => {
      const control = this.find(selector);
      control.addEventListener(event, () => {
        const part = value(control);
        if (part !== null) this.listener.change(part, push);
      });
    };
    change("[name=kind]", "change", (c) => ({ kind: c.value, box: null, cursor: null }), true);
    change("[name=field]", "change", (c) => ({ field: c.value }), true);
    change("[name=part]", "change", (c) => ({ part: c.value }), true);
    change("[name=aggregate]", "change", (c) => ({ aggregate: c.value }));
    change("[name=map]", "change", (c) => ({ map: c.value }));
    const contrast = (part) => ({ contrast: { ...this.state.contrast, ...part } });
    change("[name=by]", "change", (c) => {
      if (c.value === "percentiles") return contrast({ by: "percentiles", low: 1, high: 99 });
      const { low, high } = this.now ?? { low: 0, high: 1 };
      return contrast({ by: "range", low: Number(number(low)), high: Number(number(high)) });
    });
    const end = (name) => (c) => {
      const value = Number(c.value);
      const most = this.state.contrast.by === "percentiles" ? 100 : Infinity;
      const least = this.state.contrast.by === "percentiles" ? 0 : -Infinity;
      return c.value === "" || !(value >= least && value <= most) ? null : contrast({ [name]: value });
    };
    change("[name=low]", "input", end("low"));
    change("[name=high]", "input", end("high"));
    change("[name=log]", "change", (c) => contrast({ log: c.checked, symmetric: false }));
    change("[name=symmetric]", "change", (c) => contrast({ symmetric: c.checked, log: false }));
    const shown = () => (this.plane.kind === "line" ? this.line : this.heat);
    this.find("[data-zoom=in]").addEventListener("click", () => shown().zoom(2));
    this.find("[data-zoom=out]").addEventListener("click", () => shown().zoom(0.5));
    this.find("[data-zoom=fit]").addEventListener("click", () => shown().move((v) => v.fit()));
    this.find("#notice button").addEventListener("click", () => this.readAll());
    this.find("#items button").addEventListener("click", () => this.countItems());
    this.find("#nan-swatch").style.background = css(NAN_COLOUR);
    this.find("#infinity-swatch").style.background = css(INFINITY_COLOUR);
  }

  showControls() {
    const { meta, plane, state } = this;
    const set = (name, values, chosen) => {
      const select = this.find(`[name=${name}]`);
      select.closest("label").hidden = values.length < 2;
      options(select, values, chosen);
    };
    const kinds = meta.shape.length < 2 ? [] : plane.canBeImage ? ["heatmap", "image", "line"] : ["heatmap", "line"];
    set("kind", kinds.map((kind) => [kind, KINDS[kind]]), plane.kind);
    set("field", (meta.fields ?? []).map(({ name, dtype }) => [name, `${name} (${typeText(dtype)})`]), plane.field);
    set("part", plane.part ? PARTS : [], plane.part);
    set("aggregate", plane.kind === "heatmap" ? AGGREGATES : [], state.aggregate);
    set("map", plane.kind === "heatmap" ? MAPS.map((name) => [name, name]) : [], state.map);
    this.find("#contrast").hidden = plane.kind !== "heatmap";
    const { by, low, high, log, symmetric } = state.contrast;
    this.find("[name=by]").value = by;
    for (const [name, value] of [["low", low], ["high", high]]) {
      const input = this.find(`[name=${name}]`);
      if (document.activeElement !== input) input.value = value;
      input.nextElementSibling.hidden = by !== "percentiles";
    }
    this.find("[name=log]").checked = log;
    this.find("[name=symmetric]").checked = symmetric;
  }

  moved(viewport) {
    this.later("moved", SETTLED, () => this.listener.change({ box: viewport.fitted ? null : { ...viewport.box } }, false));
    this.export.update();
  }

  hovered(item) {
    this.hover = item;
    this.later("hover", HOVER, () => this.read(item ?? this.state.cursor));
  }

  pointed(item) {
    clearTimeout(this.timers.hover);
    this.hover = null;
    this.listener.change({ cursor: item }, false);
  }

  readAll() {
    this.allowed = this.key;
    this.find("#notice").hidden = true;
    if (this.plane.kind === "line") {
      this.line.series = null;
      this.line.changed();
    } else {
      this.heat.changed();
    }
  }

  progress(done, of) {
    if (of === 0) this.busy.end("tiles");
    else this.busy.set("tiles", of === 1 ? "Reading" : `Reading, ${done} of ${of} tiles are there`, () => this.stopped());
  }

  stopped() {
    this.tiles.stop();
    this.find("#notice [data-text]").textContent = "Reading was stopped.";
    const button = this.find("#notice button");
    button.textContent = "Go on";
    this.find("#notice").hidden = false;
  }

  // The parts of the page around the picture.

  drawn({ needed, exact, sharp, contrast }) {
    const isSampled = sharp.some(({ tile }) => tile.sampled);
    const complete = sharp.length >= needed;
    this.root.dataset.drawn = exact >= needed ? "exact" : complete ? "sampled" : "part";
    if (complete) {
      const share = Math.max(...sharp.map((each) => each.sampled));
      const { meta, plane } = this;
      this.notice(exact >= needed || !isSampled ? 1 : share, touchedBytes(meta, partsOf(plane, this.heat.viewport.items())));
    }
    const sum = (name) => sharp.reduce((total, each) => total + each[name], 0);
    const about = isSampled && exact < needed ? "about " : "";
    for (const [id, name] of [["#nan", "nan"], ["#infinity", "infinite"]]) {
      this.find(id).hidden = sum(name) === 0;
      this.find(`${id} [data-count]`).textContent = about + count(sum(name));
    }
    this.legend(contrast);
    this.shownCell = { sharp };
  }

  notice(share, size) {
    const root = this.find("#notice");
    root.hidden = !(share < 1);
    if (root.hidden) return;
    root.querySelector("[data-text]").textContent = `Sampled: ${percent(share)} of ${bytes(size)} was read.`;
    root.querySelector("button").textContent = `Read all ${bytes(size)}`;
  }

  limits(tiles) {
    const { contrast, aggregate } = this.state;
    const low = Math.min(...tiles.map((each) => each.low));
    const high = Math.max(...tiles.map((each) => each.high));
    const leastPositive = Math.min(...tiles.map((each) => each.leastPositive));
    const cells = low <= high ? { low, high } : { low: 0, high: 1 };
    const ofItems = ["mean", "min", "max"].includes(aggregate) && Number.isFinite(this.percentiles.low) && Number.isFinite(this.percentiles.high);
    const wanted = contrast.by === "range" ? contrast : ofItems ? this.percentiles : cells;
    return limits(wanted.low, wanted.high, contrast, leastPositive);
  }

  legend(contrast) {
    const key = JSON.stringify([contrast, this.state.map]);
    this.now = contrast;
    if (key === this.legendKey || this.find("#legend").hidden) return;
    this.legendKey = key;
    this.find("#legend [data-low]").textContent = number(contrast.low, 4);
    this.find("#legend [data-high]").textContent = number(contrast.high, 4);
    const middle = contrast.log ? Math.sqrt(contrast.low * contrast.high) : (contrast.low + contrast.high) / 2;
    this.find("#legend [data-middle]").textContent = contrast.low < contrast.high ? number(middle, 4) : "";
    const canvas = this.find("#legend canvas");
    const { pen } = sheet(canvas);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    const words = table(this.state.map);
    const image = pen.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let x = 0; x < canvas.width; x++) {
      const word = words[Math.round((x / Math.max(1, canvas.width - 1)) * (words.length - 1))];
      for (let y = 0; y < canvas.height; y++) pixels[y * canvas.width + x] = word;
    }
    pen.putImageData(image, 0, 0);
    if (this.histogram) drawHistogram(this.find("#items canvas"), this.histogram, contrast);
  }

  repaint() {
    this.legendKey = "";
    this.heat.redraw();
    for (const line of [this.line, this.row, this.column]) line.draw();
    if (this.histogram) drawHistogram(this.find("#items canvas"), this.histogram, this.plane.kind === "heatmap" ? this.now : null);
  }

  /**
   * Requests percentiles, and also the histogram and the statistics if few bytes must be read for
   * them.
   * @param anew whether another plane is shown than before
   */
  ask(anew) {
    const { contrast } = this.state;
    const q = contrast.by === "percentiles" ? `${Math.min(contrast.low, contrast.high)},${Math.max(contrast.low, contrast.high)}` : "";
    const key = `${this.key} ${q}`;
    if (anew) {
      this.beside.abort();
      this.beside = new AbortController();
      this.histogram = null;
    }
    if (this.plane.kind === "heatmap" && q && key !== this.percentiles.key) {
      this.percentiles = { ...this.percentiles, key };
      this.later("percentiles", anew ? 0 : HOVER, () => this.askPercentiles(q, key));
    }
    if (anew) {
      this.find("#items canvas").hidden = true;
      this.find("#items dl").hidden = true;
      this.find("#items button").hidden = true;
      const size = touchedBytes(this.meta, this.plane.parts);
      if (this.find("#items").hidden) {
        clearTimeout(this.timers.items);
      } else if (size > SMALL * 4) {
        this.find("#items button").textContent = `Count all elements (reads ${bytes(size)})`;
        this.find("#items button").hidden = false;
      } else {
        this.later("items", SETTLED, () => this.countItems());
      }
    }
  }

  async askPercentiles(q, key) {
    try {
      const { values } = await json("percentiles", this.request(this.plane.parts, { q }), this.beside.signal, this.meta.etag);
      if (this.percentiles.key !== key) return;
      this.percentiles = { key, low: Number(values[0]), high: Number(values[1]) };
      this.heat.redraw();
    } catch (error) {
      if (!isAbort(error)) this.listener.failed(error);
      else if (this.percentiles.key === key) this.percentiles.key = "";
    }
  }

  /**
   * The kind of the elements whose statistics are computed, and the parameters that select them.
   * For complex numbers, the real or the imaginary part is selected as a field.
   */
  counted() {
    const { plane } = this;
    const kind = numberKind(plane.dtype);
    const { part, ...request } = this.request(plane.parts, {});
    if (kind === "c") request.field = fieldText(plane.field, plane.part);
    return { kind, request };
  }

  async countItems() {
    const button = this.find("#items button");
    button.hidden = true;
    const { kind, request } = this.counted();
    const { etag } = this.meta;
    const controller = new AbortController();
    this.beside.signal.addEventListener("abort", () => controller.abort(), { once: true });
    try {
      await this.busy.during("items", "Counting elements", controller, async (signal) => {
        const statistics = await json("stats", request, signal, etag);
        const range = /[mM]/.test(kind) ? null : await this.finiteRange(statistics, signal, etag);
        const histogram = range === null ? null : await this.askHistogram({ ...request, range }, signal, etag);
        this.showItems(histogram, statistics);
      });
    } catch (error) {
      if (!isAbort(error)) this.listener.failed(error);
      else if (!this.beside.signal.aborted) button.hidden = false;
    }
  }

  /** A histogram, or null if the elements are too close to each other for its bins. */
  async askHistogram(request, signal, etag) {
    try {
      return await json("histogram", { ...request, bins: BINS }, signal, etag);
    } catch (error) {
      if (error.status === 400) return null;
      throw error;
    }
  }

  /**
   * The parameter `range` of a histogram: empty for the range from the minimum to the maximum. If
   * one of these is infinite, the range of the finite numbers in a sample; null if there is no such
   * range.
   */
  async finiteRange(statistics, signal, etag) {
    if ([statistics.min, statistics.max].every((each) => Number.isFinite(Number(each)))) return "";
    const { values } = await json("percentiles", this.request(this.plane.parts, { q: "0,100" }), signal, etag);
    return values.every((each) => typeof each === "number") && values[0] < values[1] ? values.join(",") : null;
  }

  showItems(histogram, statistics) {
    const numbers = { counts: (histogram?.counts ?? []).map(Number), edges: (histogram?.edges ?? []).map(Number) };
    const usable = numbers.edges.length > 1 && numbers.edges.every(Number.isFinite);
    const canvas = this.find("#items canvas");
    canvas.hidden = !usable;
    this.histogram = usable ? numbers : null;
    if (usable) {
      const most = numbers.counts.indexOf(Math.max(...numbers.counts));
      canvas.setAttribute("aria-label",
        `Histogram from ${number(numbers.edges[0])} to ${number(numbers.edges.at(-1))}; most elements are near ${number(numbers.edges[most])}`);
      drawHistogram(canvas, numbers, this.plane.kind === "heatmap" ? this.now : null);
    }
    const list = this.find("#items dl");
    list.hidden = false;
    list.replaceChildren();
    for (const name of ["count", "nan", "min", "max", "mean", "std"]) {
      if (statistics[name] === undefined || statistics[name] === null) continue;
      const term = document.createElement("dt");
      const value = document.createElement("dd");
      term.textContent = name;
      const known = statistics[name];
      value.textContent = ["count", "nan"].includes(name) && typeof known === "number" ? count(known) : number(known);
      list.append(term, value);
    }
  }

  // The cursor.

  showCursor() {
    const { plane, state } = this;
    const cursor = state.cursor && state.cursor.row < plane.rows && state.cursor.column < plane.columns ? state.cursor : null;
    if (plane.kind === "line") this.line.mark(cursor ? cursor.column : null);
    else this.heat.mark(cursor);
    this.read(this.hover ?? cursor);
    this.showProfiles();
  }

  showProfiles() {
    const { plane, state } = this;
    const cursor = state.cursor;
    const show = this.drawable && plane.kind === "heatmap" && cursor !== null && cursor.row < plane.rows && cursor.column < plane.columns;
    for (const id of ["#row", "#column"]) this.find(id).hidden = !(this.drawable && plane.kind === "heatmap");
    this.find("#row canvas").hidden = !show;
    this.find("#column canvas").hidden = !show;
    for (const hint of this.root.querySelectorAll("[data-hint]")) hint.hidden = show;
    if (!show) {
      this.row.hide();
      this.column.hide();
      this.find("#row h2").textContent = "Row";
      this.find("#column h2").textContent = "Column";
      return;
    }
    this.find("#row h2").textContent = `Row ${count(cursor.row)}`;
    this.find("#column h2").textContent = `Column ${count(cursor.column)}`;
    this.later("profiles", HOVER, () => {
      const seen = this.heat.viewport.items();
      this.row.show(`${this.key} row ${cursor.row}`, plane.columns, seen);
      this.row.mark(cursor.column);
      this.column.show(`${this.key} column ${cursor.column}`, plane.rows, { left: seen.top, right: seen.bottom });
      this.column.mark(cursor.row);
    });
  }

  async read(item) {
    this.value?.abort();
    if (!this.meta) return;
    const output = this.find("#readout output");
    const { plane } = this;
    if (!item || item.row >= plane.rows || item.column >= plane.columns) {
      output.textContent = "";
      delete output.dataset.index;
      return;
    }
    const parts = itemParts(plane, item.row, item.column);
    const index = indexText(parts);
    const controller = new AbortController();
    this.value = controller;
    try {
      const value = await json("data", { path: this.meta.name, field: fieldText(plane.field), selection: index, format: "json" }, controller.signal, this.meta.etag);
      output.replaceChildren();
      const place = document.createElement("span");
      const content = document.createElement("strong");
      place.textContent = `[${index}]`;
      content.textContent = numberKind(plane.dtype) === "c" && Array.isArray(value) ? complex(value) : visible(shown(value));
      output.append(place, " ", content);
      const note = this.cellNote(item);
      if (note) output.append(" ", Object.assign(document.createElement("small"), { textContent: note }));
      output.dataset.index = index;
      output.dataset.value = typeof value === "object" ? JSON.stringify(value) : String(value);
    } catch (error) {
      if (!isAbort(error)) this.listener.failed(error);
    }
  }

  /**
   * A text with the value of the cell that contains an element; empty if the cell contains no other
   * element.
   */
  cellNote(item) {
    const { plane, state } = this;
    if (plane.kind !== "heatmap" || !this.shownCell) return "";
    for (const { tile: { box }, rows, columns, channels } of this.shownCell.sharp) {
      if (item.row < box.top || item.row >= box.bottom || item.column < box.left || item.column >= box.right) continue;
      const down = Math.ceil((box.bottom - box.top) / rows);
      const across = Math.ceil((box.right - box.left) / columns);
      if (down * across === 1) return "";
      const row = cellAt(item.row - box.top, box.bottom - box.top, rows);
      const column = cellAt(item.column - box.left, box.right - box.left, columns);
      const name = AGGREGATES.find(([key]) => key === state.aggregate)?.[1] ?? state.aggregate;
      return `cell of ${count(down)} × ${count(across)}: ${name} ${number(channels[0][row * columns + column])}`;
    }
    return "";
  }

  async showValues() {
    const { plane, meta } = this;
    const shortened = (axis, most) => (axis === null ? null : [0, Math.min(meta.shape[axis], most)]);
    const parts = plane.parts.map((part, axis) =>
      axis === plane.rowAxis ? shortened(axis, MOST_ROWS) : axis === plane.columnAxis ? shortened(axis, plane.rowAxis === null ? MOST_ROWS : MOST_COLUMNS) : part);
    const controller = new AbortController();
    this.beside.abort();
    this.beside = controller;
    try {
      const values = await this.busy.during("values", "Reading values", controller, (signal) =>
        json("data", { path: meta.name, field: fieldText(plane.field), selection: parts.length === 0 ? "" : indexText(parts), format: "json" }, signal, meta.etag));
      this.showTable(values, parts);
    } catch (error) {
      if (!isAbort(error)) this.listener.failed(error);
    }
  }

  showTable(values, parts) {
    const { plane, meta } = this;
    const body = this.find("#values tbody");
    const rows = plane.kind === "value" ? [[values]] : plane.rowAxis === null ? values.map((value) => [value])
      : plane.swapped ? values[0].map((_, i) => values.map((line) => line[i])) : values;
    body.replaceChildren(...rows.map((row, i) => {
      const line = document.createElement("tr");
      if (plane.kind !== "value") {
        line.append(Object.assign(document.createElement("th"), { scope: "row", textContent: String(i) }));
      }
      for (const value of row) line.append(Object.assign(document.createElement("td"), { textContent: visible(shown(value)) }));
      return line;
    }));
    const all = parts.every((part, axis) => !Array.isArray(part) || part[1] === meta.shape[axis]);
    this.find("#values caption").textContent =
      plane.kind === "value" ? "The only element" : `${all ? "All elements" : "The first elements"} of [${indexText(plane.parts)}]${numberKind(plane.dtype) ? "" : `: ${visible(typeText(plane.dtype))} has no picture`}`;
  }

  later(name, milliseconds, work) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(work, milliseconds);
  }
}

function shown(value) {
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value);
}

function complex([real, imaginary]) {
  const text = String(imaginary);
  return `${real}${/^[-+]/.test(text) ? "" : "+"}${text}j`;
}

function cellAt(item, items, cells) {
  let cell = Math.floor((item * cells) / items);
  while (cell + 1 < cells && Math.floor(((cell + 1) * items) / cells) <= item) cell += 1;
  return cell;
}

function extremes(cells) {
  let low = Infinity;
  let high = -Infinity;
  let leastPositive = Infinity;
  for (const value of cells) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    if (value > 0 && value < leastPositive) leastPositive = value;
  }
  return { low, high, leastPositive };
}

function different(a, b) {
  return ["top", "bottom", "left", "right"].some((side) => Math.abs(a[side] - b[side]) > 0.01);
}
