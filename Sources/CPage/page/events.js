// The log of events, newest first.
import { make } from "./picture.js";
import { duration } from "./format.js";
import { language, named, t } from "./language.js";
import { reasonText } from "./reasons.js";

const MOST = 300;

export class Events {
  #list = document.getElementById("events");
  #entries = [];
  #before = null;

  /** An entry: {time: text, at: number, text: () => text, kind}. The text is made when shown, in the language of then. */
  add(entry) {
    this.#entries.unshift(entry);
    this.#entries.length = Math.min(this.#entries.length, MOST);
    if (this.#entries.length === 1) this.#list.replaceChildren();
    this.#list.prepend(this.#item(entry));
    while (this.#list.childElementCount > MOST) this.#list.lastElementChild.remove();
  }

  #item(entry) {
    const item = make("li", entry.kind ?? "");
    item.append(make("time", "", entry.time), make("span", "", entry.text()));
    return item;
  }

  show() {
    this.#list.replaceChildren(...(this.#entries.length ? this.#entries.map((entry) => this.#item(entry)) : [make("li", "none", t("events.none"))]));
  }

  /** Those of a history; they are older than what the page saw itself. */
  history(events, start = null) {
    const old = events.slice(-MOST).map((event) => ({
      time: event.time ? event.time.slice(11, 19) : duration(event.boot_time - (start ?? 0)), text: () => event.text })).reverse();
    this.#entries = [...this.#entries.filter((entry) => entry.own), ...old].slice(0, MOST);
    this.show();
  }

  now(text, kind) {
    this.add({ time: new Date().toISOString().slice(11, 19), text, kind, own: true });
  }

  notice(message) {
    const text = String(message.message ?? "");
    this.now(() => text, message.severity === "warning" || message.severity === "error" ? message.severity : "");
  }

  /** What differs between an update and the one before. */
  compare(update) {
    const before = this.#before;
    this.#before = update;
    if (!before) return;
    if (before.steer !== update.steer) {
      const steer = update.steer;
      this.now(() => t("event.steer", named("steer", steer)), steer === "ok" ? "" : "warning");
    }
    const had = before.reasons ?? [], has = update.reasons ?? [];
    const title = (name) => reasonText(name, language()).title;
    for (const name of has) if (!had.includes(name)) this.now(() => t("event.began", title(name)), "warning");
    for (const name of had) if (!has.includes(name)) this.now(() => t("event.ended", title(name)));
  }
}
