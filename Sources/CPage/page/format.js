// Numbers as text. An unknown value is a dash, never 0 and never an old value.
import { t } from "./language.js";

export const DASH = "–";
export const known = (value) => typeof value === "number" && Number.isFinite(value);

/** Decimals that leave two significant digits of the bound. */
export function decimals(bound, most = 2, otherwise = 1) {
  if (!known(bound) || bound <= 0) return Math.min(otherwise, most);
  return Math.max(0, Math.min(most, 1 - Math.floor(Math.log10(bound))));
}

/** A number with a real minus sign. "−0" is 0. */
export function fixed(value, digits = 1) {
  if (!known(value)) return DASH;
  let text = value.toFixed(digits);
  if (/^-[0.]*$/.test(text)) text = text.slice(1);
  return text.replace("-", "−");
}

export const withUnit = (value, digits, unit) => known(value) ? `${fixed(value, digits)}${unit}` : DASH;

/** A heading with three digits before the point; 359.96 with one decimal is 000.0. */
export function heading(value, digits = 1) {
  if (!known(value)) return DASH;
  let text = value.toFixed(digits);
  if (Number(text) >= 360) text = (0).toFixed(digits);
  const [whole, part] = text.split(".");
  return whole.padStart(3, "0") + (part ? `.${part}` : "");
}

/** A value and its 68 % bound: "51.9 ±3.9 m". */
export function bounded(value, bound, unit, otherwise = 1) {
  if (!known(value)) return DASH;
  const digits = decimals(bound, 2, otherwise);
  return known(bound) ? `${fixed(value, digits)} ±${fixed(bound, digits)}${unit}` : `${fixed(value, digits)}${unit}`;
}

export const bound = (value, most = 2) => known(value) ? `±${fixed(value, decimals(value, most))}°` : DASH;

export function declination(value) {
  return known(value) ? `${Math.abs(value).toFixed(2)}° ${value < 0 ? t("west") : t("east")}` : DASH;
}

export function place(value, accuracy, positive, negative) {
  if (!known(value)) return DASH;
  // A metre is 0.00001°; digits beyond the accuracy are noise.
  const digits = known(accuracy) && accuracy > 100 ? 3 : 5;
  return `${Math.abs(value).toFixed(digits)}° ${value < 0 ? negative : positive}`;
}

export function duration(seconds) {
  if (!known(seconds)) return DASH;
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `${h ? `${h}:${String(m).padStart(2, "0")}` : m}:${String(s).padStart(2, "0")}`;
}

export const clock = (time) => typeof time === "string" && time.length >= 19 ? `${time.slice(11, 19)} UTC` : DASH;
