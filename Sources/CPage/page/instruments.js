// The instruments: everything that an update shows, live or at the slider's time of a recording.
import { Picture, ink, make, write } from "./picture.js";
import { DASH, bound, bounded, declination, decimals, fixed, heading, known, place, withUnit } from "./format.js";
import { language, named, t } from "./language.js";
import { paintHorizon, paintRose } from "./rose.js";
import { paintLines, paintTerms, paintTrack, range } from "./plots.js";
import { TERMS } from "./series.js";
import { reasonText } from "./reasons.js";
import { remember, remembered } from "./memory.js";

const $ = (id) => document.getElementById(id);

const SHAPES = {
  ok: "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm-1.6 16.2-4.9-4.9 2-2 2.9 2.9 6.1-6.1 2 2z",
  degraded: "M12 1.5 23.5 22H.5zM10.8 9v6.5h2.4V9zm0 8v2.4h2.4V17z",
  coast: "M5 1h14v4.5L14 12l5 6.5V23H5v-4.5L10 12 5 5.500zM8 4l4 5 4-5zM8 20h8l-4-5z",
  stop: "M7.400 1h9.2L23 7.400v9.2L16.600 23H7.400L1 16.600V7.400zM6 10.300v3.400h12v-3.400z",
  unknown: "M7.400 1h9.2L23 7.400v9.2L16.600 23H7.400L1 16.600V7.400zM6 10.300v3.400h12v-3.400z",
};

// Plots that are described in words: title, column, unit and digits.
const DESCRIBED = {
  terms: ["accuracy", "heading_accuracy", "°", 2],
  strength: ["strength", "field_strength", " µT", 1],
  dip: ["dip", "inclination", "°", 1],
  altitude: ["altitude", "altitude", " m", 1],
  climb: ["climb", "climb_rate", " m/s", 2],
  track: ["track", "horizontal_accuracy", " m", 1],
};

export class Instruments {
  update = null;
  isStale = true;
  series = null;
  view = { from: 0, to: 300, start: 0, live: true, cursor: null };
  marks = [];
  #values = [...document.querySelectorAll("[data-key]")];
  #reasonKey = null; #spokenAt = -Infinity; #spokenText = ""; #described = -Infinity;
  #untold = [];

  constructor() {
    this.north = remembered("north") === "magnetic" ? "magnetic" : "true";
    for (const input of document.querySelectorAll('input[name="north"]')) {
      input.checked = input.value === this.north;
      input.addEventListener("change", () => {
        this.north = input.value;
        remember("north", input.value);
        this.show();
      });
    }
    const lines = (columns, options) => (c, width, height) => { if (this.series) paintLines(c, width, height, this.series, this.view, columns, options); };
    this.rose = new Picture($("rose"), (c, width, height) => paintRose(c, width, height, this.#shown()), true);
    this.horizon = new Picture($("horizon"), (c, width, height) => {
      const update = this.isStale ? null : this.update;
      paintHorizon(c, width, height, { pitch: update?.pitch, roll: update?.roll });
    }, true);
    this.plots = {
      terms: new Picture($("terms"), (c, width, height) => { if (this.series) paintTerms(c, width, height, this.series, this.view); }),
      strength: new Picture($("strength"), lines([["model_strength", "second", [7, 5]], ["field_strength", "accent"]], { unit: "µT", least: 2 })),
      dip: new Picture($("dip"), lines([["model_inclination", "second", [7, 5]], ["inclination", "accent"]], { unit: "°", least: 2 })),
      altitude: new Picture($("altitude"), lines([["altitude", "accent"]], { unit: "m", least: 4 })),
      climb: new Picture($("climb"), lines([["climb_rate", "accent"]], { unit: "m/s", least: 0.4, zero: true })),
      track: new Picture($("track"), (c, width, height) => { if (this.series) paintTrack(c, width, height, this.series, this.view, this.update); }),
    };
    this.#terms();
  }

  /** The heading that the rose shows: the chosen one, else the magnetic one, and no old one. */
  #shown() {
    const update = this.update;
    if (this.isStale || !update) return { heading: null };
    const north = this.north === "true" && known(update.true_heading) ? "true" : "magnetic";
    return {
      north, heading: update[`${north}_heading`], declination: update.declination ?? null, marks: this.marks.map((mark) => ({ color: ink[mark.color], heading: mark[`${north}_heading`] })),
      bound: north === "true" ? update.true_heading_accuracy ?? update.heading_accuracy : update.heading_accuracy, bound95: update.heading_accuracy_95,
    };
  }

  /** Shows an update; null empties everything. */
  set(update, isStale) {
    this.update = update;
    this.isStale = isStale;
    this.show();
  }

  show() {
    const update = this.update ?? {}, shown = this.#shown();
    const readout = $("readout"), has = known(shown.heading), digits = $("digits");
    readout.classList.toggle("magnetic", has && shown.north === "magnetic");
    digits.classList.toggle("word", !has);
    write(digits, has ? `${heading(shown.heading, decimals(shown.bound, 1))}°` : t(this.isStale ? "heading.old" : "heading.none"));
    write($("which"), has ? t(shown.north) : "");
    write($("bounds"), !has ? "" : known(shown.bound) ? bound(shown.bound) : t("bound.unknown"));
    // The stream has a 95 % bound of the magnetic heading only.
    write($("bound95"), has && known(shown.bound95) ? `${shown.north === "true" ? `${t("magnetic")} ` : ""}95 % ${bound(shown.bound95)}` : "");
    write($("heading-name"), t(has ? `${shown.north}.heading` : `${this.north}.heading`));
    const note = $("heading-note");
    const relative = has && update.reasons?.includes("relative_heading");
    note.hidden = !(relative || (has && this.north === "true" && shown.north !== "true"));
    if (!note.hidden) write(note, relative ? t("relative") : t("true.missing"));
    this.rose.change();
    this.horizon.change();

    const text = (key) => {
      const value = update[key];
      switch (key) {
      case "true_heading": return known(value) ? `${heading(value, decimals(update.true_heading_accuracy, 1))}° ${known(update.true_heading_accuracy) ? bound(update.true_heading_accuracy) : ""}` : DASH;
      case "magnetic_heading": return known(value) ? `${heading(value, decimals(update.heading_accuracy, 1))}° ${known(update.heading_accuracy) ? bound(update.heading_accuracy) : ""}` : DASH;
      case "heading_accuracy": case "heading_accuracy_95": return bound(value);
      case "declination": return declination(value);
      case "heading_source": return value == null ? DASH : named("source", value);
      case "heading_axis": return value == null ? DASH : named("axis", value);
      case "status": return value == null ? DASH : named("status", value);
      case "pitch": return bounded(value, update.pitch_accuracy, "°");
      case "roll": return bounded(value, update.roll_accuracy, "°");
      case "field_strength": return withUnit(value, 1, " µT");
      case "inclination": return withUnit(value, 1, "°");
      case "altitude": return bounded(value, update.vertical_accuracy, " m");
      case "relative_altitude": return withUnit(value, 1, " m");
      case "climb_rate": return bounded(value, update.climb_rate_accuracy, " m/s", 2);
      case "pressure": return known(value) ? `${fixed(value / 100, 2)} hPa` : DASH;
      case "latitude": return place(value, update.horizontal_accuracy, "N", "S");
      case "longitude": return place(value, update.horizontal_accuracy, "E", "W");
      case "horizontal_accuracy": return withUnit(value, value < 100 ? 1 : 0, " m");
      case "speed": return bounded(value, update.speed_accuracy, " m/s", 2);
      case "course": return known(value) ? `${heading(value, decimals(update.course_accuracy, 1))}° ${known(update.course_accuracy) ? bound(update.course_accuracy) : ""}` : DASH;
      case "coasting_time": return withUnit(value, 0, " s");
      default: return DASH;
      }
    };
    for (const element of this.#values) {
      // A heading that is not known now is not shown as a number, not even in grey; nor is its status.
      const isPresent = ["true_heading", "magnetic_heading", "status"].includes(element.dataset.key);
      write(element, isPresent && this.isStale ? DASH : text(element.dataset.key).trim());
    }
    document.documentElement.dataset.bootTime = known(update.boot_time) ? String(update.boot_time) : "";
    this.#steer(update);
    this.#reasons(update);
    this.#showTerms(update);
    this.#mini(shown);
    this.#say(shown, update);
  }

  #steer(update) {
    const steer = this.isStale ? "unknown" : Object.hasOwn(SHAPES, update.steer ?? "") ? update.steer : "unknown";
    const box = $("steer");
    if (box.dataset.state !== steer) {
      box.dataset.state = steer;
      $("steer-shape").setAttribute("d", SHAPES[steer]);
    }
    write($("steer-word"), t(`steer.${steer}`));
    write($("steer-text"), t(`steer.${steer}.text`, known(update.coast_left) ? `${fixed(update.coast_left, 1)} s` : DASH));
  }

  #mini(shown) {
    write($("mini-heading"), known(shown.heading) ? `${heading(shown.heading, decimals(shown.bound, 1))}° ${t(shown.north)}` : t(this.isStale ? "heading.old" : "heading.none"));
    const mini = $("mini");
    mini.dataset.state = $("steer").dataset.state;
    const left = mini.dataset.state === "coast" && known(this.update?.coast_left) ? ` ${fixed(this.update.coast_left, 0)} s` : "";
    write($("mini-steer"), t(`steer.${mini.dataset.state}`) + left);
  }

  #reasons(update) {
    const list = Array.isArray(update.reasons) ? update.reasons : [];
    const key = `${language()} ${list.join(" ")} ${this.update === null}`;
    if (key === this.#reasonKey) return;
    this.#reasonKey = key;
    const items = list.map((name) => {
      const { title, advice } = reasonText(name, language());
      const item = make("li");
      item.dataset.reason = name;
      item.append(make("strong", "", title), make("span", "", advice ? `${advice} ` : ""), make("code", "", name));
      return item;
    });
    if (!items.length) items.push(make("li", "none", this.update === null ? t("unknown") : t("reasons.none")));
    $("reasons").replaceChildren(...items);
  }

  #terms() {
    this.termItems = new Map();
    $("term-list").replaceChildren(...[...TERMS, "declination"].map((term) => {
      const item = make("li"), value = make("b", "value");
      item.dataset.term = term;
      value.dataset.termValue = term;
      const name = make("span");
      name.dataset.t = `term.${term}`;
      item.append(make("i"), name, value);
      this.termItems.set(term, { item, value });
      return item;
    }));
  }

  #showTerms(update) {
    const terms = update.error_terms ?? {};
    const digits = decimals(update.heading_accuracy, 2);
    let largest = null;
    for (const [term, { item, value }] of this.termItems) {
      write(value, withUnit(terms[term], digits, "°"));
      item.hidden = term === "declination" && !known(terms[term]);
      if (known(terms[term]) && term !== "declination" && (largest === null || terms[term] > terms[largest])) largest = term;
    }
    write($("term-advice"), largest !== null && terms[largest] > 0 ? `${t("advice.largest")}: ${t(`term.${largest}`)}. ${t(`advice.${largest}`)}` : update.error_terms === null ? t("accuracy.none") : "");
  }

  /** The heading in words for a screen reader: at most once in 5 s, and only if the words differ. */
  #say(shown, update) {
    const now = performance.now();
    if (now - this.#spokenAt < 5000) return;
    const reasons = (update.reasons ?? []).map((name) => reasonText(name, language()).title).join(", ");
    const text = known(shown.heading)
      ? `${t("say.heading", t(`${shown.north}.heading`), heading(shown.heading, 0), fixed(shown.bound, decimals(shown.bound, 1)))}. ${t("steering")}: ${$("steer-word").textContent}`
      : t("say.none", this.isStale ? t("heading.old") : reasons || t("unknown"));
    if (text === this.#spokenText) return;
    this.#spokenText = text;
    // Before the first update nothing is said, only the pictures have their names.
    if (this.update) {
      this.#spokenAt = now;
      write($("spoken"), text);
    }
    $("rose").setAttribute("aria-label", t("aria.rose", text));
    $("horizon").setAttribute("aria-label", t("aria.horizon", known(update.pitch) && !this.isStale
      ? `${t("pitch")} ${fixed(update.pitch, 0)}°, ${t("roll")} ${fixed(update.roll, 0)}°` : t("attitude.none")));
  }

  /** Draws the plots anew, after a new row or another span. */
  showPlots(describeNow = false) {
    for (const plot of Object.values(this.plots)) plot.change();
    const row = this.#row();
    write($("model-strength"), withUnit(this.series?.value("model_strength", row), 1, " µT"));
    write($("model-inclination"), withUnit(this.series?.value("model_inclination", row), 1, "°"));
    const now = performance.now();
    if (now - this.#described < 5000 && this.view.live && !describeNow) return;
    this.#described = now;
    const isBusy = this.#untold.length > 0;
    this.#untold = Object.entries(DESCRIBED);
    if (describeNow) this.#untold.splice(0).forEach((entry) => this.#describe(...entry));
    else if (!isBusy) setTimeout(() => this.#describeNext(), 40);
  }

  /** A plot in words, each in a task of its own: reading an hour's rows for all of them would take a frame's time. */
  #describeNext() {
    if (this.#untold.length) this.#describe(...this.#untold.shift());
    if (this.#untold.length) setTimeout(() => this.#describeNext(), 40);
  }

  #describe(id, [title, column, unit, digits]) {
    const { series, view } = this;
    const found = series ? range(series, view, [column]) : null;
    const value = series?.value(column, this.#row());
    $(id).setAttribute("aria-label", t("aria.plot", t(title), found
      ? t("aria.range", withUnit(value, digits, unit), withUnit(found.low, digits, unit), withUnit(found.high, digits, unit)) : t("unknown")));
  }

  /** The row that is shown: the newest, or the slider's. */
  #row() {
    if (!this.series) return -1;
    return this.view.cursor === null ? this.series.count - 1 : this.series.at(this.view.cursor);
  }

  /** After a change of the language. */
  retell() {
    this.#reasonKey = null;
    this.#spokenAt = this.#described = -Infinity;
    this.#spokenText = "";
    this.show();
    this.showPlots(true);
  }
}
