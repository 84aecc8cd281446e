// The heat map: tiles of a plane on a canvas, with element indices at its edges and a cursor.

import { listen } from "./gestures.js";
import { paint, paintImage } from "./colours.js";
import { sheet } from "./plots.js";
import { tick, ticks } from "./text.js";
import { needed, sampled, sharpest } from "./tiles.js";
import { Viewport } from "./viewport.js";

// The space for labels at the left of the picture and below it, in CSS pixels.
const LEFT = 58;
const BOTTOM = 22;
// The time in milliseconds without a change before tiles are requested.
const CALM = 60;

/** Draws the visible part of a plane. */
export class HeatMap {
  /**
   * @param root contains a canvas `data-picture` and, over it, a canvas `data-over`
   * @param listener `moved(viewport)`, `hovered(item|null)`, `pointed(item)`, `contrast(tiles)`,
   *     which returns the limits of the contrast, and `drawn({needed, exact, sharp, contrast})`:
   *     the number of needed tiles, how many of them are loaded exactly, the needed tiles that are
   *     loaded (exact or sampled), and the limits
   */
  constructor(root, tiles, listener) {
    this.root = root;
    this.canvas = root.querySelector("[data-picture]");
    this.over = root.querySelector("[data-over]");
    this.tiles = tiles;
    this.listener = listener;
    this.viewport = null;
    this.source = null;
    this.frame = 0;
    this.timer = 0;
    listen(this.over, {
      zoom: (factor, x, y) => this.move((v) => v.zoom(factor, x === undefined ? undefined : x - LEFT, y)),
      pan: (x, y) => this.move((v) => v.pan(x, y)),
      fit: () => this.move((v) => v.fit()),
      hover: (x, y) => this.within(x, y, (item) => listener.hovered(item)),
      leave: () => listener.hovered(null),
      point: (x, y) => this.within(x, y, (item) => listener.pointed(item)),
      step: (down, across) => this.step(down, across),
    });
    new ResizeObserver(() => this.fitTo()).observe(this.over);
  }

  /**
   * Shows a source, or nothing if `source` is null. A new plane is shown whole, or only the part in
   * `box` if there is a box.
   */
  show(source, box) {
    const same = source && this.source && source.plane === this.source.plane && this.viewport;
    this.source = source;
    if (source === null) {
      this.viewport = null;
      return;
    }
    if (!same) {
      this.viewport = new Viewport(source.rows, source.columns, true);
      this.cursor = null;
    }
    this.fitTo();
    if (!same && box) this.viewport.show(box);
    this.changed();
  }

  /** Shows a box from the page's address, or the whole plane if `box` is null. */
  see(box) {
    if (!this.viewport) return;
    if (box) this.viewport.show(box);
    else this.viewport.fit();
    this.changed();
  }

  /** Marks an element. */
  mark(cursor) {
    this.cursor = cursor;
    this.redraw();
  }

  /** Zooms about the middle of the picture. */
  zoom(factor) {
    this.move((v) => v.zoom(factor));
  }

  /** The number of rows and of columns of elements that a cell stands for. */
  cell() {
    const [tile] = needed(this.viewport, this.pixels());
    return tile
      ? { rows: Math.ceil((tile.box.bottom - tile.box.top) / tile.height), columns: Math.ceil((tile.box.right - tile.box.left) / tile.width) }
      : { rows: 1, columns: 1 };
  }

  /**
   * Redraws the picture, and requests missing tiles after a short delay. Called when the colours,
   * the source or the viewport have changed.
   */
  changed() {
    this.redraw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.request(), CALM);
  }

  /** Draws the picture again in the next animation frame. */
  redraw() {
    if (this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        if (this.source && this.viewport) this.draw();
      });
    }
  }

  /** A copy of the visible picture without axes, as a canvas. */
  image() {
    const { width, height } = this.viewport;
    const pixels = this.pixels();
    const copy = document.createElement("canvas");
    copy.width = Math.round(width * pixels);
    copy.height = Math.round(height * pixels);
    copy.getContext("2d").drawImage(this.canvas, Math.round(LEFT * pixels), 0, copy.width, copy.height, 0, 0, copy.width, copy.height);
    return copy;
  }

  request() {
    if (this.source && this.viewport && this.over.clientWidth > 0) {
      const tiles = needed(this.viewport, this.pixels());
      const isSampled = this.source.isSampled(this.viewport.items());
      this.tiles.want(this.source, isSampled ? tiles.map(sampled) : tiles);
    }
  }

  move(change) {
    if (!this.viewport) return;
    change(this.viewport);
    this.listener.moved(this.viewport);
    this.changed();
  }

  step(down, across) {
    if (!this.viewport) return;
    const { rows, columns } = this.viewport;
    const cell = this.cell();
    const from = this.cursor ?? this.viewport.item(this.viewport.width / 2, this.viewport.height / 2);
    const to = this.cursor === null || this.cursor === undefined ? from : {
      row: Math.min(rows - 1, Math.max(0, from.row + down * cell.rows)),
      column: Math.min(columns - 1, Math.max(0, from.column + across * cell.columns)),
    };
    this.viewport.reveal(to.row, to.column);
    this.listener.moved(this.viewport);
    this.changed();
    this.listener.pointed(to);
  }

  within(x, y, then) {
    if (this.viewport && x >= LEFT && y <= this.viewport.height) then(this.viewport.item(x - LEFT, y));
  }

  fitTo() {
    if (!this.viewport || this.over.clientWidth === 0) return;
    this.viewport.resize(this.over.clientWidth - LEFT, this.over.clientHeight - BOTTOM);
    this.changed();
  }

  pixels() {
    return Math.min(window.devicePixelRatio || 1, 2);
  }

  draw() {
    const { pen, ink } = sheet(this.canvas);
    const { viewport } = this;
    const tiles = needed(viewport, this.pixels());
    const finest = tiles[0]?.level ?? 0;
    const ready = this.tiles.ready(this.source, finest);
    const seen = ready.filter(({ tile: { box } }) => this.isSeen(box));
    const sharp = sharpest(tiles, seen);
    const contrast = this.listener.contrast(sharp.length > 0 ? sharp : seen);
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, 0, viewport.width, viewport.height);
    pen.clip();
    pen.fillStyle = ink("--empty");
    const x = (column) => LEFT + viewport.x(column);
    const whole = [viewport.x(0), viewport.y(0), viewport.x(viewport.columns), viewport.y(viewport.rows)];
    pen.fillRect(LEFT + whole[0], whole[1], whole[2] - whole[0], whole[3] - whole[1]);
    pen.imageSmoothingEnabled = false;
    for (const entry of seen) {
      const { box } = entry.tile;
      pen.drawImage(this.bitmap(entry, contrast), x(box.left), viewport.y(box.top),
        viewport.x(box.right) - viewport.x(box.left), viewport.y(box.bottom) - viewport.y(box.top));
    }
    pen.restore();
    this.edges(pen, ink);
    this.crosshair();
    const exact = sharp.filter(({ tile }) => !tile.sampled).length;
    this.listener.drawn({ needed: tiles.length, exact, sharp, contrast });
  }

  isSeen(box) {
    const seen = this.viewport.box;
    return box.top < seen.bottom && box.bottom > seen.top && box.left < seen.right && box.right > seen.left;
  }

  /** The coloured cells of a tile, as a canvas. The canvas is kept until the colours change. */
  bitmap(entry, contrast) {
    const version = this.source.most === null
      ? `${this.source.map} ${contrast.low} ${contrast.high} ${contrast.log}`
      : "image";
    if (entry.version !== version) {
      entry.bitmap ??= document.createElement("canvas");
      entry.bitmap.width = entry.columns;
      entry.bitmap.height = entry.rows;
      const pen = entry.bitmap.getContext("2d");
      const image = pen.createImageData(entry.columns, entry.rows);
      if (this.source.most === null) paint(entry.channels[0], image.data, this.source.map, contrast);
      else paintImage(entry.channels, image.data, this.source.most);
      pen.putImageData(image, 0, 0);
      entry.version = version;
    }
    return entry.bitmap;
  }

  edges(pen, ink) {
    const { viewport } = this;
    const { top, bottom, left, right } = viewport.box;
    const edge = LEFT + Math.max(0, viewport.x(0));
    const foot = Math.min(viewport.height, viewport.y(viewport.rows));
    pen.fillStyle = ink("--quiet");
    pen.strokeStyle = ink("--quiet");
    pen.lineWidth = 1;
    pen.textBaseline = "middle";
    pen.textAlign = "right";
    for (const row of ticks(Math.max(0, top), Math.min(viewport.rows - 1, bottom), viewport.height / 48, true)) {
      const at = viewport.y(row + 0.5);
      if (at < 0 || at > viewport.height) continue;
      this.stroke(pen, edge - 4, at, edge, at);
      pen.fillText(tick(row), edge - 7, Math.min(viewport.height - 6, Math.max(6, at)));
    }
    pen.textBaseline = "top";
    pen.textAlign = "center";
    for (const column of ticks(Math.max(0, left), Math.min(viewport.columns - 1, right), viewport.width / 88, true)) {
      const at = LEFT + viewport.x(column + 0.5);
      if (at < LEFT || at > LEFT + viewport.width) continue;
      this.stroke(pen, at, foot, at, foot + 4);
      pen.fillText(tick(column), Math.min(LEFT + viewport.width - 14, at), foot + 7);
    }
  }

  stroke(pen, x0, y0, x1, y1) {
    pen.beginPath();
    pen.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
    pen.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    pen.stroke();
  }

  crosshair() {
    const { pen } = sheet(this.over);
    const { viewport, cursor } = this;
    if (!cursor) return;
    const left = LEFT + viewport.x(cursor.column);
    const right = LEFT + viewport.x(cursor.column + 1);
    const top = viewport.y(cursor.row);
    const bottom = viewport.y(cursor.row + 1);
    const x = Math.round((left + right) / 2) + 0.5;
    const y = Math.round((top + bottom) / 2) + 0.5;
    pen.save();
    pen.beginPath();
    const edges = { left: Math.max(0, viewport.x(0)), top: Math.max(0, viewport.y(0)) };
    pen.rect(LEFT + edges.left, edges.top, Math.min(viewport.width, viewport.x(viewport.columns)) - edges.left,
      Math.min(viewport.height, viewport.y(viewport.rows)) - edges.top);
    pen.clip();
    for (const [colour, width] of [["rgb(0 0 0 / 55%)", 3], ["rgb(255 255 255 / 95%)", 1]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(LEFT, y);
      pen.lineTo(Math.min(left, x - 6), y);
      pen.moveTo(Math.max(right, x + 6), y);
      pen.lineTo(LEFT + viewport.width, y);
      pen.moveTo(x, 0);
      pen.lineTo(x, Math.min(top, y - 6));
      pen.moveTo(x, Math.max(bottom, y + 6));
      pen.lineTo(x, viewport.height);
      pen.stroke();
      if (right - left > 6 && bottom - top > 6) pen.strokeRect(left, top, right - left, bottom - top);
    }
    pen.restore();
  }
}
