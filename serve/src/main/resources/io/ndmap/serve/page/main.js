// The page: its state, its address, and the array that is shown.

import { Changed, Problem, isAbort, json } from "./api.js";
import { Busy } from "./busy.js";
import { Picture } from "./picture.js";
import { START, fragment, parse } from "./state.js";
import { bytes, count, typeText, visible } from "./text.js";
import { Tree } from "./tree.js";

// The delay in milliseconds before the address is changed or a changed file is loaded again.
const SETTLED = 150;
// A file that changes twice within this time, in milliseconds, counts as being written.
const CALM = 2000;
const WRITTEN = "The file is being written: the page may show a mixture of several of its states.";
const OF_ONE_ARRAY = ["path", "field", "part", "kind", "rows", "columns", "at", "box", "cursor"];

const find = (selector) => document.querySelector(selector);

let state = parse(location.hash);
let meta = null;
let opening = new AbortController();
let timer = 0;
let gone = { etag: "", at: -Infinity };

const busy = new Busy(find("#busy"));
const picture = new Picture(find("#array"), busy, { change, failed });
const tree = new Tree(find("#tree"), find("#filter"), { opened: open, failed });

/**
 * Changes the state, the address and the picture.
 * @param part the entries of the state that change
 * @param push whether the browser's history gets a new entry
 */
function change(part, push) {
  state = { ...state, ...part };
  if (("rows" in part) || ("columns" in part) || ("kind" in part)) state = { ...state, box: null, cursor: null };
  remember(push);
  if (meta) picture.show(meta, state);
}

function remember(push) {
  clearTimeout(timer);
  const url = () => location.pathname + fragment(state);
  if (push) history.pushState(null, "", url());
  else timer = setTimeout(() => history.replaceState(null, "", url()), SETTLED);
}

/** Opens an array that the user has selected. */
function open(path) {
  const kept = Object.fromEntries(Object.entries(state).filter(([key]) => !OF_ONE_ARRAY.includes(key)));
  const contrast = state.contrast.by === "range" ? START.contrast : state.contrast;
  state = { ...START, ...kept, contrast, path };
  remember(true);
  drawer(false);
  load();
}

/**
 * Loads the header of the array that the state names, and shows the array.
 * @param isWritten whether the file changes all the time, so that responses for any state of the
 *     file are accepted
 */
async function load(isWritten = false) {
  opening.abort();
  opening = new AbortController();
  const controller = opening;
  clearProblem();
  tree.select(state.path).catch(failed);
  if (state.path !== meta?.name) {
    picture.hide();
    meta = null;
    find("#array").hidden = true;
  }
  document.title = state.path ? `${visible(state.path)} – ndmap` : "ndmap";
  find("#welcome").hidden = state.path !== "";
  if (state.path === "") return;
  try {
    const answer = await busy.during("header", "Opening", controller, (signal) => json("meta", { path: state.path }, signal));
    if (answer.kind !== "array") {
      find("#welcome").hidden = false;
      return;
    }
    meta = isWritten ? { ...answer, etag: "" } : answer;
    header(meta);
    find("#array").hidden = false;
    picture.show(meta, state);
    if (isWritten) failed(new Problem(409, WRITTEN));
  } catch (error) {
    gone = { ...gone, etag: "" };
    failed(error);
  }
}

/**
 * Loads an array again after its file has changed, once for all responses that report this change.
 * Loading is delayed, because the tags of the server are reliable only some milliseconds after a
 * change. If the file changes again within two seconds, responses for any state of the file are
 * accepted.
 */
function changed({ etag }) {
  if (etag !== meta?.etag || etag === gone.etag) return;
  const at = performance.now();
  const isWritten = at - gone.at < CALM;
  gone = { etag, at };
  setTimeout(() => {
    if (meta?.etag === etag) load(isWritten);
  }, SETTLED);
}

/** Shows the properties of an array from its header. */
function header(of) {
  find("#name").textContent = visible(of.name);
  const facts = [
    ["dtype", of.fields?.length ? of.fields.map(({ name, dtype }) => `${name} ${typeText(dtype)}`).join(", ") : typeText(of.dtype)],
    ["shape", `(${of.shape.join(", ")}${of.shape.length === 1 ? "," : ""})`],
    ["elements", count(of.shape.reduce((product, size) => product * size, 1))],
    ["order", of.order],
    ["size", bytes(of.nbytes)],
    ["version", of.version],
  ];
  find("#facts").replaceChildren(...facts.filter(([, value]) => value !== undefined).map(([term, value]) => {
    const pair = document.createElement("div");
    const key = document.createElement("dt");
    const text = document.createElement("dd");
    key.textContent = term;
    text.textContent = visible(value);
    pair.append(key, text);
    return pair;
  }));
}

/**
 * Shows the message of an error. If the error is that the file has changed, loads the array again
 * instead.
 */
function failed(error) {
  if (isAbort(error)) return;
  if (error instanceof Changed) {
    changed(error);
    return;
  }
  if (!(error instanceof Problem)) console.error(error);
  find("#problem [data-text]").textContent = visible(error.message);
  find("#problem").hidden = false;
}

function clearProblem() {
  find("#problem").hidden = true;
  find("#problem [data-text]").textContent = "";
}

/** Opens or closes the tree on narrow screens, which have no space for it beside the picture. */
function drawer(open) {
  document.body.classList.toggle("drawer", open);
  find("#menu").setAttribute("aria-expanded", String(open));
}

find("#menu").addEventListener("click", () => {
  const opened = !document.body.classList.contains("drawer");
  drawer(opened);
  if (opened) find("#filter").focus();
});
find("#scrim").addEventListener("click", () => drawer(false));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.body.classList.contains("drawer")) {
    drawer(false);
    find("#menu").focus();
  }
});
find("#retry").addEventListener("click", () => {
  picture.retry();
  load();
});
find("#dismiss").addEventListener("click", clearProblem);
addEventListener("popstate", () => {
  const before = state.path;
  state = parse(location.hash);
  clearTimeout(timer);
  if (state.path !== before || meta === null) load();
  else picture.show(meta, state);
});
addEventListener("pagehide", () => {
  opening.abort();
  picture.stop();
});

load();
tree.start()
  .then((first) => {
    if (state.path === "" && first !== null) find("#welcome [data-first]").hidden = false;
    return tree.select(state.path);
  })
  .catch(failed);
