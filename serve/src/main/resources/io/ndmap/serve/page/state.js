// The state of the page, and its conversion to and from the fragment of the address, which makes
// the address a link to the state.

/** The state for an empty fragment. */
export const START = Object.freeze({
  path: "",
  field: "",
  part: "",
  kind: "",
  rows: null,
  columns: null,
  at: [],
  aggregate: "mean",
  map: "viridis",
  contrast: Object.freeze({ by: "percentiles", low: 1, high: 99, log: false, symmetric: false }),
  box: null,
  cursor: null,
});

/** The state for a fragment. Invalid parts of the fragment are ignored. */
export function parse(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const whole = (text) => (/^\d{1,16}$/.test(text ?? "") ? Number(text) : null);
  const state = { ...START, contrast: { ...START.contrast } };
  for (const key of ["path", "field", "part", "kind", "aggregate", "map"]) {
    if (said.has(key)) state[key] = said.get(key);
  }
  if (said.has("axes")) {
    const [rows, columns] = said.get("axes").split(",");
    state.rows = whole(rows);
    state.columns = whole(columns);
  }
  if (said.has("at")) {
    state.at = said.get("at").split(",").map((text) => whole(text) ?? 0);
  }
  for (const by of ["percentiles", "range"]) {
    const limits = said.get(by)?.split(",").map(Number);
    if (limits?.length === 2 && limits.every(Number.isFinite)) {
      Object.assign(state.contrast, { by, low: limits[0], high: limits[1] });
    }
  }
  state.contrast.log = said.has("log");
  state.contrast.symmetric = said.has("symmetric");
  const numbers = said.get("box")?.split(",").map(Number);
  if (numbers?.length === 4 && numbers.every(Number.isFinite)) {
    const [top, bottom, left, right] = numbers;
    if (top < bottom && left < right) state.box = { top, bottom, left, right };
  }
  const cursor = said.get("cursor")?.split(",").map(whole);
  if (cursor?.length === 2 && cursor.every((place) => place !== null)) {
    state.cursor = { row: cursor[0], column: cursor[1] };
  }
  return state;
}

/** The fragment for a state. Values that are the same as in `START` are omitted. */
export function fragment(state) {
  const said = new URLSearchParams();
  for (const key of ["path", "field", "part", "kind", "aggregate", "map"]) {
    if (state[key] !== START[key]) said.set(key, state[key]);
  }
  if (state.columns !== null) said.set("axes", `${state.rows ?? ""},${state.columns}`);
  if (state.at.some((place) => place !== 0)) said.set("at", state.at.join(","));
  const { by, low, high, log, symmetric } = state.contrast;
  if (by !== "percentiles" || low !== 1 || high !== 99) said.set(by, `${low},${high}`);
  if (log) said.set("log", "1");
  if (symmetric) said.set("symmetric", "1");
  if (state.box) {
    const { top, bottom, left, right } = state.box;
    said.set("box", [top, bottom, left, right].map((n) => Number(n.toFixed(3))).join(","));
  }
  if (state.cursor) said.set("cursor", `${state.cursor.row},${state.cursor.column}`);
  const text = said.toString();
  return text ? `#${text.replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%3A/g, ":")}` : "";
}
