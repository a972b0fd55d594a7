// Plots of a series over time.
import { ink, font } from "./picture.js";
import { duration, fixed } from "./format.js";
import { TERMS } from "./series.js";
import { t } from "./language.js";

/** Ticks at 1, 2 or 5 times a power of ten. */
function ticks(low, high, count) {
  const rough = (high - low) / Math.max(1, count), power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) * power;
  const list = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + step * 1e-6; value += step) list.push(value);
  return { list, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

/** Axes and grid; the unit stands in the heading. view: {from, to, live, cursor}; y: {low, high, unit, values, label}. Returns the mapping of both. */
function axes(c, width, height, view, y) {
  const size = Math.max(11, Math.min(ink.size * 0.8, 20));
  font(c, size);
  const scale = y.values ? { list: y.values, digits: 0 } : ticks(y.low, y.high, Math.max(2, height / (size * 2.4)));
  const label = (value) => y.label ? y.label(value) : `${fixed(value, scale.digits)}${y.unit === "°" ? "°" : ""}`;
  const left = Math.ceil(Math.max(...scale.list.map((value) => c.measureText(label(value)).width), size)) + size * 0.8;
  const area = { left, right: width - size * 0.4, top: size * 0.8, bottom: height - size * 1.7 };
  const px = (time) => area.left + (time - view.from) / (view.to - view.from) * (area.right - area.left);
  const py = (value) => area.bottom - (value - y.low) / (y.high - y.low) * (area.bottom - area.top);
  c.strokeStyle = ink.line;
  c.fillStyle = ink.dim;
  c.lineWidth = 1;
  c.textBaseline = "middle";
  c.textAlign = "right";
  c.beginPath();
  for (const value of scale.list) {
    const at = Math.round(py(value)) + 0.5;
    c.moveTo(area.left, at); c.lineTo(area.right, at);
    c.fillText(label(value), area.left - size * 0.4, at);
  }
  c.stroke();

  const span = view.to - view.from, most = (area.right - area.left) / (size * 5.5);
  const step = STEPS.find((seconds) => span / seconds <= most) ?? 86400;
  c.textBaseline = "alphabetic";
  c.textAlign = "center";
  const origin = view.live ? view.to : view.start;
  for (let offset = Math.ceil((view.from - origin) / step) * step; origin + offset <= view.to + 1e-6; offset += step) {
    const x = px(origin + offset);
    const words = view.live ? (offset === 0 ? t("now") : `−${-offset % 60 ? duration(-offset) : `${-offset / 60} ${t("min")}`}`) : duration(offset);
    const half = c.measureText(words).width / 2;
    c.fillRect(Math.round(x), area.bottom, 1, size * 0.3);
    c.fillText(words, Math.min(Math.max(x, half), width - half), height - size * 0.35);
  }
  return { area, px, py, size };
}

function clip(c, area) {
  c.save();
  c.beginPath();
  c.rect(area.left, area.top, area.right - area.left, area.bottom - area.top + 1);
  c.clip();
}

/** Rows of the span, one more on each side. */
const rows = (series, view) => ({ first: Math.max(0, series.at(view.from)), last: Math.min(series.count - 1, series.at(view.to) + 1) });

/** A line. Of the rows within two pixels the smallest and the largest value are drawn, so that no peak is lost. */
function line(c, series, view, { area, px, py }, column, style) {
  const { first, last } = rows(series, view);
  const values = series.columns[column], times = series.times;
  const stride = Math.max(1, Math.floor((last - first + 1) / ((area.right - area.left) / 2)));
  // Two rows farther apart than this have a gap between them.
  const limit = Math.max(3, 2.5 * series.interval);
  c.strokeStyle = style.color;
  c.lineWidth = style.width ?? 2;
  c.setLineDash(style.dash ?? []);
  c.lineJoin = "round";
  c.beginPath();
  let before = NaN, beforeTime = NaN, isOpen = false;
  const point = (row) => {
    const x = px(times[row]), y = py(values[row]);
    if (isOpen) c.lineTo(x, y); else { c.moveTo(x, y); c.lineTo(x + 0.5, y); }
    isOpen = true;
  };
  for (let row = first; row <= last; row += stride) {
    let low = -1, high = -1;
    const end = Math.min(last, row + stride - 1);
    for (let each = row; each <= end; each++) {
      const value = values[each];
      if (!(value === value)) { isOpen = false; before = NaN; continue; }
      if (times[each] - beforeTime > limit || (style.wrap && Math.abs(value - before) > style.wrap / 2)) isOpen = false;
      before = value;
      beforeTime = times[each];
      if (low < 0 || value < values[low]) low = each;
      if (high < 0 || value > values[high]) high = each;
    }
    if (low < 0) continue;
    if (low === high || style.wrap) point(end === row ? low : Math.max(low, high)); else { point(Math.min(low, high)); point(Math.max(low, high)); }
  }
  c.stroke();
  c.setLineDash([]);
}

/** Where steering was stopped or held, at the foot of a plot; a gap of the heading is seen as one. */
function strip(c, series, view, { area, px, size }) {
  const { first, last } = rows(series, view);
  const height = Math.max(3, size * 0.28);
  const colors = { degraded: ink.warn, coast: ink.coast, stop: ink.bad };
  for (let row = first; row <= last;) {
    const state = series.steer[row];
    let end = row + 1;
    while (end <= last && series.steer[end] === state) end++;
    if (colors[state]) {
      c.fillStyle = colors[state];
      const to = end <= last ? series.times[end] : series.times[end - 1] + series.interval;
      c.fillRect(px(series.times[row]), area.bottom - height, Math.max(1.5, px(to) - px(series.times[row])), height);
    }
    row = end;
  }
}

function cursor(c, view, { area, px }) {
  if (view.cursor === null || view.cursor === undefined) return;
  const x = Math.round(px(view.cursor)) + 0.5;
  if (x < area.left || x > area.right + 1) return;
  c.strokeStyle = ink.accent;
  c.lineWidth = 2;
  c.beginPath(); c.moveTo(x, area.top); c.lineTo(x, area.bottom); c.stroke();
}

/** Smallest and largest of columns in the span, NaN if none is known. */
export function range(series, view, columns) {
  let low = Infinity, high = -Infinity;
  const first = Math.max(0, series.at(view.from)), last = Math.min(series.count - 1, series.at(view.to));
  for (const column of columns) {
    const values = series.columns[column];
    for (let row = first; row <= last; row++) {
      const value = values[row];
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? { low, high } : null;
}

/** An axis around the values, at least `least` long. */
function around(found, least) {
  if (!found) return { low: 0, high: least };
  const middle = (found.low + found.high) / 2, half = Math.max(least / 2, (found.high - found.low) * 0.58);
  return { low: middle - half, high: middle + half };
}

/** Lines of one series: columns is a list of [column, colour's name, dash]. */
export function paintLines(c, width, height, series, view, columns, { unit, least, zero }) {
  const y = { unit, ...around(range(series, view, columns.map((entry) => entry[0])), least) };
  if (zero) { const most = Math.max(Math.abs(y.low), Math.abs(y.high)); [y.low, y.high] = [-most, most]; }
  const map = axes(c, width, height, view, y);
  clip(c, map.area);
  for (const [column, color, dash] of columns) line(c, series, view, map, column, { color: ink[color], dash, width: dash ? 1.8 : 2 });
  c.restore();
  cursor(c, view, map);
}

const squares = new Float64Array(TERMS.length);

/**
 * The 68 % bound, divided by the squares of its terms, since they add up by squares: the upper edge is the bound itself, and a term is as high as
 * its share of it. The line above is the 95 % bound.
 */
export function paintTerms(c, width, height, series, view) {
  const bounds = series.columns.heading_accuracy, wide = series.columns.heading_accuracy_95;
  const { first, last } = rows(series, view);
  // A start of ±120° would flatten an hour of ±1°: the axis ends above most of the values, and says what it cuts off.
  let most = NaN;
  const some = [], each = Math.max(1, Math.floor((last - first) / 300));
  for (let row = first; row <= last; row++) {
    const value = bounds[row];
    if (!(value === value)) continue;
    if (!(value <= most)) most = value;
    if (row % each === 0) some.push(value);
  }
  const sorted = some.sort((a, b) => a - b);
  const usual = sorted.length ? Math.max(sorted[Math.floor(sorted.length * 0.9)], bounds[last] || 0) : 1;
  const isCut = most > 6 * usual, high = Math.max(0.5, isCut ? usual * 2.4 : Math.max(usual * 2.4, most * 1.1));
  const map = axes(c, width, height, view, { low: 0, high, unit: "°" });
  const { area, px, py } = map;
  clip(c, area);
  const stride = Math.max(1, Math.floor((last - first + 1) / Math.min((area.right - area.left) / 2, 240)));
  const limit = Math.max(3, 2.5 * series.interval) * stride;
  // Chosen rows: of each stride the one with the largest bound, so that no peak is lost.
  const chosen = [];
  for (let row = first; row <= last; row += stride) {
    let best = row;
    for (let other = row + 1; other < row + stride && other <= last; other++) {
      if (!(bounds[best] >= bounds[other])) best = other;
    }
    chosen.push(best);
  }
  const tops = TERMS.map(() => new Float64Array(chosen.length));
  const columns = TERMS.map((term) => series.columns[term]);
  for (let index = 0; index < chosen.length; index++) {
    const row = chosen[index];
    let sum = 0, part = 0;
    for (let number = 0; number < columns.length; number++) {
      const value = columns[number][row];
      sum += squares[number] = value === value ? value * value : 0;
    }
    for (let number = 0; number < columns.length; number++) {
      part += squares[number];
      tops[number][index] = Math.max(-5, py(sum > 0 ? bounds[row] * part / sum : bounds[row]));
    }
  }
  const lefts = chosen.map((row) => px(series.times[row]));
  let begin = 0;
  for (let index = 0; index <= chosen.length; index++) {
    const row = chosen[index];
    const broken = index === chosen.length || !Number.isFinite(bounds[row]) || (index > begin && series.times[row] - series.times[chosen[index - 1]] > limit);
    if (!broken) continue;
    if (index > begin) {
      for (let number = TERMS.length - 1; number >= 0; number--) {
        c.fillStyle = ink[TERMS[number]];
        c.beginPath();
        c.moveTo(lefts[begin], area.bottom);
        for (let at = begin; at < index; at++) c.lineTo(lefts[at], tops[number][at]);
        c.lineTo(Math.max(lefts[index - 1], lefts[begin] + 1.5), area.bottom);
        c.closePath();
        c.fill();
      }
    }
    begin = index < chosen.length && Number.isFinite(bounds[row]) ? index : index + 1;
  }
  line(c, series, view, map, "heading_accuracy", { color: ink.text, width: 1.5 });
  if (wide) line(c, series, view, map, "heading_accuracy_95", { color: ink.dim, width: 1.5, dash: [5, 4] });
  strip(c, series, view, map);
  c.restore();
  if (isCut) {
    const words = `▲ ${t("clipped", `${fixed(most, most >= 10 ? 0 : 1)}°`)}`;
    c.textAlign = "right";
    c.textBaseline = "top";
    font(c, map.size, 600);
    c.fillStyle = ink.panel;
    c.fillRect(area.right - c.measureText(words).width - 6, 0, c.measureText(words).width + 6, map.size * 1.3);
    c.fillStyle = ink.text;
    c.fillText(words, area.right, map.size * 0.15);
  }
  cursor(c, view, map);
}

/** Headings of several series; list of {series, column, color, dash}. */
export function paintHeadings(c, width, height, list, view) {
  const map = axes(c, width, height, view, { low: 0, high: 360, unit: "°", values: height > 220 ? [0, 45, 90, 135, 180, 225, 270, 315, 360] : [0, 90, 180, 270, 360],
    label: (value) => `${String(value).padStart(3, "0")}°` });
  clip(c, map.area);
  for (const { series, column, color, dash } of list) line(c, series, view, map, column, { color, dash, wrap: 360 });
  c.restore();
  cursor(c, view, map);
}

/** Where reasons hold: a lane for each. lanes: {title, name | null, series, color}; a lane without a name is a heading. */
export function paintLanes(c, width, height, lanes, view, lane) {
  const size = Math.max(11, Math.min(ink.size * 0.82, 20));
  const left = Math.min(width * 0.45, size * 15), right = width - size * 0.4, bottom = lanes.length * lane;
  const px = (time) => left + (time - view.from) / (view.to - view.from) * (right - left);
  c.textBaseline = "middle";
  c.textAlign = "left";
  lanes.forEach((entry, index) => {
    const y = index * lane;
    font(c, size, entry.name ? 400 : 700);
    c.fillStyle = entry.name ? ink.text : entry.color;
    let title = entry.title;
    while (title.length > 2 && c.measureText(title).width > (entry.name ? left : width) - size) title = `${title.slice(0, -2)}…`;
    c.fillText(title, entry.name ? size * 0.6 : 0, y + lane / 2);
    if (!entry.name) return;
    c.fillStyle = ink.line;
    c.fillRect(left, y + lane - 1, right - left, 1);
    c.fillStyle = entry.color;
    const { series } = entry;
    for (let row = 0; row < series.count;) {
      if (!series.reasons[row]?.includes(entry.name)) { row++; continue; }
      const begin = row;
      while (row < series.count && series.reasons[row]?.includes(entry.name)) row++;
      const to = row < series.count ? series.times[row] : series.times[row - 1] + series.interval;
      c.fillRect(px(series.times[begin]), y + lane * 0.2, Math.max(2, px(to) - px(series.times[begin])), lane * 0.6);
    }
  });
  cursor(c, view, { area: { left, right, top: 0, bottom }, px });
}

/** The predicted error of a calibration, on a logarithmic scale: it falls by powers. points: [{elapsed, error}] */
export function paintPrediction(c, width, height, points, { target, inUse }) {
  const values = [...points.map((point) => point.error), target, inUse].filter(Number.isFinite);
  const decades = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
  const low = decades.findLast((value) => value < Math.min(...values, 0.2)) ?? 0.01, high = decades.find((value) => value > Math.max(...values, 2)) ?? 100;
  const to = Math.max(20, points.length ? points[points.length - 1].elapsed : 0);
  const y = { low: Math.log10(low), high: Math.log10(high), unit: "°", values: decades.filter((value) => value >= low && value <= high).map(Math.log10),
    label: (value) => `${Number((10 ** value).toPrecision(1))}°` };
  const map = axes(c, width, height, { from: 0, to, start: 0, live: false }, y);
  const { area, px } = map;
  const py = (value) => map.py(Math.log10(Math.min(high, Math.max(low, value))));
  clip(c, area);
  for (const [value, color, dash] of [[inUse, ink.dim, [2, 4]], [target, ink.ok, [8, 5]]]) {
    if (!Number.isFinite(value)) continue;
    c.strokeStyle = color;
    c.lineWidth = 2;
    c.setLineDash(dash);
    c.beginPath(); c.moveTo(area.left, py(value)); c.lineTo(area.right, py(value)); c.stroke();
  }
  c.setLineDash([]);
  c.strokeStyle = ink.accent;
  c.lineWidth = 2.5;
  c.lineJoin = "round";
  c.beginPath();
  points.forEach(({ elapsed, error }, index) => {
    if (!index || !Number.isFinite(points[index - 1].error)) c.moveTo(px(elapsed), py(error)); else if (Number.isFinite(error)) c.lineTo(px(elapsed), py(error));
  });
  c.stroke();
  const last = points[points.length - 1];
  if (last && Number.isFinite(last.error)) {
    c.fillStyle = ink.accent;
    c.beginPath(); c.arc(px(last.elapsed), py(last.error), 4.5, 0, 2 * Math.PI); c.fill();
  }
  c.restore();
}

/** The track in metres around its last place, north up, with the circle that holds the place with 68 %. */
export function paintTrack(c, width, height, series, view, now) {
  const size = Math.max(11, Math.min(ink.size * 0.8, 20));
  const { latitude, longitude, horizontal_accuracy: accuracy } = series.columns;
  const first = Math.max(0, series.at(view.from)), last = Math.min(series.count - 1, view.cursor != null ? series.at(view.cursor) : series.at(view.to));
  const origin = now && Number.isFinite(now.latitude) && Number.isFinite(now.longitude) ? now : null;
  if (!origin) {
    font(c, size * 1.2, 600);
    c.fillStyle = ink.dim;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(t("track.none"), width / 2, height / 2);
    return;
  }
  const metre = 111_320, shrink = Math.cos(origin.latitude * Math.PI / 180);
  const east = (value) => (((value - origin.longitude + 540) % 360) - 180) * metre * shrink;
  const north = (value) => (value - origin.latitude) * metre;
  const radius = Number.isFinite(origin.horizontal_accuracy) ? origin.horizontal_accuracy : 0;
  let [west, right, south, top] = [-radius, radius, -radius, radius];
  const stride = Math.max(1, Math.floor((last - first + 1) / 400));
  for (let row = first; row <= last; row += stride) {
    if (!Number.isFinite(latitude[row])) continue;
    const [x, y] = [east(longitude[row]), north(latitude[row])];
    if (x < west) west = x; if (x > right) right = x;
    if (y < south) south = y; if (y > top) top = y;
  }
  const margin = size * 2.2;
  const scale = Math.min((width - 2 * margin) / Math.max(right - west, 4), (height - 2 * margin) / Math.max(top - south, 4));
  const px = (x) => width / 2 + (x - (west + right) / 2) * scale, py = (y) => height / 2 - (y - (south + top) / 2) * scale;

  // Circles of the accuracy along the way, a few of them; then the way itself.
  c.strokeStyle = ink.dim;
  c.globalAlpha = 0.45;
  c.lineWidth = 1;
  let [beforeX, beforeY] = [Infinity, Infinity];
  for (let row = first; row <= last; row += stride) {
    if (!Number.isFinite(latitude[row]) || !Number.isFinite(accuracy[row])) continue;
    const [x, y] = [px(east(longitude[row])), py(north(latitude[row]))];
    if (Math.hypot(x - beforeX, y - beforeY) < Math.max(40, accuracy[row] * scale * 1.5)) continue;
    [beforeX, beforeY] = [x, y];
    c.beginPath(); c.arc(x, y, accuracy[row] * scale, 0, 2 * Math.PI); c.stroke();
  }
  c.globalAlpha = 1;
  c.strokeStyle = ink.accent;
  c.lineWidth = 2.5;
  c.lineJoin = "round";
  c.beginPath();
  let open = false;
  for (let row = first; row <= last; row += stride) {
    if (!Number.isFinite(latitude[row])) { open = false; continue; }
    const [x, y] = [px(east(longitude[row])), py(north(latitude[row]))];
    if (open) c.lineTo(x, y); else c.moveTo(x, y);
    open = true;
  }
  c.stroke();
  c.fillStyle = ink.sector;
  c.strokeStyle = ink.text;
  c.lineWidth = 2;
  c.beginPath(); c.arc(px(0), py(0), Math.max(3, radius * scale), 0, 2 * Math.PI); c.fill(); c.stroke();
  c.fillStyle = ink.text;
  c.beginPath(); c.arc(px(0), py(0), 4, 0, 2 * Math.PI); c.fill();

  // Scale and north.
  const length = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000].find((metres) => metres * scale > width * 0.14) ?? 100_000;
  const y = height - size * 0.8;
  c.strokeStyle = ink.text;
  c.lineWidth = 2;
  c.beginPath(); c.moveTo(4, y - 5); c.lineTo(4, y); c.lineTo(4 + length * scale, y); c.lineTo(4 + length * scale, y - 5); c.stroke();
  font(c, size);
  c.textAlign = "left";
  c.textBaseline = "alphabetic";
  c.fillText(length >= 1000 ? `${length / 1000} km` : `${length} m`, 10, y - size * 0.4);
  const x = width - size * 1.2;
  c.beginPath(); c.moveTo(x, size * 2.6); c.lineTo(x, size * 1.5); c.stroke();
  c.beginPath(); c.moveTo(x - size * 0.35, size * 1.7); c.lineTo(x, size * 1.1); c.lineTo(x + size * 0.35, size * 1.7); c.closePath(); c.fill();
  c.textAlign = "center";
  font(c, size, 700);
  c.fillText(t("card").split(",")[0], x, size * 0.95);
}
