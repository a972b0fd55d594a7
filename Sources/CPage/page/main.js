// The page: what it shows, from where.
import { Stream } from "./stream.js";
import { Series } from "./series.js";
import { Instruments } from "./instruments.js";
import { Events } from "./events.js";
import { Calibration } from "./calibration.js";
import { Recording } from "./recording.js";
import { showSensors, showService } from "./sensors.js";
import { make, readInk, write } from "./picture.js";
import { clock, known } from "./format.js";
import { language, onLanguage, setLanguage, t, translate } from "./language.js";
import { remember, remembered } from "./memory.js";

const $ = (id) => document.getElementById(id);
const STALE = 1500; // ms without a new sample after which no value is shown as present

// The token leaves the address at once, so that it is not in the history, a bookmark or a copied address.
let token = remembered("token", true);
if (location.hash.startsWith("#token=")) {
  token = location.hash.slice(7);
  remember("token", token, true);
  history.replaceState(null, "", location.pathname + location.search);
}
// A phone's code gives the token once.
let isCodeSpent = false;
if (location.hash.startsWith("#code=")) {
  const code = location.hash.slice(6);
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await fetch("/token", { cache: "no-store", headers: { "X-Headingd-Code": code } }).catch(() => null);
  if (answer?.ok) {
    token = (await answer.text()).trim();
    remember("token", token, true);
  } else isCodeSpent = answer !== null;
}

const instruments = new Instruments();
const events = new Events();
const model = { model_strength: null, model_inclination: null };
const live = { series: new Series("", 1), update: null, status: null, fresh: -Infinity, state: "connecting", error: null, plotted: -Infinity };
let calibration = null, recording = null;

// Views

const desk = matchMedia("(min-width: 1000px)");
let view = remembered("view", true) ?? "heading";

function views() {
  if (recording) return desk.matches ? ["overview"] : ["series", "heading", "accuracy", "place"];
  return desk.matches ? ["overview", "calibration"] : ["heading", "accuracy", "place", "sensors", "calibration"];
}

function showView(next = view, focus = false) {
  const all = views();
  if (next) view = next;
  const current = all.includes(view) ? view : all[0];
  const tabs = $("tabs");
  document.body.classList.toggle("plain", all.length < 2);
  tabs.replaceChildren(...(all.length < 2 ? [] : all.map((name) => {
    const tab = make("button", "", t(`tab.${name}`));
    Object.assign(tab, { type: "button", id: `tab-${name}`, tabIndex: name === current ? 0 : -1 });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "main");
    tab.setAttribute("aria-selected", String(name === current));
    tab.addEventListener("click", () => showView(name, true));
    return tab;
  })));
  const main = $("main");
  main.dataset.view = current;
  if (all.length > 1) main.setAttribute("aria-labelledby", `tab-${current}`); else main.removeAttribute("aria-labelledby");
  for (const panel of document.querySelectorAll("[data-views]")) {
    const isOther = recording ? "live" in panel.dataset : "recording" in panel.dataset;
    panel.hidden = isOther || !panel.dataset.views.split(" ").includes(current);
  }
  for (const element of document.querySelectorAll("dl [data-live]")) element.hidden = Boolean(recording);
  // A phone has room for one view, but whether to steer by the heading is always in sight; so is the heading itself, beside other views.
  $("mini").hidden = current === "overview";
  $("mini-heading").hidden = current === "heading";
  if (desk.matches) $("controls").prepend($("span-box")); else main.prepend($("span-box"));
  if (desk.matches) document.querySelector("header").append($("controls")); else $("foot").append($("controls"));
  $("span-box").hidden = Boolean(recording) || !["overview", "accuracy", "place"].includes(current);
  if (focus) {
    remember("view", current, true);
    $(`tab-${current}`)?.focus();
    scrollTo(0, 0);
  }
  if (current === "sensors" || current === "overview") askStatus();
}

$("tabs").addEventListener("keydown", (event) => {
  const all = views(), index = all.indexOf($("main").dataset.view);
  const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  showView(all[(to + all.length) % all.length], true);
});
desk.addEventListener("change", () => showView());

// Theme, language, span

const dark = matchMedia("(prefers-color-scheme: dark)");
function showTheme() {
  const chosen = remembered("theme") ?? "auto";
  if (chosen === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = chosen;
  write($("theme"), t(`theme.${chosen}`));
  readInk();
}
let theme = remembered("theme") ?? "auto";
$("theme").addEventListener("click", () => {
  theme = { auto: "light", light: "dark", dark: "auto" }[theme];
  remember("theme", theme);
  showTheme();
});
dark.addEventListener("change", readInk);
addEventListener("resize", readInk);
$("language").addEventListener("click", () => setLanguage(language() === "ko" ? "en" : "ko"));
const chosenSpan = remembered("span");
if ([...$("span").options].some((option) => option.value === chosenSpan)) $("span").value = chosenSpan;
$("span").addEventListener("change", () => { remember("span", $("span").value); plotLive(true); });

onLanguage(() => {
  showView();
  showTheme();
  showLink();
  instruments.retell();
  events.show();
  showService(live.status, canAsk());
  showSensors(live.status, live.update, isStale());
  calibration?.show();
  recording?.retell();
});

// Live

const isStale = () => performance.now() - live.fresh > STALE || live.state !== "open";
const canAsk = () => stream.can("commands") || stream.can("status");

function showLink() {
  const state = recording ? "recording" : live.state === "open" ? (known(live.update?.boot_time) ? (isStale() ? "stale" : "live") : "connecting") : live.state;
  const link = $("link");
  link.dataset.state = state;
  write($("link-text"), t(`link.${state}`));
  const stale = !recording && isStale();
  document.body.classList.toggle("stale", stale && live.update !== null);
  const banner = $("banner");
  const text = recording ? "" : isCodeSpent && live.state !== "open" ? t("banner.code") : live.state === "lost"
    ? `${live.error?.reason ? `${t("banner.hungup", String(live.error.reason))} ` : ""}${t("banner.lost")}`
    : live.state === "connecting" && live.update ? t("banner.trying") : state === "stale" ? t("banner.stale") : "";
  banner.hidden = text === "";
  write(banner, text);
}

let staleTimer = 0;
function takeUpdate(update) {
  const isNew = update.boot_time !== live.update?.boot_time || live.fresh === -Infinity;
  live.update = update;
  if (isNew) {
    // An update that repeats the last one, being late, is no newer than that.
    live.fresh = performance.now();
    clearTimeout(staleTimer);
    staleTimer = setTimeout(wentStale, STALE + 5);
  }
  events.compare(update);
  instruments.set(update, isStale());
  write($("clock"), clock(update.time));
  $("simulated").hidden = update.simulated !== true;
  calibration.update(update);
  if (known(update.boot_time)) {
    if (update.boot_time < live.series.last - 5) { // The machine was started anew.
      live.series = instruments.series = new Series("", 1);
      live.plotted = -Infinity;
    }
    if (update.boot_time - live.series.last >= 0.999 || !live.series.count) {
      live.series.append(update, model);
      // In an hour's plot a second is less than a pixel.
      if (update.boot_time - live.plotted >= Math.min(5, Number($("span").value) / 600)) plotLive();
    }
  }
  if ($("link").dataset.state !== "live") showLink();
}

function wentStale() {
  instruments.set(live.update, true);
  showSensors(live.status, live.update, true);
  showLink();
}

function plotLive(describeNow = false) {
  if (recording) return;
  const to = known(live.update?.boot_time) ? live.update.boot_time : live.series.last;
  live.plotted = to;
  instruments.view = { from: to - Number($("span").value), to, start: to, live: true, cursor: null };
  instruments.series = live.series;
  instruments.showPlots(describeNow);
}

const stream = new Stream(token, {
  open(greeting) {
    live.state = "open";
    live.status = null;
    const server = String(greeting.server ?? "headingd");
    events.now(() => t("event.connected", server));
    readHistory();
    askStatus();
    calibration.connected();
    showService(null, canAsk());
    showLink();
  },
  line(message) {
    if (message.class === undefined) { takeUpdate(message); return; }
    switch (message.class) {
    case "notice": events.notice(message); break;
    case "sample": calibration.sample(message); break;
    case "calibration_progress": case "rest_progress": calibration.progress(message); break;
    case "failure": calibration.failure(message); break;
    case "missed": events.now(() => t("event.missed", String(message.count))); break;
    default: break; // later versions have more
    }
  },
  trying() {
    live.state = "connecting";
    showLink();
  },
  close(error) {
    if (live.state === "open") events.now(() => t("event.lost"), "warning");
    live.state = "lost";
    live.error = error;
    live.fresh = -Infinity;
    instruments.set(live.update, true);
    showSensors(live.status, live.update, true);
    calibration.disconnected();
    showLink();
  },
});
calibration = new Calibration(stream, askStatus);

async function askStatus() {
  if (!stream.isOpen) return;
  if (canAsk()) {
    try {
      live.status = await stream.command("status", "status");
      calibration.status(live.status);
    } catch { /* the connection ended: the next one asks again */ }
  }
  showSensors(live.status, live.update, isStale());
  showService(live.status, canAsk());
}
setInterval(() => {
  const current = $("main").dataset.view;
  if (!document.hidden && !recording && (current === "overview" || current === "sensors" || current === "calibration")) askStatus();
}, 2000);

// History

const worker = new Worker(new URL("history-worker.js", import.meta.url));
let hasHistory = false;
const askHistory = () => worker.postMessage(token);
const readHistory = () => { hasHistory = false; askHistory(); };
setInterval(() => { if (!recording && !document.hidden && stream.isOpen) askHistory(); }, 60_000);
worker.onmessage = ({ data }) => {
  if (data.failed !== undefined) {
    if (!hasHistory && stream.isOpen) events.now(() => t("rec.failed"), "warning");
    return;
  }
  if (data.title) {
    write($("name"), data.title);
    document.title = `${data.title} – headingd`;
  }
  if (!data.live) { showRecording(data); return; }
  const past = data.series[0] ? Series.received(data.series[0]) : null;
  if (past?.count) {
    for (const column of Object.keys(model)) model[column] = past.value(column, past.count - 1);
    if (!hasHistory) {
      // Rows that only this page has, from before a restart of the daemon and since it began to read, stay.
      const merged = new Series(past.name, past.interval);
      const copy = (from, first, last) => { for (let row = first; row < last; row++) merged.append(from.update(row), from.update(row)); };
      const own = live.series;
      if (own.count && own.first < past.first && own.last > past.first - 3600) copy(own, 0, own.at(past.first - 0.5) + 1);
      copy(past, 0, past.count);
      if (own.count) copy(own, own.at(past.last) + 1, own.count);
      live.series = merged;
    }
  }
  if (!hasHistory && data.series[0]) events.history(data.series[0].events);
  hasHistory = true;
  plotLive(true);
};
worker.onerror = () => events.now(() => t("rec.failed"), "warning");

function showRecording(data) {
  recording = new Recording(data, instruments, events);
  document.body.classList.add("recording");
  document.body.classList.remove("waiting");
  live.state = "recording";
  showView();
  showLink();
  recording.show();
}

// Begin: a recording has no stream, so what is served is asked before anything else is connected.

translate();
instruments.series = live.series;
instruments.set(null, true);
events.show();
const first = worker.onmessage;
worker.onmessage = (event) => {
  worker.onmessage = first;
  if (event.data.failed === undefined && event.data.live === false) { first(event); return; }
  if (event.data.failed === undefined) first(event);
  document.body.classList.remove("waiting");
  stream.open();
};
askHistory();
