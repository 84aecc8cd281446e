// The line that names a running task, with a spinner and a button that cancels the task.

const DELAY_MILLIS = 250;

/** Shows a running task if it takes longer than 250 ms. */
export class Busy {
  constructor(root) {
    this.root = root;
    this.text = root.querySelector("[data-text]");
    this.tasks = new Map();
    this.timer = null;
    root.querySelector("button").addEventListener("click", () => this.cancel());
  }

  /** Adds a task, or updates its label. `cancel` is called if the user cancels the task. */
  set(name, label, cancel) {
    this.tasks.set(name, { label, cancel });
    if (!this.root.hidden) this.show();
    else this.timer ??= setTimeout(() => this.show(), DELAY_MILLIS);
  }

  /** Removes a task that has ended. */
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

  /** Cancels all tasks. */
  cancel() {
    const tasks = [...this.tasks.values()];
    this.tasks.clear();
    this.end("");
    for (const task of tasks) task.cancel();
  }

  /** Runs a task that `controller` can abort, and shows the task while it runs. */
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
