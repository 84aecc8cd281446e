// Converts events of the wheel, of pointers and of keys over a picture to zooming, moving and
// pointing.

// The zoom factor of the keys + and -.
const STEP = 1.5;
// A pointer that moves by at most this many pixels between pressing and releasing makes a click.
const STILL = 4;

/**
 * Listens to the events of an element.
 * @param to an object with the functions `zoom(factor, x, y)`, `pan(x, y)`, `fit()`, `hover(x, y)`,
 *     `leave()`, `point(x, y)` and `step(down, across)`
 */
export function listen(element, to) {
  const pointers = new Map();
  let moved = 0;
  const at = (event) => {
    const bounds = element.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  };

  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    const { x, y } = at(event);
    to.zoom(Math.exp(-Math.max(-400, Math.min(400, pixels)) * (event.ctrlKey ? 0.01 : 0.002)), x, y);
  }, { passive: false });

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 1) moved = 0;
  });

  element.addEventListener("pointermove", (event) => {
    const now = at(event);
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      to.hover(now.x, now.y);
      return;
    }
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    pointers.set(event.pointerId, now);
    if (other === undefined) {
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (moved > STILL) to.pan(before.x - now.x, before.y - now.y);
      return;
    }
    moved = Infinity;
    const distance = (a, b) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
    to.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
    to.zoom(distance(now, other) / distance(before, other), (now.x + other.x) / 2, (now.y + other.y) / 2);
  });

  const up = (event) => {
    if (!pointers.delete(event.pointerId) || event.type !== "pointerup") return;
    if (moved <= STILL) {
      const { x, y } = at(event);
      to.point(x, y);
    }
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", () => to.leave());

  element.addEventListener("dblclick", (event) => {
    const { x, y } = at(event);
    to.zoom(event.shiftKey ? 0.5 : 2, x, y);
  });

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (arrow && event.shiftKey) to.pan(arrow[1] * element.clientWidth / 4, arrow[0] * element.clientHeight / 4);
    else if (arrow) to.step(arrow[0], arrow[1]);
    else if (event.key === "+" || event.key === "=") to.zoom(STEP);
    else if (event.key === "-" || event.key === "_") to.zoom(1 / STEP);
    else if (event.key === "0" || event.key === "Home") to.fit();
    else return;
    event.preventDefault();
  });
}
