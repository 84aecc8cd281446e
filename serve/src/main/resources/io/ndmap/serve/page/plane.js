// What of an array is drawn: which axes, where along the others, and how many bytes that is.
// Pure functions.

const PAGE = 4096;

/** Above this many bytes a picture is sampled until the reader asks for all. */
export const LARGE = 2 ** 30;

/** Up to this many bytes are read for what is beside the picture. */
export const SMALL = 2 ** 26;

/** The type strings of dtypes of numbers; others have no picture. */
const NUMBERS = /^[<>=|]?([biufcmM?])\d*(?:\[[^\]]*\])?$/;

/** What a scalar type is: `f`, `c`, `M` …, or null if it has no picture. */
export function numberKind(dtype) {
  return typeof dtype === "string" ? NUMBERS.exec(dtype)?.[1] ?? null : null;
}

/** The dtype that is drawn: that of the field, if one is selected. */
export function drawnType(meta, field) {
  return meta.fields?.find((each) => each.name === field)?.dtype ?? meta.dtype;
}

/** Whether an array can be an image: its last axis has 3 or 4 of `u1` or `f4`. */
export function maybeImage(meta, field) {
  const { shape } = meta;
  return shape.length >= 3 && [3, 4].includes(shape.at(-1)) && shape.at(-2) > 4
    && ["|u1", "<f4", ">f4"].includes(drawnType(meta, field));
}

/** The field that is drawn: the one selected, or the first. */
export function drawnField(meta, field) {
  const names = meta.fields?.map((each) => each.name) ?? [];
  return names.includes(field) ? field : names[0] ?? "";
}

/** What is drawn of an array in a state. */
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

/** The index of the elements in a box of the plane; of a whole axis it is the whole. */
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
 * How many bytes of the file must be read for a box, about: elements that lie apart need a page of
 * memory each.
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
