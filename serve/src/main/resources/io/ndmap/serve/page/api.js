// Requests to the server. Every one can be aborted; a refusal becomes a Problem with its text.

/** Why a request has no result. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** That an answer is of another state of the file than the one that is shown. */
export class Changed extends Problem {
  /** @param etag the state that is shown */
  constructor(etag) {
    super(409, "The file has changed");
    this.etag = etag;
  }
}

const MOST_RETRIES = 5;

/** The address of a request, without what is not set. */
export function address(name, parameters) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") query.set(key, value);
  }
  return `${name}?${query}`;
}

/**
 * Asks, and asks again when the server has too much to do.
 * @throws {Problem} if the server refuses, or cannot be reached
 */
export async function ask(name, parameters, signal, method = "GET") {
  for (let attempt = 1; ; attempt++) {
    const response = await reach(address(name, parameters), { signal, method });
    if (response.ok) return response;
    if (response.status === 503 && attempt <= MOST_RETRIES) {
      const seconds = Number(response.headers.get("Retry-After")) || 1;
      await pause(Math.min(seconds, 5) * 1000, signal);
      continue;
    }
    throw new Problem(response.status, await refusal(response));
  }
}

/**
 * The JSON of an answer; numbers that a double cannot have stay as their text.
 * @param etag the state of the file that it must be of, or nothing for any
 * @throws {Changed} if it is of another
 */
export async function json(name, parameters, signal, etag) {
  const response = await ask(name, parameters, signal);
  requireState(response, etag);
  return JSON.parse(await response.text(), exact);
}

/**
 * A tile: its cells, which may be fewer than asked for, and what the headers say of the elements.
 * @param etag the state of the file that it must be of, or nothing for any
 * @throws {Changed} if it is of another
 */
export async function tile(parameters, signal, etag) {
  const response = await ask("tile", { ...parameters, format: "bin" }, signal);
  requireState(response, etag);
  const buffer = await response.arrayBuffer();
  const sampled = Number(response.headers.get("X-Sampled") ?? 1);
  return {
    cells: new Float32Array(buffer),
    rows: Number(response.headers.get("X-Rows")),
    columns: Number(response.headers.get("X-Columns")),
    nan: Number(response.headers.get("X-Nan") ?? 0),
    infinite: Number(response.headers.get("X-Infinite") ?? 0),
    sampled: Number.isFinite(sampled) ? sampled : 1,
  };
}

/** Compression, here or in a proxy, puts `W/` before a tag or a suffix after it. */
function requireState(response, etag) {
  const now = response.headers.get("ETag");
  if (etag && now !== null && !now.includes(etag)) throw new Changed(etag);
}

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "The server cannot be reached. Is it still running?");
  }
}

async function refusal(response) {
  const text = await response.text();
  try {
    const problem = JSON.parse(text);
    return problem.detail ?? problem.title ?? `${response.status}`;
  } catch {
    return text || `The server answers ${response.status} ${response.statusText}`;
  }
}

function exact(key, value, context) {
  if (typeof value !== "number" || context === undefined) return value;
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(context.source) ? value : context.source;
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

/** Whether an error only says that nobody wants the answer any more. */
export function isAbort(error) {
  return error?.name === "AbortError";
}
