// Requests to the server. Each request can be aborted. An error response becomes a Problem with the
// message of the response.

/**
 * Thrown if a request has no result. The status is the HTTP status, or 0 if there is no response.
 */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Thrown if a response belongs to another state of the file than the state that is shown. */
export class Changed extends Problem {
  /** @param etag the tag of the state that is shown */
  constructor(etag) {
    super(409, "The file has changed");
    this.etag = etag;
  }
}

const MOST_RETRIES = 5;

/** The URL of a request. Parameters without a value are omitted. */
export function address(name, parameters) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") query.set(key, value);
  }
  return `${name}?${query}`;
}

/**
 * Sends a request, and repeats it up to five times while the server is busy (status 503).
 * @throws {Problem} if the server responds with an error or cannot be reached
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
 * The parsed JSON of a response. Integers that a double cannot represent are returned as text, if
 * `JSON.parse` provides the source text of numbers.
 * @param etag the tag of the required state of the file; nothing if any state is accepted
 * @throws {Changed} if the response belongs to another state
 */
export async function json(name, parameters, signal, etag) {
  const response = await ask(name, parameters, signal);
  requireState(response, etag);
  return JSON.parse(await response.text(), exact);
}

/**
 * The cells of a tile, which may be fewer than requested; and from the headers of the response, the
 * counts of NaN and of infinities and the share of the elements that was read.
 * @param etag the tag of the required state of the file; nothing if any state is accepted
 * @throws {Changed} if the response belongs to another state
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

/**
 * Checks that a response, if it has a tag, has the required one. The header may contain more than
 * the tag: compression, by the server or a proxy, adds `W/` before the tag or a suffix after it.
 */
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

/** Whether an error only states that the request was aborted. */
export function isAbort(error) {
  return error?.name === "AbortError";
}
