// A line of elements along one axis: the mean of each cell, and the band from its minimum to its
// maximum.

import { isAbort } from "./api.js";
import { listen } from "./gestures.js";
import { describe, drawLine, inside } from "./plots.js";
import { Viewport } from "./viewport.js";

// The time in milliseconds without a change before cells are requested.
const CALM = 60;

/** Draws the visible part of a line, and loads the cells of this part again when it changes. */
export class LineView {
  /**
   * @param canvas the canvas to draw on
   * @param listener `load(left, right, width, signal)`, which returns the series, `failed(problem)`
   *     and optionally `described(text)`; if the line can be zoomed, also `moved(viewport)`,
   *     `hovered(item|null)` and `pointed(item)`
   * @param zoomable whether the user can zoom and move the line
   */
  constructor(canvas, listener, zoomable) {
    this.canvas = canvas;
    this.listener = listener;
    this.viewport = null;
    this.series = null;
    this.cursor = null;
    this.controller = null;
    this.timer = 0;
    if (zoomable) this.listen();
    new ResizeObserver(() => this.changed()).observe(canvas);
  }

  /**
   * Shows a line of `columns` elements: the whole line, or the elements from `box.left` to
   * `box.right`.
   * @param key identifies the line
   */
  show(key, columns, box) {
    if (this.key !== key) {
      this.key = key;
      this.series = null;
      this.viewport = new Viewport(1, columns);
    }
    if (box) this.viewport.show({ top: 0, bottom: 1, left: box.left, right: box.right });
    else this.viewport.fit();
    this.changed();
  }

  /** Shows nothing. */
  hide() {
    this.stop();
    this.key = null;
    this.viewport = null;
    this.series = null;
  }

  /** Marks an element. */
  mark(cursor) {
    this.cursor = cursor;
    this.draw();
  }

  /** Zooms about the middle of the picture. */
  zoom(factor) {
    this.move((v) => v.zoom(factor));
  }

  /** Shows a box from the page's address, or the whole line if `box` is null. */
  see(box) {
    this.show(this.key, this.viewport.columns, box);
  }

  /** Aborts the request that is planned or running. */
  stop() {
    clearTimeout(this.timer);
    this.controller?.abort();
    this.controller = null;
  }

  /** The number of rows and of columns of elements that a cell stands for. */
  cell() {
    const seen = this.viewport.items();
    return { rows: 1, columns: Math.max(1, Math.ceil((seen.right - seen.left) / this.cells())) };
  }

  /** A copy of the visible picture on the background of the page, as a canvas. */
  image() {
    const copy = document.createElement("canvas");
    copy.width = this.canvas.width;
    copy.height = this.canvas.height;
    const pen = copy.getContext("2d");
    pen.fillStyle = getComputedStyle(this.canvas).getPropertyValue("--paper");
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(this.canvas, 0, 0);
    return copy;
  }

  changed() {
    if (!this.viewport || this.canvas.clientWidth === 0) return;
    const box = inside(this.canvas.clientWidth, this.canvas.clientHeight);
    this.viewport.resize(box.width, box.height);
    this.draw();
    this.stop();
    this.timer = setTimeout(() => this.load(), CALM);
  }

  async load() {
    const { left, right } = this.viewport.items();
    const key = `${this.key} ${left} ${right} ${this.cells()}`;
    if (this.series?.key === key) return;
    const controller = new AbortController();
    this.controller = controller;
    try {
      const series = await this.listener.load(left, right, Math.min(right - left, this.cells()), controller.signal);
      this.series = { ...series, key, from: left, to: right };
      this.draw();
    } catch (error) {
      if (!isAbort(error)) this.listener.failed(error);
    }
  }

  cells() {
    return Math.max(1, Math.floor(this.viewport.width));
  }

  draw() {
    if (!this.viewport || this.canvas.clientWidth === 0) return;
    const nothing = { from: 0, to: 1, low: [], high: [], mean: [] };
    drawLine(this.canvas, this.series ?? nothing, this.viewport.box, this.cursor);
    if (this.series) this.listener.described?.(describe(this.series));
  }

  move(change) {
    if (!this.viewport) return;
    change(this.viewport);
    this.listener.moved(this.viewport);
    this.changed();
  }

  listen() {
    const { left } = inside(1, 1);
    const item = (x) => ({ row: 0, column: this.viewport.item(x - left, 0).column });
    listen(this.canvas, {
      zoom: (factor, x) => this.move((v) => v.zoom(factor, x === undefined ? undefined : x - left)),
      pan: (x) => this.move((v) => v.pan(x, 0)),
      fit: () => this.move((v) => v.fit()),
      hover: (x) => this.viewport && this.listener.hovered(item(x)),
      leave: () => this.listener.hovered(null),
      point: (x) => this.viewport && this.listener.pointed(item(x)),
      step: (down, across) => this.step(across),
    });
  }

  step(across) {
    if (!this.viewport) return;
    const { columns, width } = this.viewport;
    const column = this.cursor === null
      ? this.viewport.item(width / 2, 0).column
      : Math.min(columns - 1, Math.max(0, this.cursor + across * this.cell().columns));
    this.viewport.reveal(0, column);
    this.changed();
    this.listener.pointed({ row: 0, column });
  }
}
