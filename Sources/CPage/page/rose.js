// The compass rose: a card that turns under a fixed lubber line, with the sectors that hold the heading with 68 % and 95 %.
import { ink, flag, letters } from "./picture.js";
import { known } from "./format.js";
import { t } from "./language.js";

const RAD = Math.PI / 180;

/** state: {heading, bound, bound95, north: "true" | "magnetic", declination, course, marks: [{heading, color}]} */
export function paintRose(c, width, height, state) {
  const size = Math.min(width, height);
  const [cx, cy, outer] = [width / 2, height / 2, size / 2 - size * 0.045];
  const has = known(state.heading);
  const small = size * 0.052, inner = outer * 0.74;
  c.save();
  c.translate(cx, cy);

  // Sectors are fixed at the top, since the heading always is there.
  if (has) {
    for (const [bound, color] of [[state.bound95, ink.sector95], [state.bound, ink.sector]]) {
      if (!known(bound)) continue;
      const half = Math.min(bound, 180) * RAD;
      c.fillStyle = color;
      c.beginPath();
      c.arc(0, 0, outer, -Math.PI / 2 - half, -Math.PI / 2 + half);
      c.arc(0, 0, inner, -Math.PI / 2 + half, -Math.PI / 2 - half, true);
      c.closePath();
      c.fill();
    }
  }
  c.strokeStyle = ink.line;
  c.lineWidth = Math.max(1, size / 300);
  c.beginPath(); c.arc(0, 0, outer, 0, 2 * Math.PI); c.stroke();
  c.beginPath(); c.arc(0, 0, inner, 0, 2 * Math.PI); c.stroke();

  // Without a heading the card has no letters: whatever stood at the top would be read as one.
  if (has) {
    const names = t("card").split(",");
    // Ticks of one kind are one path: this is drawn ten times a second.
    for (const [step, long, color, wide] of [[5, 0.03, ink.dim, 300], [10, 0.055, ink.dim, 300], [30, 0.085, ink.text, 180]]) {
      c.strokeStyle = color;
      c.lineWidth = Math.max(1, size / wide);
      c.beginPath();
      for (let degrees = 0; degrees < 360; degrees += step) {
        const angle = (degrees - state.heading) * RAD, x = Math.sin(angle) * outer, y = -Math.cos(angle) * outer;
        c.moveTo(x, y); c.lineTo(x * (1 - long), y * (1 - long));
      }
      c.stroke();
    }
    for (let degrees = 0; degrees < 360; degrees += 30) {
      const isCardinal = degrees % 90 === 0;
      c.save();
      c.rotate((degrees - state.heading) * RAD);
      letters(c, isCardinal ? names[degrees / 45] : String(degrees).padStart(3, "0"), 0, -outer * 0.835, small * (isCardinal ? 1.3 : 0.85), isCardinal ? 700 : 400,
        degrees === 0 ? ink.accent : isCardinal ? ink.text : ink.dim);
      c.restore();
    }
    // The other north, outside the card: a hollow mark.
    if (known(state.declination)) {
      c.save();
      c.rotate(((state.north === "true" ? state.declination : -state.declination) - state.heading) * RAD);
      c.strokeStyle = ink.second;
      c.lineWidth = Math.max(1.5, size / 220);
      triangle(c, -inner, size * 0.022, -1);
      c.stroke();
      letters(c, state.north === "true" ? "M" : "T", 0, -inner + size * 0.046, small * 0.65, 600, ink.second);
      c.restore();
    }
    for (const mark of state.marks ?? []) {
      if (!known(mark.heading)) continue;
      c.save();
      c.rotate((mark.heading - state.heading) * RAD);
      c.fillStyle = mark.color;
      triangle(c, -outer * 1.005, size * 0.032, 1);
      c.fill();
      c.restore();
    }
    c.fillStyle = ink.accent;
    triangle(c, -outer, size * 0.042, 1);
    c.fill();
    c.strokeStyle = ink.accent;
    c.lineWidth = Math.max(1, size / 320);
    c.beginPath(); c.moveTo(0, -outer); c.lineTo(0, -inner); c.stroke();
  } else {
    const arm = inner * 0.86;
    c.globalAlpha = 0.35;
    flag(c, -arm * 0.9, -arm * 0.9, arm * 1.8, arm * 1.8);
  }
  c.restore();
}

/** A triangle on the radius y that points inward (1) or outward (-1). */
function triangle(c, y, size, direction) {
  c.beginPath();
  c.moveTo(0, y + direction * size * 0.55);
  c.lineTo(-size * 0.7, y - direction * size * 0.75);
  c.lineTo(size * 0.7, y - direction * size * 0.75);
  c.closePath();
}

/** Pitch and roll: the horizon moves, the aircraft's wings stand still. */
export function paintHorizon(c, width, height, { pitch, roll }) {
  const size = Math.min(width, height), radius = size / 2 - size * 0.03;
  c.save();
  c.translate(width / 2, height / 2);
  c.beginPath(); c.arc(0, 0, radius, 0, 2 * Math.PI);
  c.save();
  c.clip();
  if (known(pitch) && known(roll)) {
    const scale = radius / 45; // 45° from the centre to the rim
    c.rotate(-roll * RAD);
    c.fillStyle = ink.sky; c.fillRect(-2 * radius, -4 * radius, 4 * radius, 4 * radius + pitch * scale);
    c.fillStyle = ink.ground; c.fillRect(-2 * radius, pitch * scale, 4 * radius, 6 * radius + 90 * scale);
    c.strokeStyle = "#fff";
    c.fillStyle = "#fff";
    c.lineWidth = Math.max(2, size / 120);
    c.beginPath(); c.moveTo(-2 * radius, pitch * scale); c.lineTo(2 * radius, pitch * scale); c.stroke();
    c.lineWidth = Math.max(1, size / 220);
    for (let step = -90; step <= 90; step += 10) {
      const y = (pitch - step) * scale;
      if (step === 0 || Math.abs(y) > radius * 0.72) continue;
      const half = radius * (step % 20 === 0 ? 0.26 : 0.14);
      c.beginPath(); c.moveTo(-half, y); c.lineTo(half, y); c.stroke();
      if (step % 20 === 0) letters(c, String(Math.abs(step)), half + size * 0.045, y, Math.max(11, size * 0.05), 600, "#fff");
    }
    // The scale of the roll turns with the horizon; its pointer is fixed.
    for (const mark of [-60, -45, -30, -20, -10, 0, 10, 20, 30, 45, 60]) {
      c.save();
      c.rotate(mark * RAD);
      c.lineWidth = Math.max(1, size / (mark % 30 === 0 ? 110 : 220));
      c.beginPath(); c.moveTo(0, -radius); c.lineTo(0, -radius * (mark % 30 === 0 ? 0.88 : 0.93)); c.stroke();
      c.restore();
    }
  } else {
    c.fillStyle = ink.panel;
    c.fillRect(-radius, -radius, 2 * radius, 2 * radius);
    flag(c, -radius * 0.7, -radius * 0.7, radius * 1.4, radius * 1.4);
  }
  c.restore();
  c.strokeStyle = ink.line;
  c.lineWidth = Math.max(1, size / 200);
  c.stroke();
  if (known(pitch) && known(roll)) {
    for (const [color, line] of [["#000", size / 38], ["#ffd400", size / 62]]) {
      c.strokeStyle = color;
      c.lineWidth = line;
      c.lineCap = "round";
      c.lineJoin = "round";
      c.beginPath();
      c.moveTo(-radius * 0.55, 0); c.lineTo(-radius * 0.2, 0); c.lineTo(-radius * 0.13, radius * 0.08);
      c.moveTo(radius * 0.55, 0); c.lineTo(radius * 0.2, 0); c.lineTo(radius * 0.13, radius * 0.08);
      c.moveTo(0, 0); c.lineTo(0, 0.01);
      c.stroke();
    }
    c.fillStyle = "#ffd400";
    triangle(c, -radius * 0.84, size * 0.035, -1);
    c.fill();
  }
  c.restore();
}
