// Values over time: columns of numbers, one row per second (or per interval of a recording). Unknown is NaN.

export const COLUMNS = ["boot_time", "magnetic_heading", "true_heading", "heading_accuracy", "heading_accuracy_95", "noise", "gyroscope_hold",
  "calibration", "disturbance", "local_field", "tilt", "pitch", "roll", "field_strength", "inclination", "model_strength", "model_inclination",
  "altitude", "relative_altitude", "climb_rate", "latitude", "longitude", "horizontal_accuracy", "speed", "course"];
export const TERMS = ["noise", "gyroscope_hold", "calibration", "disturbance", "local_field", "tilt"];
const KEPT = 3600;

export class Series {
  constructor(name, interval, rows = 0) {
    this.name = name;
    this.interval = interval;
    this.count = 0;
    this.capacity = Math.max(rows, 2 * KEPT);
    this.columns = Object.fromEntries(COLUMNS.map((column) => [column, new Float64Array(this.capacity)]));
    this.status = [];
    this.steer = [];
    this.reasons = [];
    this.events = [];
  }

  /** A series as the worker sends it. */
  static received(data) {
    const series = new Series(data.name, data.interval, data.count);
    for (const column of COLUMNS) if (data.columns[column]) series.columns[column].set(data.columns[column]); else series.columns[column].fill(NaN, 0, data.count);
    Object.assign(series, { count: data.count, status: data.status, steer: data.steer, reasons: data.reasons, events: data.events });
    return series;
  }

  get times() { return this.columns.boot_time; }
  get first() { return this.count ? this.times[0] : NaN; }
  get last() { return this.count ? this.times[this.count - 1] : NaN; }

  /** Index of the last row at or before a time; -1 before the first one. */
  at(time) {
    let low = 0, high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  value(column, row) {
    const value = row >= 0 && row < this.count ? this.columns[column][row] : NaN;
    return Number.isFinite(value) ? value : null;
  }

  /** Appends an update's values; the magnetic model's are those of the last row until a newer history has others. */
  append(update, model) {
    if (this.count === this.capacity) {
      const gone = this.capacity - KEPT;
      for (const column of COLUMNS) this.columns[column].copyWithin(0, gone);
      for (const list of [this.status, this.steer, this.reasons]) list.splice(0, gone);
      this.count = KEPT;
    }
    const row = this.count++;
    for (const column of COLUMNS) {
      const value = TERMS.includes(column) ? update.error_terms?.[column] : column.startsWith("model_") ? model[column] : update[column];
      this.columns[column][row] = typeof value === "number" ? value : NaN;
    }
    this.status[row] = update.status;
    this.steer[row] = update.steer;
    this.reasons[row] = update.reasons;
  }

  /** A row in the form of an update, for the views of a recording. */
  update(row) {
    if (row < 0 || row >= this.count) return null;
    const update = {};
    for (const column of COLUMNS) update[column] = this.value(column, row);
    update.error_terms = update.heading_accuracy === null ? null : Object.fromEntries(TERMS.map((term) => [term, update[term]]));
    update.status = this.status[row] ?? null;
    update.steer = this.steer[row] ?? null;
    update.reasons = this.reasons[row] ?? [];
    return update;
  }
}
