// Draws lines with their envelopes, and histograms, on a canvas. Nothing is requested from the
// server here.

import { count, number, tick, ticks } from "./text.js";

const MARGIN = { left: 58, right: 10, top: 8, bottom: 22 };

/**
 * Resizes a canvas to the size of its element, and clears it. Returns its drawing context, its
 * size, the number of pixels per CSS pixel, and a function that returns the colours of the page.
 */
export function sheet(canvas) {
  const pixels = Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(1, canvas.clientWidth);
  const height = Math.max(1, canvas.clientHeight);
  const across = Math.round(width * pixels);
  const down = Math.round(height * pixels);
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(pixels, 0, 0, pixels, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = "11px system-ui, sans-serif";
  const style = getComputedStyle(canvas);
  const ink = (name) => style.getPropertyValue(name).trim();
  return { pen, width, height, pixels, ink };
}

/** The rectangle of a plot without its axes, in CSS pixels. */
export function inside(width, height) {
  return {
    left: MARGIN.left, top: MARGIN.top,
    width: Math.max(1, width - MARGIN.left - MARGIN.right),
    height: Math.max(1, height - MARGIN.top - MARGIN.bottom),
  };
}

/**
 * Draws a line and the band from the minimum to the maximum of each cell.
 * @param series `{ from, to, low, high, mean }`: the indices of its first element and of the
 *     element after its last one, and the values of its cells
 * @param view `{ left, right }`: the indices at the edges of the visible part
 * @param cursor the index of the marked element, or null
 */
export function drawLine(canvas, series, view, cursor) {
  const { pen, width, height, ink } = sheet(canvas);
  const box = inside(width, height);
  const [low, high] = span(series);
  const x = (item) => box.left + ((item - view.left) / (view.right - view.left)) * box.width;
  const y = (value) => box.top + (1 - (value - low) / (high - low)) * box.height;
  frame(pen, ink, box, view, [low, high], x, y, true);
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.width, box.height);
  pen.clip();
  const cells = series.mean.length;
  const item = (cell) => series.from + ((cell + 0.5) / cells) * (series.to - series.from);
  pen.fillStyle = ink("--band");
  for (const [start, stop] of runs(series.low)) {
    pen.beginPath();
    const half = (x(item(1)) - x(item(0))) / 2 || 1;
    const edge = stop - start === 1 ? half : 0;
    pen.moveTo(x(item(start)) - edge, y(series.high[start]));
    for (let i = start; i < stop; i++) pen.lineTo(x(item(i)), y(series.high[i]));
    pen.lineTo(x(item(stop - 1)) + edge, y(series.high[stop - 1]));
    pen.lineTo(x(item(stop - 1)) + edge, y(series.low[stop - 1]));
    for (let i = stop - 1; i >= start; i--) pen.lineTo(x(item(i)), y(series.low[i]));
    pen.lineTo(x(item(start)) - edge, y(series.low[start]));
    pen.fill();
    pen.strokeStyle = ink("--band");
    pen.lineWidth = 1;
    pen.stroke();
  }
  pen.strokeStyle = ink("--line");
  pen.lineWidth = 1.5;
  pen.lineJoin = "round";
  const dots = cells <= box.width / 6;
  for (const [start, stop] of runs(series.mean)) {
    pen.beginPath();
    for (let i = start; i < stop; i++) pen.lineTo(x(item(i)), y(series.mean[i]));
    pen.stroke();
    if (dots || stop - start === 1) {
      pen.fillStyle = ink("--line");
      for (let i = start; i < stop; i++) pen.fillRect(x(item(i)) - 1.5, y(series.mean[i]) - 1.5, 3, 3);
    }
  }
  if (cursor !== null && cursor !== undefined) {
    pen.strokeStyle = ink("--cursor");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x(cursor + 0.5), box.top);
    pen.lineTo(x(cursor + 0.5), box.top + box.height);
    pen.stroke();
  }
  pen.restore();
}

/** Draws the counts of bins, and the limits of the contrast as dashed lines unless it is null. */
export function drawHistogram(canvas, { counts, edges }, contrast) {
  const { pen, width, height, ink } = sheet(canvas);
  const box = inside(width, height);
  const most = Math.max(1, ...counts);
  const view = { left: edges[0], right: edges.at(-1) > edges[0] ? edges.at(-1) : edges[0] + 1 };
  const x = (value) => box.left + ((value - view.left) / (view.right - view.left)) * box.width;
  const y = (value) => box.top + (1 - value / most) * box.height;
  frame(pen, ink, box, view, [0, most], x, y, false);
  pen.fillStyle = ink("--line");
  counts.forEach((each, i) => {
    const left = x(edges[i]);
    const right = x(edges[i + 1]);
    const bar = each === 0 ? 0 : Math.max(1, box.top + box.height - y(each));
    pen.fillRect(left, box.top + box.height - bar, Math.max(0.5, right - left - 0.5), bar);
  });
  if (contrast) {
    pen.strokeStyle = ink("--cursor");
    pen.setLineDash([3, 3]);
    for (const limit of [contrast.low, contrast.high]) {
      if (limit < view.left || limit > view.right) continue;
      pen.beginPath();
      pen.moveTo(x(limit), box.top);
      pen.lineTo(x(limit), box.top + box.height);
      pen.stroke();
    }
    pen.setLineDash([]);
  }
}

/** A description of a line for screen readers. */
export function describe(series) {
  const [low, high] = extremes(series.low, series.high);
  return low > high
    ? "no numbers"
    : `${count(series.to - series.from)} elements from ${series.from}: least ${number(low)}, largest ${number(high)}`;
}

function frame(pen, ink, box, view, [low, high], x, y, whole) {
  pen.lineWidth = 1;
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  for (const value of ticks(low, high, box.height / 32)) {
    const at = Math.round(y(value)) + 0.5;
    pen.strokeStyle = ink("--grid");
    pen.beginPath();
    pen.moveTo(box.left, at);
    pen.lineTo(box.left + box.width, at);
    pen.stroke();
    pen.fillStyle = ink("--quiet");
    pen.fillText(tick(value), box.left - 6, at);
  }
  pen.textBaseline = "top";
  pen.textAlign = "center";
  for (const value of ticks(view.left, view.right, box.width / 80, whole)) {
    const at = Math.round(x(value + (whole ? 0.5 : 0))) + 0.5;
    if (at > box.left + box.width) continue;
    pen.strokeStyle = ink("--grid");
    pen.beginPath();
    pen.moveTo(at, box.top);
    pen.lineTo(at, box.top + box.height);
    pen.stroke();
    pen.fillStyle = ink("--quiet");
    pen.fillText(tick(value), Math.min(at, box.left + box.width - 8), box.top + box.height + 6);
  }
}

function span(series) {
  const [low, high] = extremes(series.low, series.high);
  if (low > high) return [0, 1];
  const margin = high > low ? (high - low) * 0.05 : Math.abs(high) * 0.1 || 1;
  return [low - margin, high + margin];
}

function extremes(lows, highs) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < lows.length; i++) {
    if (Number.isFinite(lows[i]) && lows[i] < low) low = lows[i];
    if (Number.isFinite(highs[i]) && highs[i] > high) high = highs[i];
  }
  return [low, high];
}

/** The ranges [start, stop] of consecutive finite numbers; `stop` is exclusive. */
function runs(values) {
  const found = [];
  let start = -1;
  for (let i = 0; i <= values.length; i++) {
    const there = i < values.length && Number.isFinite(values[i]);
    if (there && start < 0) start = i;
    if (!there && start >= 0) {
      found.push([start, i]);
      start = -1;
    }
  }
  return found;
}
