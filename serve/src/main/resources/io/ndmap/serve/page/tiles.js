// Tiles of a plane: the tiles that are needed, the tiles that are loaded, and the requests for
// missing tiles.

import { isAbort } from "./api.js";

/** The number of cells of a tile along each axis; fewer at the end of the axis. */
export const CELLS = 256;

// The maximum number of requests that run at the same time.
const REQUESTS = 4;
// The maximum number of bytes of the loaded tiles, unless a single tile has more.
const ROOM = 64 * 2 ** 20;

/**
 * The tiles that show the elements of a viewport, the nearest to its middle first. A cell of level
 * n stands for 2ⁿ elements along an axis. The level is chosen so that a cell is at least one pixel
 * wide and high, so every cell is visible.
 * @param pixels the number of pixels per CSS pixel
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
 * The needed tiles that are loaded, each once. If a tile is loaded both from a sample and exactly,
 * the exact one is returned, because `ready` lists it last. Tiles of other levels may cover the
 * same elements, but they are not returned.
 * @param tiles the needed tiles
 * @param there loaded tiles, in the order of `ready`
 */
export function sharpest(tiles, there) {
  const found = new Map(tiles.map(({ id }) => [id, null]));
  for (const entry of there) {
    const id = exactId(entry.tile.id);
    if (found.has(id)) found.set(id, entry);
  }
  return [...found.values()].filter((entry) => entry !== null);
}

/** The tile with the same cells, computed from a sample. */
export function sampled(tile) {
  return { ...tile, id: `${tile.id}~`, sampled: true };
}

function exactId(id) {
  return id.replace(/~$/, "");
}

function level(itemsPerPixel) {
  return Math.max(0, Math.ceil(Math.log2(itemsPerPixel) - 1e-9));
}

/** The loaded tiles, in bounded memory, and the requests that are waiting or running. */
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

  /** Requests tiles of a source, and aborts all other requests. */
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

  /**
   * The loaded tiles of a source that are not finer than a level. The coarsest tiles come first;
   * within a level, sampled tiles come before exact ones.
   */
  ready(source, finest) {
    const prefix = `${source.key} `;
    return [...this.loaded.values()]
      .filter((each) => each.key.startsWith(prefix) && each.tile.level >= finest)
      .sort((a, b) => b.tile.level - a.tile.level || Number(b.tile.sampled ?? false) - Number(a.tile.sampled ?? false));
  }

  /** Aborts all requests. */
  stop() {
    this.queue = [];
    for (const controller of this.running.values()) controller.abort();
    this.progress();
  }

  /** Forgets which tiles failed, so that they are requested again. */
  forgive() {
    this.failed.clear();
  }

  /** Removes all tiles, for instance because the file has changed. */
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
