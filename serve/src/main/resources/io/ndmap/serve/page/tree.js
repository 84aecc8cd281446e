// The tree of directories, archives and arrays, by the tree pattern of WAI-ARIA: the Tab key
// reaches the tree once, and arrow keys move within it.

import { isAbort, json } from "./api.js";
import { visible } from "./text.js";

// The number of children that are shown before the user requests more.
const AT_ONCE = 400;
// Letters that are typed within this time form one text to search for.
const PAUSE_MILLIS = 800;

/** Loads the list of a directory or an archive when it is opened. */
export class Tree {
  /** @param listener `opened(name)` when an array is selected; `failed(problem)` */
  constructor(root, filter, listener) {
    this.root = root;
    this.listener = listener;
    this.filter = "";
    this.typed = { text: "", at: 0 };
    this.selected = "";
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("click", (event) => this.click(event));
    filter.addEventListener("input", () => {
      this.filter = filter.value.trim().toLowerCase();
      this.applyFilter();
    });
  }

  /**
   * Loads the list of the served files. Returns the name of the first array, or null if none is
   * listed.
   */
  async start() {
    this.root.replaceChildren();
    await this.fill(this.root, "", 1);
    this.focusable(this.root.querySelector("[role=treeitem]"));
    const items = this.root.querySelectorAll(":scope > [role=treeitem]");
    if (items.length === 1 && items[0].hasAttribute("aria-expanded")) await this.expand(items[0]);
    return this.root.querySelector("[role=treeitem]:not([aria-expanded]):not([aria-disabled])")?.dataset.name ?? null;
  }

  /** Marks the array that is shown, and expands the directories and the archive that contain it. */
  async select(name) {
    this.selected = name;
    for (;;) {
      const items = [...this.root.querySelectorAll("[role=treeitem]")];
      const closed = items.find((each) => each.getAttribute("aria-expanded") === "false"
        && !each.dataset.tried && name.startsWith(each.dataset.name) && /^(\/|::)/.test(name.slice(each.dataset.name.length)));
      if (!closed) break;
      closed.dataset.tried = "1";
      await this.expand(closed);
    }
    for (const item of this.root.querySelectorAll("[role=treeitem]")) this.marked(item);
  }

  async fill(list, name, level) {
    const { children } = await json("meta", { path: name });
    const left = [...children];
    const more = () => {
      for (const child of left.splice(0, AT_ONCE)) list.append(this.item(child, level));
      if (left.length > 0) {
        const rest = document.createElement("li");
        const button = document.createElement("button");
        rest.role = "none";
        button.type = "button";
        button.textContent = `${left.length.toLocaleString("en")} more`;
        button.addEventListener("click", () => {
          rest.remove();
          more();
        });
        rest.append(button);
        list.append(rest);
      }
      this.applyFilter();
    };
    list.rest = { left, more };
    more();
    if (children.length === 0) {
      const nothing = document.createElement("li");
      nothing.role = "none";
      nothing.className = "nothing";
      nothing.textContent = "nothing in it";
      list.append(nothing);
    }
  }

  item(child, level) {
    const item = document.createElement("li");
    const label = document.createElement("span");
    const name = document.createElement("bdi");
    item.role = "treeitem";
    item.tabIndex = -1;
    item.dataset.name = child.name;
    item.dataset.kind = child.kind;
    item.setAttribute("aria-level", String(level));
    item.setAttribute("aria-label", `${visible(child.label)}, ${child.kind}${child.refused ? `, refused: ${visible(child.refused)}` : ""}`);
    label.className = "label";
    label.style.setProperty("--level", String(level));
    name.textContent = visible(child.label);
    label.append(name);
    if (child.refused) {
      item.setAttribute("aria-disabled", "true");
      label.title = visible(child.refused);
    }
    item.append(label);
    if (child.kind !== "array" && !child.refused) item.setAttribute("aria-expanded", "false");
    this.marked(item);
    return item;
  }

  marked(item) {
    const is = item.dataset.name === this.selected;
    item.setAttribute("aria-selected", String(is));
    if (is) this.focusable(item);
  }

  async expand(item) {
    item.setAttribute("aria-expanded", "true");
    if (item.querySelector("[role=group]")) return;
    const group = document.createElement("ul");
    group.role = "group";
    item.append(group);
    item.setAttribute("aria-busy", "true");
    try {
      await this.fill(group, item.dataset.name, Number(item.getAttribute("aria-level")) + 1);
    } catch (error) {
      group.remove();
      item.setAttribute("aria-expanded", "false");
      if (!isAbort(error)) this.listener.failed(error);
    } finally {
      item.removeAttribute("aria-busy");
    }
  }

  open(item) {
    this.focusable(item);
    item.focus();
    if (item.hasAttribute("aria-expanded")) {
      if (item.getAttribute("aria-expanded") === "true") item.setAttribute("aria-expanded", "false");
      else this.expand(item);
    } else {
      this.listener.opened(item.dataset.name);
    }
  }

  click(event) {
    const item = event.target.closest(".label")?.parentElement;
    if (item) this.open(item);
  }

  key(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const seen = this.seen();
    const at = seen.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const go = (to) => to && (this.focusable(to), to.focus());
    if (event.key.length > 1) this.typed.text = "";
    switch (event.key) {
      case "ArrowDown": go(seen[at + 1]); break;
      case "ArrowUp": go(seen[at - 1]); break;
      case "Home": go(seen[0]); break;
      case "End": go(seen.at(-1)); break;
      case "ArrowRight":
        if (expanded === "false") this.expand(item);
        else if (expanded === "true") go(item.querySelector("[role=treeitem]"));
        break;
      case "ArrowLeft":
        if (expanded === "true") item.setAttribute("aria-expanded", "false");
        else go(item.parentElement.closest("[role=treeitem]"));
        break;
      case "Enter":
      case " ": this.open(item); break;
      default:
        if (event.key.length !== 1) return;
        go(this.startingWith(event.key, seen, at));
    }
    event.preventDefault();
  }

  startingWith(letter, seen, at) {
    const now = performance.now();
    const text = now - this.typed.at < PAUSE_MILLIS ? this.typed.text + letter.toLowerCase() : letter.toLowerCase();
    this.typed = { text, at: now };
    const from = text.length > 1 ? at : at + 1;
    const turned = [...seen.slice(from), ...seen.slice(0, from)];
    return turned.find((each) => this.label(each).startsWith(text));
  }

  seen() {
    return [...this.root.querySelectorAll("[role=treeitem]")].filter((each) => each.checkVisibility());
  }

  label(item) {
    return item.querySelector("bdi").textContent.toLowerCase();
  }

  focusable(item) {
    if (!item) return;
    for (const other of this.root.querySelectorAll("[role=treeitem][tabindex='0']")) other.tabIndex = -1;
    item.tabIndex = 0;
  }

  /**
   * Hides the items whose name does not contain the text of the filter. An item stays visible if it
   * contains a matching item, or is contained in one.
   */
  applyFilter() {
    const text = this.filter;
    const check = (list, within) => {
      if (text && list.rest?.left.length > 0) {
        const fits = list.rest.left.filter((child) => child.label.toLowerCase().includes(text)).slice(0, AT_ONCE);
        for (const child of fits) {
          list.rest.left.splice(list.rest.left.indexOf(child), 1);
          list.append(this.item(child, Number(list.closest("[role=treeitem]")?.getAttribute("aria-level") ?? 0) + 1));
        }
      }
      let any = false;
      for (const item of list.children) {
        if (item.role !== "treeitem") continue;
        const fits = within || text === "" || this.label(item).includes(text);
        const group = item.querySelector(":scope > [role=group]");
        const below = group ? check(group, fits && text !== "") : false;
        item.hidden = !(fits || below);
        any ||= !item.hidden;
      }
      return any;
    };
    check(this.root, false);
    const focus = this.root.querySelector("[role=treeitem][tabindex='0']");
    if (!focus?.checkVisibility()) this.focusable(this.seen()[0]);
  }
}
