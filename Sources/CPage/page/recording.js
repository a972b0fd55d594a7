// A recording: all series over the whole time, and everything else at the slider's time.
import { Picture, ink, make, write } from "./picture.js";
import { DASH, bound, decimals, duration, heading, known } from "./format.js";
import { language, named, t } from "./language.js";
import { paintHeadings, paintLanes } from "./plots.js";
import { Series } from "./series.js";
import { reasonText } from "./reasons.js";

const $ = (id) => document.getElementById(id);
const SPEEDUP = 10; // seconds of the recording in one of playing

export class Recording {
  #playing = 0; #column = "magnetic_heading";

  constructor(data, instruments, events) {
    this.instruments = instruments;
    this.series = data.series.map(Series.received).filter((series) => series.count);
    this.events = events;
    this.from = Math.min(...this.series.map((series) => series.first));
    this.to = Math.max(...this.series.map((series) => series.last));
    this.interval = Math.min(...this.series.map((series) => series.interval));
    this.index = 0;
    this.time = this.to;
    // The wall clock of the recording is that of any event that has one.
    const dated = data.series.flatMap((series) => series.events).find((event) => event.time && Number.isFinite(Date.parse(event.time)));
    this.epoch = dated ? Date.parse(dated.time) / 1000 - dated.boot_time : null;

    const slider = $("time");
    Object.assign(slider, { min: "0", max: String(Math.max(this.interval, this.to - this.from)), step: String(this.interval), value: slider.max });
    slider.value = slider.max;
    slider.addEventListener("input", () => { this.stop(); this.seek(this.from + Number(slider.value)); });
    $("play").addEventListener("click", () => { if (this.#playing) this.stop(); else this.play(); });
    $("series").replaceChildren(...this.series.map((series, index) => Object.assign(make("option", "", series.name || String(index + 1)), { value: String(index) })));
    $("series").addEventListener("change", () => { this.index = Number($("series").value); this.show(); });
    for (const input of document.querySelectorAll('input[name="north"]')) input.addEventListener("change", () => this.show());
    $("player").hidden = this.series.length === 0;

    this.headings = new Picture($("headings"), (c, width, height) => paintHeadings(c, width, height, this.series.map((series, index) => (
      { series, column: this.#column, color: ink[`s${index % 6}`], dash: index >= 6 ? [6, 4] : [] })), this.view));
    this.lanes = new Picture($("lanes"), (c, width, height) => paintLanes(c, width, height, this.#lanes(), this.view, this.#lane));
    $("headings").addEventListener("pointerdown", (event) => this.#point(event));
    this.retell();
  }

  get #lane() { return Math.max(22, ink.size * 1.55); }

  /** A press on the plot of the headings sets the slider. */
  #point(event) {
    const box = event.target.getBoundingClientRect();
    const share = (event.clientX - box.left - 40) / (box.width - 46);
    $("time").value = String(Math.min(1, Math.max(0, share)) * (this.to - this.from));
    $("time").dispatchEvent(new Event("input"));
  }

  get view() { return { from: this.from, to: Math.max(this.to, this.from + this.interval), start: this.from, live: false, cursor: this.time }; }

  #lanes() {
    const lanes = [];
    this.series.forEach((series, index) => {
      const names = new Set();
      for (const list of series.reasons) for (const name of list) names.add(name);
      lanes.push({ title: series.name || String(index + 1), name: null, color: ink[`s${index % 6}`] });
      if (!names.size) lanes.push({ title: t("rec.reasons.none"), name: "", series, color: ink.dim });
      for (const name of names) lanes.push({ title: reasonText(name, language()).title, name, series, color: ink[`s${index % 6}`] });
    });
    return lanes;
  }

  /** After the beginning, or a change of the language. */
  retell() {
    write($("play"), t(this.#playing ? "rec.pause" : "rec.play"));
    const lanes = this.#lanes();
    $("lanes-box").style.height = `${Math.ceil(lanes.length * this.#lane) + 2}px`;
    $("lanes").setAttribute("aria-label", `${t("rec.reasons")}: ${lanes.filter((lane) => lane.name).map((lane) => lane.title).join(", ") || t("rec.reasons.none")}`);
    this.lanes.change();
    this.events.history(this.series.flatMap((series) => series.events).sort((a, b) => a.boot_time - b.boot_time), this.from);
    if (!this.series.length) this.events.now(() => t("rec.empty"), "warning");
    this.show();
  }

  seek(time) {
    this.time = Math.min(this.to, Math.max(this.from, time));
    this.show();
  }

  show() {
    const series = this.series[this.index];
    if (!series) return;
    const elapsed = this.time - this.from;
    const wall = this.epoch === null ? "" : ` · ${new Date((this.epoch + this.time) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
    write($("time-text"), `${duration(elapsed)} ${t("rec.of")} ${duration(this.to - this.from)}${wall}`);
    $("time").setAttribute("aria-valuetext", $("time-text").textContent);
    this.instruments.series = series;
    this.instruments.view = this.view;
    // Between two rows the last one holds, but not over a gap.
    const now = this.series.map((each) => { const row = each.at(this.time); return row >= 0 && this.time - each.times[row] <= 2.5 * each.interval ? each.update(row) : null; });
    this.instruments.marks = this.series.length < 2 ? [] : now.map((update, index) => ({
      color: `s${index % 6}`, true_heading: update?.true_heading, magnetic_heading: update?.magnetic_heading }));
    this.instruments.set(now[this.index], false);
    this.instruments.showPlots();
    this.#column = this.instruments.north === "true" && this.series.some((each) => each.columns.true_heading.subarray(0, each.count).some(Number.isFinite)) ? "true_heading" : "magnetic_heading";
    this.headings.change();
    this.lanes.change();

    $("series-key").replaceChildren(...this.series.flatMap((each, index) => {
      const box = make("i", "box");
      box.dataset.series = String(index % 6);
      return [box, make("span", "", each.name || String(index + 1))];
    }), make("span", "", `(${t(this.#column === "true_heading" ? "true.heading" : "magnetic.heading")})`));
    $("headings").setAttribute("aria-label", t("aria.plot", t("rec.headings"), this.series.map((each, index) => `${each.name}: ${heading(now[index]?.[this.#column], 0)}`).join(", ")));
    $("compare").replaceChildren(...this.series.map((each, index) => {
      const row = make("tr"), update = now[index], name = make("td");
      row.dataset.series = String(index % 6);
      name.append(make("strong", "", each.name || String(index + 1)));
      const degrees = (value) => known(value) ? `${heading(value, decimals(update.heading_accuracy, 1))}°` : DASH;
      row.append(name, make("td", "n", degrees(update?.magnetic_heading)), make("td", "n", degrees(update?.true_heading)),
        make("td", "n", bound(update?.heading_accuracy)), make("td", "", update?.steer ? named("steer", update.steer) : DASH));
      return row;
    }));
  }

  play() {
    if (this.time >= this.to) this.time = this.from;
    // Ten steps a second, of a fixed length: the same with reduced motion, since only data moves.
    this.#playing = setInterval(() => {
      this.seek(this.time + SPEEDUP / 10);
      $("time").value = String(this.time - this.from);
      if (this.time >= this.to) this.stop();
    }, 100);
    write($("play"), t("rec.pause"));
  }

  stop() {
    clearInterval(this.#playing);
    this.#playing = 0;
    write($("play"), t("rec.play"));
  }
}
