// Canvases: sized to their boxes, drawn only when something changed and only while visible, few per frame.

const dirty = new Set();
const pictures = new Set();
let pending = false;

export const ink = {};

/** Takes the colours from the style sheet; called when the theme changes. */
export function readInk() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["bg", "panel", "line", "text", "dim", "accent", "sector", "sector95", "ok", "warn", "coast", "bad", "sky", "ground", "second",
    "noise", "gyroscope_hold", "calibration", "disturbance", "local_field", "tilt", "s0", "s1", "s2", "s3", "s4", "s5"]) {
    ink[name] = style.getPropertyValue(`--${name}`).trim();
  }
  ink.font = style.getPropertyValue("--font").trim() || "sans-serif";
  ink.size = parseFloat(style.fontSize) || 16;
  for (const picture of pictures) picture.change();
}

function frame() {
  pending = false;
  // What follows each update at once; otherwise one plot a frame, so that no frame has much to do.
  const quick = [...dirty].filter((picture) => picture.isQuick);
  for (const picture of quick.length ? quick : [...dirty].slice(0, 1)) {
    dirty.delete(picture);
    picture.draw();
  }
  if (dirty.size) schedule();
}

function schedule() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(frame);
}

export class Picture {
  #context; #paint; #width = 0; #height = 0; #ratio = 1;

  /** paint(context, width, height) draws in CSS pixels on an empty canvas. */
  constructor(canvas, paint, isQuick = false) {
    this.canvas = canvas;
    this.isQuick = isQuick;
    this.#context = canvas.getContext("2d");
    this.#paint = paint;
    pictures.add(this);
    // The parent has the size: a canvas that were observed itself would follow its own pixels.
    new ResizeObserver(() => this.#resize()).observe(canvas.parentElement);
  }

  get isVisible() { return this.#width > 0; }

  #resize() {
    const box = this.canvas.getBoundingClientRect();
    const ratio = Math.min(window.devicePixelRatio || 1, 2.5);
    const [width, height] = [Math.floor(box.width), Math.floor(box.height)];
    if (width === this.#width && height === this.#height && ratio === this.#ratio) return;
    [this.#width, this.#height, this.#ratio] = [height > 0 ? width : 0, height, ratio];
    this.change();
  }

  change() {
    if (!this.isVisible) return;
    dirty.add(this);
    schedule();
  }

  draw() {
    if (!this.isVisible) return;
    // A canvas is emptied with a new size: it gets it when it is drawn, and shows the old picture until then.
    const [width, height] = [Math.max(1, Math.round(this.#width * this.#ratio)), Math.max(1, Math.round(this.#height * this.#ratio))];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const context = this.#context;
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    this.#paint(context, this.#width, this.#height);
  }
}

export function font(context, size, weight = 400) { context.font = `${weight} ${size}px ${ink.font}`; }

const words = new Map();

/**
 * Draws words centred on a point, from a picture of them. Writing into a canvas of the document first brings the styles of the whole document up to
 * date, which costs more than the drawing itself; so what is drawn ten times a second writes its words once.
 * With the colour of a patch below them, which keeps them readable over anything.
 */
export function letters(context, text, x, y, size, weight, color, patch) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2.5), key = `${text}|${Math.round(size)}|${weight}|${color}|${ratio}`;
  let entry = words.get(key);
  if (!entry) {
    if (words.size > 200) words.clear();
    const canvas = new OffscreenCanvas(1, 1), pen = canvas.getContext("2d"), style = `${weight} ${Math.round(size) * ratio}px ${ink.font}`;
    pen.font = style;
    canvas.width = Math.ceil(pen.measureText(text).width) + 4;
    canvas.height = Math.ceil(size * ratio * 1.5);
    Object.assign(pen, { font: style, fillStyle: color, textAlign: "center", textBaseline: "middle" });
    pen.fillText(text, canvas.width / 2, canvas.height / 2);
    entry = { canvas, width: canvas.width / ratio, height: canvas.height / ratio };
    words.set(key, entry);
  }
  if (patch) {
    context.fillStyle = patch;
    context.fillRect(x - entry.width / 2, y - size * 0.6, entry.width, size * 1.2);
  }
  context.drawImage(entry.canvas, x - entry.width / 2, y - entry.height / 2, entry.width, entry.height);
}

/** The instrument's flag for a value that is not known: a red cross over everything, as in an aircraft. */
export function flag(context, x, y, width, height) {
  context.save();
  context.strokeStyle = ink.bad;
  context.lineWidth = Math.max(3, Math.min(width, height) / 60);
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(x, y); context.lineTo(x + width, y + height);
  context.moveTo(x + width, y); context.lineTo(x, y + height);
  context.stroke();
  context.restore();
}

/** Writes text only where it differs, so that nothing is laid out again for the same words, and into the node that is there: ten updates a second of new ones would be collected. */
export function write(element, text) {
  const node = element.firstChild;
  if (node?.nodeType !== Node.TEXT_NODE || node.nextSibling || text === "") {
    if (element.textContent !== text) element.textContent = text;
  } else if (node.data !== text) node.data = text;
}

export function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
