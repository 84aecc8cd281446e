// Numbers, sizes and names as text. Pure functions.

const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * A name with escapes instead of control characters and invisible formatting characters
 * (bidirectional, zero-width), so that it cannot look like another name.
 */
export function visible(name) {
  return String(name).replace(HIDDEN, (c) => {
    const known = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[c];
    const code = c.charCodeAt(0);
    return known ?? (code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`);
  });
}

/** A text whose hidden characters are replaced by `escape(code)`, for a line of code. */
export function escapeHidden(text, escape) {
  return text.replace(HIDDEN, (c) => escape(c.charCodeAt(0)));
}

/** A number with at most `digits` significant digits. Integers below 10¹⁵ have all their digits. */
export function number(value, digits = 6) {
  if (typeof value !== "number") return String(value);
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const rounded = Number(value.toPrecision(digits));
  return Math.abs(rounded) < 1e-4 ? rounded.toExponential() : String(rounded);
}

/** A dtype as text. The dtype of structures is written as JSON. */
export function typeText(dtype) {
  return typeof dtype === "string" ? dtype : JSON.stringify(dtype);
}

/** A count with separators, such as `1,048,576`. */
export function count(value) {
  return value.toLocaleString("en");
}

/** A number of bytes, such as `4 GiB`. */
export function bytes(value) {
  if (value === 1) return "1 byte";
  if (value < 1024) return `${value} bytes`;
  let unit = -1;
  let left = value;
  while (left >= 1024 && unit < 5) {
    left /= 1024;
    unit += 1;
  }
  const digits = left < 10 && left % 1 !== 0 ? 1 : 0;
  return `${left.toFixed(digits)} ${["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][unit]}`;
}

/** A fraction of 1 as a percentage, such as `0.4 %`. */
export function percent(part) {
  return `${number(part * 100, 2)} %`;
}

/** About `wanted` round numbers between `low` and `high`, for ticks; integers if `whole` is set. */
export function ticks(low, high, wanted, whole = false) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const raw = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  let step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw);
  if (whole) step = Math.max(1, Math.round(step));
  const result = [];
  const first = Math.ceil(low / step);
  for (let i = first; i * step <= high + step * 1e-9; i++) {
    result.push(Number((i * step).toPrecision(12)));
  }
  return result;
}

/** The label of a tick. Large integers are written with the suffix k, M, G or T. */
export function tick(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size >= 1e4) {
    for (const [unit, letter] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
      if (size >= unit) {
        const text = String(Number((value / unit).toPrecision(6)));
        return text.length > 6 ? count(value) : text + letter;
      }
    }
  }
  return number(value, 4);
}
