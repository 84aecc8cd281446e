// The plane of an array that is drawn: its axes, the index along each other axis, and the number of
// bytes to read. Pure functions.

const PAGE = 4096;

/**
 * If more bytes than this must be read, a picture is sampled until the user requests all elements.
 */
export const LARGE = 2 ** 30;

/**
 * If more bytes than this must be read, a profile is sampled. If more than four times as many must
 * be read, statistics are computed only when the user requests them.
 */
export const SMALL = 2 ** 26;

/** Type strings of numbers, booleans and times. Elements of other dtypes have no picture. */
const NUMBERS = /^[<>=|]?([biufcmM?])\d*(?:\[[^\]]*\])?$/;

/** The kind of a dtype, such as `f`, `c` or `M`; null if its elements have no picture. */
export function numberKind(dtype) {
  return typeof dtype === "string" ? NUMBERS.exec(dtype)?.[1] ?? null : null;
}

/**
 * The dtype that is drawn: the dtype of the selected field, or of the array if it has no such
 * field.
 */
export function drawnType(meta, field) {
  return meta.fields?.find((each) => each.name === field)?.dtype ?? meta.dtype;
}

/**
 * Whether an array can be an image: it has elements of `u1` or `f4` and at least three axes, the
 * last axis has length 3 or 4, and the axis before it is longer than 4.
 */
export function maybeImage(meta, field) {
  const { shape } = meta;
  return shape.length >= 3 && [3, 4].includes(shape.at(-1)) && shape.at(-2) > 4
    && ["|u1", "<f4", ">f4"].includes(drawnType(meta, field));
}

/**
 * The name of the field that is drawn: the selected field, or else the first one. The name is empty
 * if there are no fields.
 */
export function drawnField(meta, field) {
  const names = meta.fields?.map((each) => each.name) ?? [];
  return names.includes(field) ? field : names[0] ?? "";
}

/** The plane of an array that is drawn in a state. */
export function planeOf(meta, state) {
  const { shape } = meta;
  const field = drawnField(meta, state.field);
  const dtype = drawnType(meta, field);
  const axes = shape.length;
  const canBeImage = maybeImage(meta, field);
  const kind = kindOf(axes, canBeImage, state.kind);
  const channels = kind === "image" ? axes - 1 : null;
  const usable = (axis) => axis !== null && axis < axes && axis !== channels;
  let columnAxis = null;
  let rowAxis = null;
  if (kind !== "value") {
    const last = kind === "image" ? axes - 2 : axes - 1;
    columnAxis = usable(state.columns) ? state.columns : last;
    if (kind !== "line") {
      const wanted = usable(state.rows) && state.rows !== columnAxis ? state.rows : null;
      rowAxis = wanted ?? (columnAxis === last ? last - 1 : last);
    }
  }
  const parts = shape.map((size, axis) =>
    axis === rowAxis || axis === columnAxis || axis === channels
      ? null
      : Math.min(state.at[axis] ?? 0, Math.max(0, size - 1)));
  return {
    kind, field, dtype, canBeImage, rowAxis, columnAxis, channels, parts,
    part: numberKind(dtype) === "c" ? state.part || "magnitude" : "",
    rows: rowAxis === null ? 1 : shape[rowAxis],
    columns: columnAxis === null ? 1 : shape[columnAxis],
    swapped: rowAxis !== null && rowAxis > columnAxis,
    empty: shape.includes(0),
  };
}

function kindOf(axes, canBeImage, wanted) {
  if (axes === 0) return "value";
  if (axes === 1) return "line";
  if (wanted === "line" || wanted === "heatmap") return wanted;
  return canBeImage ? "image" : "heatmap";
}

/**
 * The index of the elements in a box of the plane, one part per axis. A part that covers its whole
 * axis is null.
 */
export function partsOf(plane, box) {
  return plane.parts.map((part, axis) => {
    if (box && axis === plane.rowAxis) return range(box.top, box.bottom, plane.rows);
    if (box && axis === plane.columnAxis) return range(box.left, box.right, plane.columns);
    return part;
  });
}

/** The index of one element. */
export function itemParts(plane, row, column) {
  return plane.parts.map((part, axis) =>
    axis === plane.rowAxis ? row : axis === plane.columnAxis ? column : part);
}

/**
 * The approximate number of bytes of the file that must be read for the elements of an index.
 * Elements that are far apart need a page of memory each.
 */
export function touchedBytes(meta, parts) {
  const { shape, itemsize } = meta;
  const order = shape.map((_, axis) => axis);
  if (meta.order !== "F") order.reverse();
  let items = 1;
  let stride = itemsize;
  let apart = itemsize;
  let contiguous = true;
  for (const axis of order) {
    const part = parts[axis];
    const taken = part === null ? shape[axis] : Array.isArray(part) ? part[1] - part[0] : 1;
    if (taken > 1 && contiguous && items === 1) apart = Math.min(PAGE, stride);
    if (taken > 1) contiguous = false;
    items *= taken;
    stride *= shape[axis];
  }
  return items * Math.max(itemsize, apart);
}

function range(start, stop, size) {
  return start === 0 && stop === size ? null : [start, stop];
}
