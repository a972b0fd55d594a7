// A guided calibration by the daemon, from the start to the result: docs/protocol.md, Guided calibration.
import { Picture, make, write } from "./picture.js";
import { DASH, bound, duration, fixed, known, withUnit } from "./format.js";
import { daemonWord, language, qualityWord, t, turnArrow, turnWord } from "./language.js";
import { calibrationReasonText, sentence } from "./reasons.js";
import { Coverage, paintSphere } from "./sphere.js";
import { paintPrediction } from "./plots.js";
import { AT_REST, Poses } from "./poses.js";

const STEP = Math.PI / 24;
const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Calibration {
  #stream; #changed;
  // idle: nothing is running; running; done: a result was kept, discarded or rolled back.
  #phase = "idle"; #progress = null; #points = []; #coverage = null; #busy = false; #mustForce = false;
  #sensor = "magnetometer";
  #before = null; #now = null; #profiles = []; #status = null; #message = null; #field = null;
  #eye = { turn: -0.5, lift: 0.5 }; #follow = !still.matches;
  #parts = {};

  constructor(stream, changed) {
    this.#stream = stream;
    this.#changed = changed;
    this.#build();
    this.show();
  }

  // What the daemon says

  /** A new connection: what is in force now. */
  async connected() {
    this.show();
    if (!this.#stream.can("commands")) return;
    await this.#readInForce();
  }

  async #readInForce() {
    try {
      this.#now = await this.#stream.command("calibration", "calibration");
      const { profiles } = await this.#stream.command("profiles", "profiles");
      this.#profiles = Array.isArray(profiles) ? profiles.filter((name) => typeof name === "string") : [];
    } catch { /* asked again after the next connection */ }
    this.show();
  }

  disconnected() {
    if (this.#phase === "running") this.#end("bad", () => t("cal.lost"));
    this.#busy = false;
    this.show();
  }

  status(status) {
    const before = this.#status?.proposed_calibration;
    this.#status = status;
    if (before !== status.proposed_calibration) this.show();
  }

  update(update) {
    const before = this.#field === null;
    if (known(update.field_strength) && known(update.inclination)) this.#field = { strength: update.field_strength, dip: update.inclination };
    if (before && this.#field) this.show();
  }

  sample(message) {
    if (message.sensor !== "magnetometer" || this.#phase !== "running" || !this.#coverage) return;
    const before = this.#coverage.count;
    this.#coverage.add(message.values);
    if (this.#follow && this.#coverage.direction) this.#turnTo(this.#coverage.direction);
    this.#sphere.change();
    if (before !== this.#coverage.count) this.#labelSphere();
  }

  progress(message) {
    if (this.#phase !== "running") return;
    // Another magnetometer, or its return: the daemon began anew, and so does the sphere.
    if (this.#progress && message.elapsed < this.#progress.elapsed - 1) {
      this.#points = [];
      this.#coverage = new Coverage();
    }
    this.#progress = message;
    if (message.class === "rest_progress") { this.show(); return; }
    const error = message.predicted_heading_error?.tilt20;
    this.#points.push({ elapsed: message.elapsed, error: known(error) ? error : NaN });
    if (this.#points.length > 1800) this.#points.shift();
    this.show();
  }

  failure(message) {
    if (message.command === "start_calibration" && this.#phase === "running") this.#end("bad", () => t("cal.ended", String(message.reason)));
  }

  // What the user does

  async #run(command, answer, values, done) {
    if (this.#busy) return;
    this.#busy = true;
    this.#message = null;
    this.show();
    try {
      done(await this.#stream.command(command, answer, values));
    } catch (error) {
      const reason = error.message;
      if (error.refused) this.#message = { kind: "bad", text: () => t("cal.refused", sentence(reason, language())) };
      this.#mustForce = command === "finish_calibration" && /force it/.test(reason);
    }
    this.#busy = false;
    this.show();
  }

  #start() {
    const { method, target, known: angle } = this.#parts;
    const values = {};
    this.#sensor = AT_REST[method.value] ?? "magnetometer";
    const isAtRest = this.#sensor !== "magnetometer";
    if (isAtRest) values.sensor = this.#sensor;
    else if (method.value === "known") values.heading = Number(angle.value);
    else if (target.value) values.target = Number(target.value);
    this.#before = this.#now;
    this.#points = [];
    this.#progress = null;
    this.#mustForce = false;
    // The centre of the calibration in force is right from the first sample on, unless there is none.
    this.#coverage = new Coverage(this.#now?.calibrated && Array.isArray(this.#now.hard_iron) ? this.#now.hard_iron : null);
    this.#run("start_calibration", isAtRest ? "rest_progress" : "calibration_progress", values, (message) => {
      this.#phase = "running";
      if (!isAtRest) this.#stream.setSamples(true);
      this.progress(message);
    });
  }

  #finish(force) {
    this.#run("finish_calibration", "calibration", force ? { force: true } : {}, (message) => {
      this.#now = message;
      this.#end("good", () => t("cal.kept"));
      this.#readInForce();
      this.#changed();
    });
  }

  #cancel() {
    this.#run("cancel_calibration", "calibration", {}, (message) => {
      this.#now = message;
      this.#end("", () => t("cal.discarded"));
    });
  }

  #rollback() {
    const before = this.#now;
    this.#run("rollback_calibration", "calibration", {}, (message) => {
      this.#before = before;
      this.#now = message;
      this.#end("good", () => t("cal.rolledback"));
      this.#readInForce();
    });
  }

  #use(command, values, words) {
    const before = this.#now;
    this.#run(command, "calibration", values, (message) => {
      this.#before = before;
      this.#now = message;
      this.#end("good", () => t(words));
      this.#changed();
    });
  }

  #end(kind, text) {
    if (this.#phase === "running" && this.#sensor === "magnetometer") this.#stream.setSamples(false);
    this.#phase = "done";
    this.#mustForce = false;
    this.#message = { kind, text };
    this.show();
  }

  // The sphere

  #sphere; #plot;

  #turnTo([x, y, z]) {
    // The eye stands over the field's point, and comes there gradually: a jump would lose the sense of direction.
    const turn = Math.atan2(x, -y), lift = Math.asin(Math.max(-1, Math.min(1, z))) * 0.85;
    const near = Math.hypot(x, y);
    const apart = Math.atan2(Math.sin(turn - this.#eye.turn), Math.cos(turn - this.#eye.turn));
    this.#eye.turn += apart * 0.04 * near;
    this.#eye.lift += (lift - this.#eye.lift) * 0.04;
  }

  #look(turn, lift) {
    this.#follow = false;
    this.#parts.follow.checked = false;
    this.#eye.turn += turn;
    this.#eye.lift = Math.max(-1.5, Math.min(1.5, this.#eye.lift + lift));
    this.#sphere.change();
  }

  #labelSphere() {
    this.#parts.sphere.setAttribute("aria-label", t("cal.sphere", String(this.#coverage?.count ?? 0)));
    write(this.#parts.cells, `${this.#coverage?.count ?? 0} / 64`);
  }

  // The elements

  #build() {
    const root = document.getElementById("calibration"), parts = this.#parts;
    root.className = "cal";
    const word = (tag, key, className) => { const element = make(tag, className, t(key)); element.dataset.t = key; return element; };
    const button = (key, className, action) => {
      const element = word("button", key, className);
      element.type = "button";
      element.addEventListener("click", action);
      return element;
    };

    // Left: the sphere.
    const left = parts.left = make("div", "column ball");
    const sphereBox = make("div", "sphere");
    const canvas = parts.sphere = make("canvas");
    canvas.setAttribute("role", "img");
    canvas.tabIndex = 0;
    canvas.id = "sphere";
    sphereBox.append(canvas);
    const key = make("p", "key");
    for (const kind of ["covered", "open", "next", "field"]) {
      const box = make("i", "box");
      box.dataset.kind = kind;
      key.append(box, word("span", `cal.legend.${kind}`));
      if (kind === "covered") key.append(parts.cells = make("b"));
    }
    const follow = make("label", "check");
    parts.follow = Object.assign(document.createElement("input"), { type: "checkbox", checked: this.#follow });
    parts.follow.addEventListener("change", () => { this.#follow = parts.follow.checked; });
    follow.append(parts.follow, word("span", "cal.follow"));
    left.append(sphereBox, key, follow, word("p", "cal.sphere.hint", "note"));

    // Beside it, or above it on a phone: what to do. Then the numbers.
    const guide = make("div", "column guide"), right = make("div", "column numbers");
    parts.notice = make("p", "result bad");
    parts.message = make("p", "result");
    parts.message.setAttribute("role", "status");
    parts.intro = word("p", "cal.intro");
    parts.form = make("form");
    const field = (key, element) => { const label = make("label"); label.append(word("span", key), element); parts.form.append(label); return element; };
    parts.method = field("cal.method", make("select"));
    for (const value of ["turn", "known", ...Object.keys(AT_REST)]) { const option = word("option", `cal.method.${value}`); option.value = value; parts.method.append(option); }
    parts.target = field("cal.target", make("select"));
    for (const value of ["", "1", "2", "5"]) {
      const option = value ? make("option", "", `±${value}°`) : word("option", "cal.target.default");
      option.value = value;
      parts.target.append(option);
    }
    parts.target.id = "target";
    parts.known = field("cal.known", Object.assign(make("input"), { type: "number", min: "0", max: "359.9", step: "0.1", value: "0" }));
    parts.method.addEventListener("change", () => this.show());
    parts.form.addEventListener("submit", (event) => event.preventDefault());

    parts.guide = make("div", "column");
    parts.next = make("p", "next");
    parts.next.id = "next";
    parts.next.setAttribute("aria-live", "polite");
    parts.turns = make("ul", "turns");
    parts.obstacle = make("p", "note");
    parts.method.id = "method";
    parts.poses = new Poses();
    parts.guide.append(parts.next, parts.turns, parts.poses.root);

    parts.prediction = make("div", "column");
    const plot = make("div", "plot");
    parts.plot = make("canvas");
    parts.plot.setAttribute("role", "img");
    parts.plot.id = "prediction";
    plot.append(parts.plot);
    parts.errors = make("dl", "pairs");
    parts.facts = make("dl", "pairs");
    parts.cells.id = "cells";
    parts.prediction.append(word("h3", "cal.predicted"), plot, parts.errors, parts.facts);

    parts.buttons = make("div", "buttons");
    parts.start = button("cal.start", "main", () => this.#start());
    parts.finish = button("cal.finish", "main", () => this.#finish(false));
    parts.force = button("cal.force", "", () => this.#finish(true));
    parts.cancel = button("cal.cancel", "", () => this.#cancel());
    parts.rollback = button("cal.rollback", "", () => this.#rollback());
    for (const name of ["start", "finish", "force", "cancel", "rollback"]) { parts[name].id = `cal-${name}`; parts.buttons.append(parts[name]); }

    parts.table = make("table");
    parts.table.id = "before-after";
    parts.proposal = make("div", "column");
    parts.proposed = make("p");
    parts.proposal.append(word("h3", "cal.proposed"), parts.proposed, button("cal.accept", "", () => this.#use("accept_calibration", {}, "cal.used")));
    parts.stored = make("form");
    parts.profile = make("select");
    const label = make("label");
    label.append(word("span", "cal.profiles"), parts.profile);
    parts.stored.append(label, button("cal.use", "", () => this.#use("use_profile", { profile: parts.profile.value }, "cal.used")));
    parts.stored.addEventListener("submit", (event) => event.preventDefault());
    parts.cardBox = make("div", "column");
    parts.cardNote = make("p", "note");
    parts.card = make("dl", "card");
    parts.card.id = "card";
    parts.cardBox.append(word("h3", "cal.card"), parts.cardNote, parts.card);
    guide.append(parts.notice, parts.message, parts.intro, parts.form, parts.guide, parts.buttons);
    right.append(parts.obstacle, parts.prediction, parts.table, parts.cardBox, parts.proposal,
      parts.stored, word("p", "cal.others", "note"));
    root.append(guide, left, right);

    this.#sphere = new Picture(canvas, (c, width, height) => paintSphere(c, width, height, this.#coverage, this.#eye, this.#phase === "running"), true);
    this.#plot = new Picture(parts.plot, (c, width, height) => paintPrediction(c, width, height, this.#points, {
      target: this.#progress?.target, inUse: this.#before?.calibrated ? this.#before.heading_error : NaN }));
    canvas.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
      if (!move) return;
      event.preventDefault();
      this.#look(...move);
    });
    canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
    canvas.addEventListener("pointermove", (event) => {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      this.#look(-event.movementX * 0.008, event.movementY * 0.008);
    });
  }

  /** Shows everything but the sphere, which is drawn by each sample. */
  show() {
    const parts = this.#parts, progress = this.#progress, running = this.#phase === "running";
    const isOpen = this.#stream.isOpen, may = this.#stream.can("commands") && this.#stream.can("calibration");
    const notice = !isOpen ? t("cal.offline") : !may ? t("cal.notoken") : running && progress?.notice ? daemonWord(String(progress.notice)) : "";
    parts.notice.hidden = notice === "";
    parts.notice.className = isOpen && !may ? "result" : "result bad";
    write(parts.notice, notice);
    parts.message.hidden = !this.#message;
    if (this.#message) {
      parts.message.className = `result ${this.#message.kind}`;
      write(parts.message, this.#message.text());
    }
    parts.intro.hidden = this.#phase !== "idle";
    parts.form.hidden = running || !may;
    parts.target.parentElement.hidden = parts.method.value !== "turn";
    parts.known.parentElement.hidden = parts.method.value !== "known";
    parts.guide.hidden = parts.obstacle.hidden = !running;
    const isAtRest = this.#phase !== "idle" && this.#sensor !== "magnetometer";
    parts.left.hidden = isAtRest || !running && !this.#points.length && !may;
    parts.prediction.hidden = isAtRest || !running && !this.#points.length;
    parts.poses.root.hidden = !isAtRest;
    parts.turns.hidden = isAtRest;
    parts.poses.show(isAtRest ? progress : null);

    const accepted = running && (isAtRest ? progress?.complete : progress?.accepted) === true;
    write(parts.start, t(this.#phase === "idle" ? "cal.start" : "cal.again"));
    parts.start.hidden = running || !may;
    parts.start.disabled = this.#busy;
    parts.finish.hidden = !running || this.#mustForce;
    parts.finish.disabled = this.#busy || !accepted;
    parts.finish.classList.toggle("main", accepted);
    parts.force.hidden = !running || !this.#mustForce;
    parts.force.disabled = this.#busy || !accepted;
    parts.cancel.hidden = !running;
    parts.cancel.disabled = this.#busy;
    parts.rollback.hidden = running || !may || !this.#now?.calibrated;
    parts.rollback.disabled = this.#busy;
    // A new primary button takes the focus that the hidden one had, so that the keyboard does not lose its place.
    if (document.activeElement === document.body && this.#focus && !this.#busy) {
      [parts.cancel, parts.start].find((element) => !element.hidden && !element.disabled)?.focus();
    }
    this.#focus = parts.buttons.contains(document.activeElement) || (this.#busy && this.#focus);

    if (running) {
      const enough = progress?.complete === true;
      write(parts.next, !progress ? t("cal.wait") : enough ? t(isAtRest ? "cal.measured" : "cal.ready") : upper(daemonWord(String(progress.next ?? ""))));
      const turns = enough || !Array.isArray(progress?.turn) ? [] : progress.turn;
      parts.turns.replaceChildren(...turns.map((name) => make("li", "", `${turnArrow(name)} ${turnWord(name)}`)));
      const about = (Array.isArray(progress?.reasons) ? progress.reasons : []).map((name) => calibrationReasonText(name, language()));
      write(parts.obstacle, [accepted && !enough ? t("cal.usable") : "", ...about.map(({ title, advice }) => `${title}: ${advice}`)].filter(Boolean).join(" "));
    }
    const pairs = (list, entries) => list.replaceChildren(...entries.map(([key, value]) => {
      const item = make("div");
      item.append(make("dt", "", t(key)), make("dd", "", value));
      return item;
    }));
    const error = progress?.predicted_heading_error;
    pairs(parts.errors, [["cal.level", bound(error?.level)], ["cal.tilt20", bound(error?.tilt20)], ["cal.tilt45", bound(error?.tilt45)], ["cal.goal", bound(progress?.target, 1)],
      ["cal.inuse", this.#before?.calibrated ? bound(this.#before.heading_error) : t("cal.notcalibrated")]]);
    const share = (value) => known(value) ? `${fixed(value * 100, 0)} %` : DASH;
    pairs(parts.facts, [["cal.directions", share(progress?.coverage)], ["cal.headings", share(progress?.headings)], ["cal.tilt", withUnit(progress?.tilt, 0, "°")],
      ["cal.time", duration(progress?.elapsed)], ["samples", known(progress?.samples) ? String(progress.samples) : DASH],
      ["cal.quality", progress ? qualityWord(progress.quality) : DASH], ["cal.model", progress ? qualityWord(progress.rung) : DASH]]);
    parts.plot.setAttribute("aria-label", t("aria.plot", t("cal.predicted"), bound(error?.tilt20)));
    this.#labelSphere();
    this.#plot.change();
    this.#sphere.change();
    this.#showTable();
    this.#showCard();

    const proposed = this.#status?.proposed_calibration;
    parts.proposal.hidden = running || !may || !proposed;
    write(parts.proposed, proposed ? String(proposed) : "");
    parts.stored.hidden = running || !may || !this.#profiles.length;
    const chosen = parts.profile.value;
    parts.profile.replaceChildren(...this.#profiles.map((name) => Object.assign(make("option", "", name), { value: name })));
    if (this.#profiles.includes(chosen)) parts.profile.value = chosen;
  }

  #focus = false;

  /** What was in force before and is now. */
  #showTable() {
    const columns = this.#phase === "done" && this.#before && this.#before !== this.#now ? [["cal.before", this.#before], ["cal.after", this.#now]] : [["cal.inuse", this.#now]];
    this.#parts.table.hidden = !this.#now || this.#phase === "running";
    if (this.#parts.table.hidden) return;
    const row = (key, value) => {
      const line = make("tr"), head = make("th", "", key ? t(key) : "");
      line.append(head, ...columns.map(([name, entry]) => key ? make("td", "n", entry?.calibrated ? value(entry) : name && key === "cal.error" ? t("cal.notcalibrated") : DASH) : make("th", "n", t(name))));
      return line;
    };
    const vector = (values, digits) => Array.isArray(values) ? values.map((value) => fixed(value, digits)).join(", ") : DASH;
    this.#parts.table.replaceChildren(row(null), row("cal.error", (entry) => bound(entry.heading_error)), row("cal.hard", (entry) => `${vector(entry.hard_iron, 1)} µT`),
      row("cal.soft", (entry) => Array.isArray(entry.soft_iron) ? entry.soft_iron.map((line, index) => fixed(line?.[index], 3)).join(", ") : DASH),
      row("cal.revision", (entry) => known(entry.revision) ? String(entry.revision) : DASH),
      row("cal.accelerometer", (entry) => Array.isArray(entry.accelerometer_bias) ? `${vector(entry.accelerometer_bias, 3)} m/s²` : DASH),
      row("cal.gyroscope", (entry) => Array.isArray(entry.gyroscope_bias) ? `${vector(entry.gyroscope_bias, 3)} °/s` : DASH));
  }

  /** The deviation by heading of a level device in the present field: what a calibration changes of the one before, or of the raw readings. */
  #showCard() {
    const now = this.#now, before = this.#phase === "done" && this.#before !== now && this.#before?.calibrated ? this.#before : null;
    const rows = this.#field && now?.calibrated ? deviations(now, before, this.#field) : null;
    this.#parts.cardBox.hidden = this.#phase === "running" || !now;
    write(this.#parts.cardNote, rows ? t(before ? "cal.card.before" : "cal.card.raw") : t("cal.card.none"));
    this.#parts.card.replaceChildren(...(rows ?? []).map(({ heading, deviation }) => {
      const item = make("div");
      item.append(make("dt", "", `${String(heading).padStart(3, "0")}°`), make("dd", "", `${deviation > 0 ? "+" : ""}${fixed(deviation, 1)}°`));
      return item;
    }));
  }
}

/** Heading by `now` less heading by `before` (null: the raw readings) of the same readings, every 15°. */
export function deviations(now, before, { strength, dip }) {
  const inverse = invert(now.soft_iron);
  if (!inverse || !Array.isArray(now.hard_iron)) return null;
  const down = dip * Math.PI / 180;
  const rows = [];
  for (let heading = 0; heading < 360; heading += 15) {
    const angle = heading * Math.PI / 180;
    // Body axes are right, forward, up; north is `heading` to the left of forward.
    const field = [-Math.sin(angle) * Math.cos(down) * strength, Math.cos(angle) * Math.cos(down) * strength, -Math.sin(down) * strength];
    const raw = multiply(inverse, field).map((value, axis) => value + now.hard_iron[axis]);
    const seen = before ? multiply(before.soft_iron, raw.map((value, axis) => value - before.hard_iron[axis])) : raw;
    const other = Math.atan2(-seen[0], seen[1]) * 180 / Math.PI;
    rows.push({ heading, deviation: ((heading - other + 540) % 360 + 360) % 360 - 180 });
  }
  return rows;
}

const multiply = (matrix, vector) => matrix.map((row) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2]);

function invert(m) {
  if (!Array.isArray(m) || m.length !== 3) return null;
  const c = (a, b, d, e) => m[a][b] * m[d][e] - m[a][e] * m[d][b];
  const first = [c(1, 1, 2, 2), -c(0, 1, 2, 2), c(0, 1, 1, 2)];
  const determinant = m[0][0] * first[0] + m[1][0] * first[1] + m[2][0] * first[2];
  if (!(Math.abs(determinant) > 1e-9)) return null;
  return [first, [-c(1, 0, 2, 2), c(0, 0, 2, 2), -c(0, 0, 1, 2)], [c(1, 0, 2, 1), -c(0, 0, 2, 1), c(0, 0, 1, 1)]].map((row) => row.map((value) => value / determinant));
}
