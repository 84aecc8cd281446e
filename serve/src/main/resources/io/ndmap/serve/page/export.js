// Downloads of the shown elements as files, and lines of code that select the same elements.

import { address, ask } from "./api.js";
import { fieldText, lines, indexText, selectedItems } from "./selection.js";
import { bytes, count } from "./text.js";

const FORMATS = [["npy", ".npy"], ["csv", "CSV"], ["png", "PNG"]];

/** The buttons for downloads, and the lines of code to copy. */
export class Export {
  /**
   * @param listener `parts(seenOnly)` returns the index of the elements, `image()` returns a canvas
   *     or null, and `failed(problem)` reports an error
   */
  constructor(root, listener) {
    this.root = root;
    this.listener = listener;
    this.part = root.querySelector("[name=part-of]");
    this.part.addEventListener("change", () => this.update());
    for (const [format] of FORMATS) {
      root.querySelector(`[data-format=${format}]`).addEventListener("click", () => this.save(format));
    }
    for (const button of root.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.copy(button));
    }
  }

  /** Shows the size of a plane's elements, and the lines of code that select them. */
  show(meta, plane) {
    this.meta = meta;
    this.plane = plane;
    this.update();
  }

  update() {
    const { meta, plane } = this;
    if (!meta) return;
    const parts = this.listener.parts(this.part.checked);
    const items = selectedItems(meta.shape, parts);
    const field = meta.fields?.find((each) => each.name === plane.field);
    const itemsize = field?.itemsize ?? meta.itemsize;
    this.root.querySelector("[data-index]").textContent = parts.length === 0 ? "()" : indexText(parts);
    this.root.querySelector("[data-size]").textContent =
      `${count(items)} element${items === 1 ? "" : "s"}, ${field && !field.itemsize ? "at most " : ""}${bytes(items * itemsize)} as .npy; the size of CSV depends on the values`;
    const code = lines(meta, plane.field, parts);
    for (const [name, line] of Object.entries(code)) {
      this.root.querySelector(`[data-line="${name}"]`).textContent = line;
    }
  }

  /** The parameters of the request that downloads a format. */
  request(format) {
    const parts = this.listener.parts(this.part.checked);
    return {
      path: this.meta.name,
      field: fieldText(this.plane.field),
      selection: parts.length === 0 ? "" : indexText(parts),
      format,
    };
  }

  async save(format) {
    try {
      if (format === "png") {
        await this.savePicture();
        return;
      }
      const request = this.request(format);
      await this.allowed(request);
      this.follow(address("data", request), `${this.stem()}.${format}`);
    } catch (error) {
      this.listener.failed(error);
    }
  }

  /**
   * Checks with a `HEAD` request that the download will succeed, because the browser would not show
   * the error message of the server.
   */
  async allowed(request) {
    try {
      await ask("data", request, undefined, "HEAD");
    } catch (problem) {
      const controller = new AbortController();
      await ask("data", request, controller.signal);
      controller.abort();
    }
  }

  async savePicture() {
    const picture = this.listener.image();
    if (picture === null) return;
    const blob = await new Promise((resolve) => picture.toBlob(resolve, "image/png"));
    const url = URL.createObjectURL(blob);
    this.follow(url, `${this.stem()}.png`);
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  /**
   * The last part of the array's name as a file name without `.npy`. Each run of characters other
   * than letters, digits and `. _ -` becomes one `_`.
   */
  stem() {
    const last = this.meta.name.split(/\/|::/).at(-1);
    return last.replace(/\.npy$/, "").replace(/[^\p{L}\p{N}._-]+/gu, "_") || "array";
  }

  follow(url, name) {
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
  }

  async copy(button) {
    const line = this.root.querySelector(`[data-line="${button.dataset.copy}"]`);
    try {
      await navigator.clipboard.writeText(line.textContent);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(line);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  }
}
