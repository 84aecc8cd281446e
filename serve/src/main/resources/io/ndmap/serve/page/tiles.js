// Tiles of a plane: which are needed, which are there, and the requests for the others.

import { isAbort } from "./api.js";

/** How many cells a tile has along each axis. */
export const CELLS = 256;

const REQUESTS = 4;
const ROOM = 64 * 2 ** 20;

/**
 * The tiles that show the elements of a viewport, the nearest to its middle first. A cell of level n
 * stands for 2ⁿ elements along an axis and has at least a pixel, so that none is left out.
 */
export function needed(viewport, pixels) {
  const { top, bottom, left, right } = viewport.box;
  const down = level((bottom - top) / (viewport.height * pixels));
  const across = level((right - left) / (viewport.width * pixels));
  const seen = viewport.items();
  const high = CELLS * 2 ** down;
  const wide = CELLS * 2 ** across;
  const tiles = [];
  for (let i = Math.floor(seen.top / high); i * high < seen.bottom; i++) {
    for (let j = Math.floor(seen.left / wide); j * wide < seen.right; j++) {
      const box = {
        top: i * high, bottom: Math.min(viewport.rows, (i + 1) * high),
        left: j * wide, right: Math.min(viewport.columns, (j + 1) * wide),
      };
      tiles.push({
        id: `${down}/${across}/${i}/${j}`, box, level: down + across,
        height: Math.ceil((box.bottom - box.top) / 2 ** down),
        width: Math.ceil((box.right - box.left) / 2 ** across),
      });
    }
  }
  const middle = { row: (top + bottom) / 2, column: (left + right) / 2 };
  const distance = ({ box }) =>
    Math.abs((box.top + box.bottom) / 2 - middle.row) / high + Math.abs((box.left + box.right) / 2 - middle.column) / wide;
  return tiles.sort((a, b) => distance(a) - distance(b));
}

/**
 * Of tiles that are there, those that are needed, each once: the last of an id, which `ready` has
 * exact. Tiles of another shape and level may cover the same elements, and do not count.
 */
export function sharpest(tiles, there) {
  const found = new Map(tiles.map(({ id }) => [id, null]));
  for (const entry of there) {
    const id = exactId(entry.tile.id);
    if (found.has(id)) found.set(id, entry);
  }
  return [...found.values()].filter((entry) => entry !== null);
}

/** A tile that is read from a sample only. */
export function sampled(tile) {
  return { ...tile, id: `${tile.id}~`, sampled: true };
}

function exactId(id) {
  return id.replace(/~$/, "");
}

function level(itemsPerPixel) {
  return Math.max(0, Math.ceil(Math.log2(itemsPerPixel) - 1e-9));
}

/** Tiles that were loaded, in bounded memory, and those on their way. */
export class Tiles {
  /** @param listener `loaded()`, `failed(problem)`, `progress(done, of)` */
  constructor(listener) {
    this.listener = listener;
    this.loaded = new Map();
    this.bytes = 0;
    this.running = new Map();
    this.queue = [];
    this.failed = new Set();
    this.batch = 0;
  }

  /** Asks for tiles of a source, and for no others any more. */
  want(source, tiles) {
    const keys = new Map(tiles.map((tile) => [`${source.key} ${tile.id}`, tile]));
    for (const [key, controller] of this.running) {
      if (!keys.has(key)) controller.abort();
    }
    for (const key of keys.keys()) this.touch(key);
    this.queue = [...keys]
      .filter(([key]) => !this.loaded.has(key) && !this.running.has(key) && !this.failed.has(key))
      .map(([key, tile]) => ({ key, tile, source }));
    this.batch = this.queue.length + [...this.running.keys()].filter((key) => keys.has(key)).length;
    this.next();
  }

  /** The tiles of a source that are there and not finer than a level: the coarsest first, exact ones last. */
  ready(source, finest) {
    const prefix = `${source.key} `;
    return [...this.loaded.values()]
      .filter((each) => each.key.startsWith(prefix) && each.tile.level >= finest)
      .sort((a, b) => b.tile.level - a.tile.level || Number(b.tile.sampled ?? false) - Number(a.tile.sampled ?? false));
  }

  /** Asks for nothing any more. */
  stop() {
    this.queue = [];
    for (const controller of this.running.values()) controller.abort();
    this.progress();
  }

  /** Forgets what failed, so that it is asked for again. */
  forgive() {
    this.failed.clear();
  }

  /** Forgets all, such as when the file has changed. */
  clear() {
    this.stop();
    this.loaded.clear();
    this.failed.clear();
    this.bytes = 0;
  }

  next() {
    while (this.running.size < REQUESTS && this.queue.length > 0) this.load(this.queue.shift());
    this.progress();
  }

  async load({ key, tile, source }) {
    const controller = new AbortController();
    this.running.set(key, controller);
    try {
      const content = await source.load(tile, controller.signal);
      this.keep({ key, tile, ...content });
      this.listener.loaded();
    } catch (error) {
      if (!isAbort(error)) {
        this.failed.add(key);
        this.listener.failed(error);
      }
    } finally {
      this.running.delete(key);
      this.next();
    }
  }

  keep(entry) {
    entry.size = entry.channels.reduce((sum, cells) => sum + 2 * cells.byteLength, 0);
    this.loaded.set(entry.key, entry);
    this.bytes += entry.size;
    for (const [key, old] of this.loaded) {
      if (this.bytes <= ROOM || this.loaded.size === 1) break;
      this.loaded.delete(key);
      this.bytes -= old.size;
    }
  }

  touch(key) {
    const entry = this.loaded.get(key);
    if (entry) {
      this.loaded.delete(key);
      this.loaded.set(key, entry);
    }
  }

  progress() {
    const left = this.queue.length + this.running.size;
    this.listener.progress(Math.max(0, this.batch - left), left === 0 ? 0 : Math.max(this.batch, left));
  }
}
