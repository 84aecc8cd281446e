// The visible part of a plane, and the positions of elements on the screen. Independent of the
// canvas.

// The minimum number of elements that are visible along an axis, unless the axis has fewer.
const FEWEST = 4;

/** The part of a plane of `rows` × `columns` elements that is visible in a rectangle of pixels. */
export class Viewport {
  constructor(rows, columns, keepShape = false) {
    this.rows = rows;
    this.columns = columns;
    this.keepShape = keepShape;
    this.width = 1;
    this.height = 1;
    this.box = { top: 0, bottom: rows, left: 0, right: columns };
    this.fitted = true;
  }

  /** Sets the size in pixels. If the whole plane is visible, it stays visible. */
  resize(width, height) {
    if (this.width === width && this.height === height) return;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit();
  }

  /**
   * Shows the whole plane. If `keepShape` is set, elements are squares, unless the aspect ratios of
   * the plane and of the screen differ by more than a factor of 16.
   */
  fit() {
    this.fitted = true;
    const ratio = this.columns / this.rows / (this.width / this.height);
    if (!this.keepShape || ratio > 16 || ratio < 1 / 16) {
      this.box = { top: 0, bottom: this.rows, left: 0, right: this.columns };
    } else if (ratio > 1) {
      const seen = this.rows * ratio;
      this.box = { top: (this.rows - seen) / 2, bottom: (this.rows + seen) / 2, left: 0, right: this.columns };
    } else {
      const seen = this.columns / ratio;
      this.box = { top: 0, bottom: this.rows, left: (this.columns - seen) / 2, right: (this.columns + seen) / 2 };
    }
    this.whole = { ...this.box };
  }

  /** Shows a box of elements. */
  show(box) {
    this.fitted = false;
    if (!this.whole) this.fit();
    this.fitted = false;
    this.box = { ...box };
    this.clamp();
  }

  /**
   * Zooms by a factor about a point on the screen. The factor 2 halves the visible range of each
   * axis.
   */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const { top, bottom, left, right } = this.box;
    const across = this.extent(right - left, factor, this.columns, this.whole.right - this.whole.left);
    const down = this.extent(bottom - top, factor, this.rows, this.whole.bottom - this.whole.top);
    const column = left + (x / this.width) * (right - left);
    const row = top + (y / this.height) * (bottom - top);
    this.box = {
      left: column - (x / this.width) * across,
      right: column + (1 - x / this.width) * across,
      top: row - (y / this.height) * down,
      bottom: row + (1 - y / this.height) * down,
    };
    this.fitted = across >= this.whole.right - this.whole.left && down >= this.whole.bottom - this.whole.top;
    if (this.fitted) this.fit();
    else this.clamp();
  }

  /** Moves the visible part by a number of pixels. */
  pan(x, y) {
    const across = (x / this.width) * (this.box.right - this.box.left);
    const down = (y / this.height) * (this.box.bottom - this.box.top);
    this.box = {
      left: this.box.left + across, right: this.box.right + across,
      top: this.box.top + down, bottom: this.box.bottom + down,
    };
    this.clamp();
  }

  /** Moves the visible part as little as possible, so that an element becomes visible. */
  reveal(row, column) {
    const { top, bottom, left, right } = this.box;
    const shift = (low, high, place) =>
      place < low ? place - low : place + 1 > high ? Math.min(place + 1 - high, place - low) : 0;
    const down = shift(top, bottom, row);
    const across = shift(left, right, column);
    if (down === 0 && across === 0) return;
    this.box = { top: top + down, bottom: bottom + down, left: left + across, right: right + across };
    this.clamp();
  }

  /** The element at a point on the screen, or the nearest element. */
  item(x, y) {
    const row = Math.floor(this.box.top + (y / this.height) * (this.box.bottom - this.box.top));
    const column = Math.floor(this.box.left + (x / this.width) * (this.box.right - this.box.left));
    return {
      row: Math.min(this.rows - 1, Math.max(0, row)),
      column: Math.min(this.columns - 1, Math.max(0, column)),
    };
  }

  /** The position of the left edge of a column on the screen, in pixels. */
  x(column) {
    return ((column - this.box.left) / (this.box.right - this.box.left)) * this.width;
  }

  /** The position of the upper edge of a row on the screen, in pixels. */
  y(row) {
    return ((row - this.box.top) / (this.box.bottom - this.box.top)) * this.height;
  }

  /** The range of the elements that are at least partly visible. */
  items() {
    return {
      top: Math.max(0, Math.floor(this.box.top)),
      bottom: Math.min(this.rows, Math.ceil(this.box.bottom)),
      left: Math.max(0, Math.floor(this.box.left)),
      right: Math.min(this.columns, Math.ceil(this.box.right)),
    };
  }

  extent(now, factor, size, most) {
    const fewest = Math.min(size, FEWEST);
    return Math.min(most, Math.max(Math.min(fewest, most), now / factor));
  }

  clamp() {
    const limit = (low, high, first, last) => {
      const span = Math.min(high - low, last - first);
      const start = Math.min(Math.max(low, first), last - span);
      return [start, start + span];
    };
    const { whole } = this;
    const [top, bottom] = limit(this.box.top, this.box.bottom, whole.top, whole.bottom);
    const [left, right] = limit(this.box.left, this.box.right, whole.left, whole.right);
    this.box = { top, bottom, left, right };
  }
}
