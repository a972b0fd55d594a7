// Sensors and their health, and the daemon's own state.
import { make, write } from "./picture.js";
import { DASH, duration, fixed, known, withUnit } from "./format.js";
import { named, t } from "./language.js";

const KINDS = ["magnetometer", "accelerometer", "gyroscope", "barometer", "GNSS receiver", "compass"];

/** What the reasons say of a sensor, for a reader that may not ask for the status. */
function byReasons(kind, reasons) {
  const name = kind === "GNSS receiver" ? "gnss" : kind;
  if (reasons.includes(`${name}_missing`)) return "absent";
  if (reasons.includes(`${name}_stale`) || (name === "gnss" && reasons.includes("fix_stale"))) return "silent";
  if (reasons.includes(`${name}_stuck`)) return "stuck";
  return kind === "compass" ? "unknown" : "ok";
}

export function showSensors(status, update, isStale) {
  const rows = Array.isArray(status?.sensors) ? status.sensors
    : KINDS.map((sensor) => ({ sensor, state: update && !isStale ? byReasons(sensor, update.reasons ?? []) : "unknown" }));
  document.getElementById("sensor-table").classList.toggle("bare", !status);
  const faults = update?.reasons ?? [];
  const body = document.getElementById("sensor-rows");
  const shown = rows.filter((row) => row && typeof row === "object");
  // In place: this is asked for every two seconds, and a new table would cost a reader its place in it.
  while (body.childElementCount > shown.length) body.lastElementChild.remove();
  while (body.childElementCount < shown.length) {
    const line = make("tr");
    line.append(make("td"), make("td"), make("td", "n value"), make("td", "n value"), make("td", "n more value"), make("td", "n wide value"));
    body.append(line);
  }
  shown.forEach((row, index) => {
    const line = body.children[index];
    line.dataset.sensor = String(row.sensor);
    const state = faults.includes(`${row.sensor}_stuck`) && row.state === "present" ? "stuck" : row.state;
    const kind = `state ${isStale || state === "unknown" ? "" : state === "present" || state === "ok" ? "good" : "bad"}`;
    if (line.children[1].className !== kind) line.children[1].className = kind;
    [named("sensor", row.sensor), named("state", state), withUnit(row.rate, row.rate < 10 ? 1 : 0, " Hz"), withUnit(row.age, row.age < 10 ? 2 : 0, " s"),
      withUnit(row.temperature, 1, " °C"), known(row.count) ? String(row.count) : DASH].forEach((text, column) => write(line.children[column], text));
  });
}

export function showService(status, canAsk) {
  document.getElementById("sensor-note").hidden = canAsk;
  const list = document.getElementById("service");
  if (!status) { list.replaceChildren(); return; }
  const entries = [
    ["service.source", status.source], ["service.server", status.server], ["service.uptime", duration(status.uptime)],
    ["service.latency", typeof status.latency?.median === "number" ? `${fixed(status.latency.median * 1000, 1)} / ${fixed(status.latency.percentile_99 * 1000, 1)} ms` : DASH],
    ["service.readers", String(status.subscribers ?? DASH)], ["service.missed", String(status.missed ?? DASH)], ["service.recorder", status.recorder],
    ["service.profile", status.profile ?? t(status.calibrated ? "profile.unnamed" : "profile.none")], ["service.audit", status.course_audit],
    ...(Array.isArray(status.output_troubles) ? status.output_troubles : []).map((text) => ["service.trouble", text]),
  ];
  const shown = entries.filter(([, value]) => value !== undefined && value !== null);
  if (list.childElementCount !== shown.length) list.replaceChildren(...shown.map(() => { const item = make("div"); item.append(make("dt"), make("dd", "value")); return item; }));
  shown.forEach(([key, value], index) => {
    write(list.children[index].firstElementChild, t(key));
    write(list.children[index].lastElementChild, String(value));
  });
}
