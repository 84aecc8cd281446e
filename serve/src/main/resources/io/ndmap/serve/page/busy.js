// What takes longer: a line with a spinner that says so, and a button that ends it.

const DELAY_MILLIS = 250;

/** Shows what is being done, if it takes longer than the blink of an eye. */
export class Busy {
  constructor(root) {
    this.root = root;
    this.text = root.querySelector("[data-text]");
    this.tasks = new Map();
    this.timer = null;
    root.querySelector("button").addEventListener("click", () => this.cancel());
  }

  /** Something has begun, or has come further. */
  set(name, label, cancel) {
    this.tasks.set(name, { label, cancel });
    if (!this.root.hidden) this.show();
    else this.timer ??= setTimeout(() => this.show(), DELAY_MILLIS);
  }

  /** Something has ended. */
  end(name) {
    this.tasks.delete(name);
    if (this.tasks.size > 0) {
      if (!this.root.hidden) this.show();
      return;
    }
    clearTimeout(this.timer);
    this.timer = null;
    this.root.hidden = true;
  }

  /** Ends all. */
  cancel() {
    const tasks = [...this.tasks.values()];
    this.tasks.clear();
    this.end("");
    for (const task of tasks) task.cancel();
  }

  /** Runs something that can be aborted, and shows it meanwhile. */
  async during(name, label, controller, work) {
    this.set(name, label, () => controller.abort());
    const mine = this.tasks.get(name);
    try {
      return await work(controller.signal);
    } finally {
      if (this.tasks.get(name) === mine) this.end(name);
    }
  }

  show() {
    const [first] = this.tasks.values();
    if (!first) return;
    this.text.textContent = first.label;
    this.root.hidden = false;
  }
}
