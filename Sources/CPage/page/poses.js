// The guided calibrations at rest: the accelerometer on its six sides, the gyroscope on one.
import { make } from "./picture.js";
import { DASH, fixed, known } from "./format.js";
import { t } from "./language.js";

const SIDES = ["level", "upside_down", "right_up", "left_up", "nose_up", "nose_down"];
const MARKS = { done: "✓", active: "▶", open: "○" };

/** Sensors by the method that calibrates them. */
export const AT_REST = { sides: "accelerometer", rest: "gyroscope" };

export class Poses {
  root = make("div", "column");
  #sides = make("ol", "sides"); #bar = make("progress"); #values = make("dl", "pairs");

  constructor() {
    this.#sides.id = "sides";
    this.#bar.id = "rest";
    this.#bar.max = 1;
    const label = make("label", "", t("cal.rest"));
    label.dataset.t = "cal.rest";
    label.htmlFor = this.#bar.id;
    this.root.append(this.#sides, label, this.#bar, this.#values);
  }

  /** Shows a progress; null before the first. */
  show(progress) {
    const taken = Array.isArray(progress?.taken) ? progress.taken : [];
    this.#sides.hidden = progress?.sensor !== "accelerometer";
    this.#sides.replaceChildren(...SIDES.map((side) => {
      const state = taken.includes(side) ? "done" : side === progress?.side ? "active" : "open";
      const item = make("li", state), mark = make("span", "mark", MARKS[state]);
      mark.setAttribute("aria-hidden", "true");
      item.append(mark, make("span", "", t(`side.${side}`)), make("span", "hide", t(`side.${state}`)));
      if (state === "active") item.setAttribute("aria-current", "step");
      return item;
    }));
    this.#bar.value = known(progress?.rest) ? Math.max(0, Math.min(1, progress.rest)) : 0;
    const unit = progress?.sensor === "gyroscope" ? "°/s" : "m/s²";
    const number = (value, digits) => known(value) ? `${fixed(value, digits)} ${unit}` : DASH;
    const list = (values, digits) => Array.isArray(values) ? values.map((value) => fixed(value, digits)).join(", ") : DASH;
    const entries = [["cal.spread", `${number(progress?.spread, 2)} / ${number(progress?.largest_spread, 2)}`],
      ["cal.bias", Array.isArray(progress?.bias) ? `${list(progress.bias, 3)} ${unit}` : DASH],
      [progress?.sensor === "gyroscope" ? "cal.deviation" : "cal.residual", known(progress?.deviation) ? `±${number(progress.deviation, 4)}` : DASH]];
    if (Array.isArray(progress?.scale)) entries.push(["cal.scale", list(progress.scale, 4)]);
    this.#values.replaceChildren(...entries.map(([key, value]) => {
      const item = make("div");
      item.append(make("dt", "", t(key)), make("dd", "", value));
      return item;
    }));
  }
}
