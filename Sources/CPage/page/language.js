// The language in use, and the words of the document that follow it.
import { DAEMON, QUALITY, TURNS, WORDS } from "./words.js";
import { remembered, remember } from "./memory.js";

let code = remembered("language") ?? ((navigator.language || "en").toLowerCase().startsWith("ko") ? "ko" : "en");
const listeners = new Set();

export const language = () => code;
export const onLanguage = (listener) => listeners.add(listener);

/** The word of a key; {0}, {1} are replaced by the values. */
export function t(key, ...values) {
  const entry = WORDS[key];
  if (!entry) return key;
  let text = entry[code === "ko" ? 1 : 0];
  values.forEach((value, index) => { text = text.split(`{${index}}`).join(value); });
  return text;
}

/** The word of a key that another program made; a name that is not known is shown as it is, with spaces. */
export function named(prefix, name) {
  if (name == null) return t("unknown");
  const key = `${prefix}.${name}`;
  return Object.hasOwn(WORDS, key) ? t(key) : String(name).split("_").join(" ");
}

const pick = (table, name) => Object.hasOwn(table, name) ? table[name][code === "ko" ? 1 : 0] : String(name).split("_").join(" ");
export const turnWord = (name) => pick(TURNS, name);
export const turnArrow = (name) => Object.hasOwn(TURNS, name) ? TURNS[name][2] : "•";
export const qualityWord = (name) => pick(QUALITY, name);
export const daemonWord = (text) => code === "ko" && Object.hasOwn(DAEMON, text) ? DAEMON[text] : text;

export function setLanguage(next) {
  code = next;
  remember("language", next);
  translate();
}

/** Writes the words into the elements that name them. */
export function translate() {
  document.documentElement.lang = code;
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const listener of listeners) listener();
}
