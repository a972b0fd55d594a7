// The sphere of the field's directions in the device, divided as the daemon divides it: 64 cells of equal area.
import { ink, letters } from "./picture.js";
import { t } from "./language.js";

export const CELLS = 64;
const BANDS = [4, 12, 16, 16, 12, 4];

/** The cell of a direction, 0 to 63; the bands have equal area because a zone's area is proportional to its height. */
export function cellOf([x, y, z]) {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) return -1;
  const height = z / length;
  let first = 0, top = 1;
  for (const count of BANDS) {
    const low = top - 2 * count / CELLS;
    if (height >= low - 1e-12 || first + count === CELLS) {
      const turn = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
      return first + Math.min(Math.floor(turn * count), count - 1);
    }
    first += count;
    top = low;
  }
  return -1;
}

/** Each cell: its centre, a unit vector, and its outline, the coordinates of unit vectors one after another. */
const cells = [];
{
  let top = 1;
  for (const count of BANDS) {
    const low = top - 2 * count / CELLS;
    for (let sector = 0; sector < count; sector++) {
      const from = 2 * Math.PI * sector / count, to = 2 * Math.PI * (sector + 1) / count;
      const point = (z, angle) => { const r = Math.sqrt(Math.max(0, 1 - z * z)); return [r * Math.cos(angle), r * Math.sin(angle), z]; };
      const steps = Math.max(3, Math.round(24 / count * 2));
      const outline = [];
      for (let step = 0; step <= steps; step++) outline.push(point(top, from + (to - from) * step / steps));
      for (let step = 1; step <= 3; step++) outline.push(point(top + (low - top) * step / 3, to));
      for (let step = 1; step <= steps; step++) outline.push(point(low, to + (from - to) * step / steps));
      for (let step = 1; step < 3; step++) outline.push(point(low + (top - low) * step / 3, from));
      cells.push({ center: point((top + low) / 2, (from + to) / 2), outline: Float64Array.from(outline.flat()) });
    }
    top = low;
  }
}

/** Which directions the field has had, from raw samples: the centre is not known at first, and is estimated as the daemon does it. */
export class Coverage {
  #samples = []; #low = [Infinity, Infinity, Infinity]; #high = [-Infinity, -Infinity, -Infinity];
  covered = new Uint8Array(CELLS);
  center = null;
  direction = null;

  constructor(center = null) { this.known = center; this.center = center; }

  get count() { return this.covered.reduce((sum, cell) => sum + cell, 0); }

  add(field) {
    if (!Array.isArray(field) || field.length !== 3 || !field.every(Number.isFinite)) return;
    for (let axis = 0; axis < 3; axis++) {
      this.#low[axis] = Math.min(this.#low[axis], field[axis]);
      this.#high[axis] = Math.max(this.#high[axis], field[axis]);
    }
    // Enough samples for any calibration of a few minutes; neighbours of a slow turn are the same cell.
    if (this.#samples.length < 6000) this.#samples.push(field);
    if (!this.known) {
      const middle = this.#low.map((low, axis) => (low + this.#high[axis]) / 2);
      // 5 µT are half of a cell in a weak field: then all samples are sorted anew.
      if (!this.center || Math.hypot(...middle.map((value, axis) => value - this.center[axis])) > 5) {
        this.center = middle;
        this.covered.fill(0);
        for (const sample of this.#samples) this.#mark(sample);
      }
    }
    this.#mark(field);
    const offset = field.map((value, axis) => value - this.center[axis]), length = Math.hypot(...offset);
    this.direction = length > 0 ? offset.map((value) => value / length) : null;
  }

  #mark(field) {
    const cell = cellOf(field.map((value, axis) => value - this.center[axis]));
    if (cell >= 0) this.covered[cell] = 1;
  }

  /** The cell that is missing and nearest to the present field; -1 if none is. */
  get nearest() {
    if (!this.direction) return -1;
    let best = -1, most = -2;
    cells.forEach(({ center }, cell) => {
      if (this.covered[cell]) return;
      const near = center[0] * this.direction[0] + center[1] * this.direction[1] + center[2] * this.direction[2];
      if (near > most) [best, most] = [cell, near];
    });
    return best;
  }
}

/** view: {turn, lift} in radians: where the eye stands around the device. */
export function project([x, y, z], { turn, lift }) {
  const a = x * Math.cos(turn) + y * Math.sin(turn), b = -x * Math.sin(turn) + y * Math.cos(turn);
  // b is away from the eye. Results: right and up on the screen, and towards the eye.
  return [a, z * Math.cos(lift) + b * Math.sin(lift), -b * Math.cos(lift) + z * Math.sin(lift)];
}

export function paintSphere(c, width, height, coverage, view, isRunning) {
  const size = Math.min(width, height), radius = size / 2 - size * 0.09, label = Math.max(12, Math.min(size * 0.045, 26));
  const [cx, cy] = [width / 2, height / 2];
  const at = (vector, scale = 1) => { const p = project(vector, view); return [cx + p[0] * radius * scale, cy - p[1] * radius * scale, p[2]]; };
  const nearest = coverage && isRunning ? coverage.nearest : -1;
  c.lineJoin = "round";
  c.fillStyle = ink.bg;
  c.beginPath(); c.arc(cx, cy, radius, 0, 2 * Math.PI); c.fill();

  // From the far side to the near one, so that the near cells lie over the far ones. A thousand points a frame: as `at`, without its arrays and its sines.
  const depths = cells.map((cell) => project(cell.center, view)[2]);
  const [ct, st, cl, sl, scale] = [Math.cos(view.turn), Math.sin(view.turn), Math.cos(view.lift), Math.sin(view.lift), radius * 0.995];
  for (const index of [...depths.keys()].sort((a, b) => depths[a] - depths[b])) {
    const covered = coverage?.covered[index];
    const near = depths[index] > 0;
    c.beginPath();
    const { outline } = cells[index];
    for (let i = 0; i < outline.length; i += 3) {
      const x = outline[i], y = outline[i + 1], z = outline[i + 2];
      c.lineTo(cx + (x * ct + y * st) * scale, cy - (z * cl + (y * ct - x * st) * sl) * scale);
    }
    c.closePath();
    if (near && !covered) { c.globalAlpha = 0.55; c.fillStyle = ink.panel; c.fill(); }
    if (covered || index === nearest) {
      c.globalAlpha = near ? 0.9 : 0.3;
      c.fillStyle = index === nearest ? ink.warn : ink.ok;
      c.fill();
    }
    c.globalAlpha = near ? 1 : 0.35;
    c.strokeStyle = near ? ink.bg : ink.line;
    c.lineWidth = near ? 2 : 1;
    c.stroke();
    if (near && !covered) { c.strokeStyle = ink.dim; c.lineWidth = 1; c.stroke(); }
    c.globalAlpha = 1;
  }
  c.strokeStyle = ink.dim;
  c.lineWidth = 1.5;
  c.beginPath(); c.arc(cx, cy, radius, 0, 2 * Math.PI); c.stroke();

  // The device's axes, outside the sphere.
  for (const [vector, key] of [[[0, 1, 0], "cal.forward"], [[1, 0, 0], "cal.right"], [[0, 0, 1], "cal.up"]]) {
    const [x, y, depth] = at(vector), [x2, y2] = at(vector, 1.06);
    // An axis that points away is seen through the sphere.
    c.globalAlpha = depth < -0.05 ? 0.75 : 1;
    const scale = depth < -0.05 ? 0.75 : 1;
    c.strokeStyle = c.fillStyle = ink.text;
    c.lineWidth = 3;
    c.beginPath(); c.moveTo(x, y); c.lineTo(x2, y2); c.stroke();
    // About the width, to keep the word within the canvas.
    const words = t(key), half = label * (0.33 * [...words].length + ([...words].some((letter) => letter > "\u2fff") ? 0.25 * [...words].length : 0)) * scale;
    const [x3, y3] = at(vector, 1.06 + label * 0.8 / radius);
    const [tx, ty] = [Math.min(Math.max(x3, half + 2), width - half - 2), Math.min(Math.max(y3, label * 0.6), height - label * 0.6)];
    letters(c, words, tx, ty, label * scale, 600, ink.text, ink.panel);
    c.globalAlpha = 1;
  }

  if (coverage?.direction) {
    const [x, y, depth] = at(coverage.direction);
    c.globalAlpha = depth > 0 ? 1 : 0.55;
    c.fillStyle = ink.accent;
    c.strokeStyle = ink.text;
    c.lineWidth = 2.5;
    const r = size * 0.026;
    c.beginPath(); c.moveTo(x, y - r); c.lineTo(x + r, y); c.lineTo(x, y + r); c.lineTo(x - r, y); c.closePath();
    c.fill(); c.stroke();
    c.globalAlpha = 1;
  }
}
