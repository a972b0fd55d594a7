#!/usr/bin/env python3
"""Recordings like those of phones and boats, through `compass replay`, against ground truth.

usage: recordings.py compass [seed]

The physics is independent of the product's own simulation: a path in the plane with its own
derivatives, WGS 84 by its radii, the geomagnetic field as a given vector. Errors: the receiver's position error is a
Gauss-Markov process (2.5 m, 90 s), its latency 0.3 to 0.6 s, with the time of arrival as time stamp; its accuracy and the
barometer have errors typical of phones; the magnetometer has 12 uT of hard iron unless stated. Cells are empty, held or nan,
times count from 1970, some rows run back or are repeated.
"""
import csv, json, math, subprocess, sys, tempfile, time
import numpy as np

RATE = 100.0
G = 9.80665
EPOCH = 1_782_900_000.0  # 2026-07-01


def smooth(noise, seconds):
    """A first-order low pass, run twice."""
    fade = math.exp(-1 / (RATE * seconds))
    for _ in range(2):
        out, value = np.empty_like(noise), 0.0
        for index, sample in enumerate(noise):
            value = fade * value + (1 - fade) * sample
            out[index] = value
        noise = out
    return noise / (noise.std() + 1e-12)


def wander(random, count, sigma, seconds, interval):
    fade = math.exp(-interval / seconds)
    value, out = random.normal(0, sigma), []
    for _ in range(count):
        out.append(value)
        value = fade * value + random.normal(0, sigma * math.sqrt(1 - fade * fade))
    return np.array(out)


def rotation(heading, pitch, roll):
    """Body (right, forward, up) to ENU; heading clockwise, pitch nose up, roll right side down."""
    sh, ch, sp, cp, sr, cr = (f(a) for a in (heading, pitch, roll) for f in (np.sin, np.cos))
    yaw = np.array([[ch, sh, 0 * sh], [-sh, ch, 0 * sh], [0 * sh, 0 * sh, 1 + 0 * sh]])
    nose = np.array([[1 + 0 * sp, 0 * sp, 0 * sp], [0 * sp, cp, -sp], [0 * sp, sp, cp]])
    side = np.array([[cr, 0 * sr, sr], [0 * sr, 1 + 0 * sr, 0 * sr], [-sr, 0 * sr, cr]])
    return np.einsum("ijn,jkn,kln->nil", yaw, nose, side)


def make(kind, seed, iron=12.0, seconds=420):
    random = np.random.default_rng(seed)
    n = int(seconds * RATE)
    t = np.arange(n) / RATE
    ready = np.clip((t - 20) / 15, 0, 1) ** 2 * (3 - 2 * np.clip((t - 20) / 15, 0, 1))
    bend = smooth(random.normal(size=n), 2.0)
    straight = np.clip(2 * np.sin(2 * np.pi * t / 80 + random.uniform(0, 6)), 0, 1)
    if kind == "car":
        speed = ready * (15 + 3 * smooth(random.normal(size=n), 8))
        turn = 0.12 * bend * straight * (speed / 15)
        slope = 0.03 * smooth(random.normal(size=n), 12) * ready
        pitch, roll, aside, drift = slope, 0.01 * smooth(random.normal(size=n), 0.4), 0.04, np.zeros(2)
    elif kind == "boat":
        speed = ready * (3.5 + 0.3 * smooth(random.normal(size=n), 5))
        turn = 0.08 * bend * straight * ready
        slope = 0 * t
        pitch, roll = (a * smooth(random.normal(size=n), 0.9) for a in (0.05, 0.12))
        aside, drift = 0.0, np.array([0.3, -0.2])
    else:  # a phone in the hand
        speed = ready * (1.35 + 0.1 * np.sin(2 * np.pi * t * 1.9))
        turn = 0.25 * bend * straight * ready
        slope = 0 * t
        pitch = 0.5 + 0.06 * smooth(random.normal(size=n), 0.2)
        roll, aside, drift = 0.08 * smooth(random.normal(size=n), 0.3), 0.0, np.zeros(2)
    course = random.uniform(0, 6.28) + np.cumsum(turn) / RATE
    yaw = 0.03 * smooth(random.normal(size=n), 1.2) if kind == "boat" else 0 * t
    heading = course + aside + yaw
    velocity = np.stack([speed * np.cos(slope) * np.sin(course), speed * np.cos(slope) * np.cos(course),
                         speed * np.sin(slope)], 1)
    velocity[:, :2] += drift
    if kind == "boat":
        velocity[:, 2] += 0.4 * np.sin(2 * np.pi * t / 5.3)
    place = np.cumsum(velocity, 0) / RATE
    force = np.gradient(velocity, 1 / RATE, axis=0) + [0, 0, G]
    R = rotation(heading, pitch, roll)
    # The rate from the attitudes themselves.
    S = np.einsum("nji,njk->nik", R[:-1], R[1:])
    rate = np.stack([S[:, 2, 1] - S[:, 1, 2], S[:, 0, 2] - S[:, 2, 0], S[:, 1, 0] - S[:, 0, 1]], 1) / 2 * RATE
    rate = np.vstack([rate, rate[-1:]])
    field = np.array([math.sin(math.radians(3.4)) * 21.3, math.cos(math.radians(3.4)) * 21.3, -43.4])
    body = lambda v: np.einsum("nji,nj->ni", R, np.broadcast_to(v, (n, 3)))
    gyr = rate * (1 + random.normal(0, 0.003, 3)) + random.normal(0, 0.005, 3) + random.normal(0, 0.0015, (n, 3))
    gyr += np.cumsum(random.normal(0, 5e-7, (n, 3)), 0)
    acc = body(force) + random.normal(0, 0.08, 3) + random.normal(0, 0.08, (n, 3))
    mag = body(field) @ (np.eye(3) + random.normal(0, 0.01 * (iron > 0), (3, 3)))
    mag = np.round((mag + iron * random.normal(size=3) / 1.7 + random.normal(0, 0.4, (n, 3))) / 0.15) * 0.15
    height = 450 + place[:, 2]
    pressure = 101_325 * (1 - height / 44_330.8) ** 5.25588 + 180 + 0.05 * t + random.normal(0, 2.0, n)
    # One fix a second.
    every = int(RATE)
    index = np.arange(0, n, every)
    error = np.stack([wander(random, len(index), s, 90, 1) for s in (2.5, 2.5, 4)], 1)
    error += random.normal(0, [0.4, 0.4, 0.8], error.shape)
    lat0, lon0 = math.radians(47.4), math.radians(8.5)
    e2 = 0.00669437999014
    w = 1 - e2 * math.sin(lat0) ** 2
    north, east = 6378137 * (1 - e2) / w**1.5, 6378137 / math.sqrt(w) * math.cos(lat0)
    late = index + random.integers(30, 60, len(index))
    fixes = {}
    for k, (i, j) in enumerate(zip(index, late)):
        if j >= n or 250 < t[i] < 280 or t[i] < 3:
            continue
        p = place[i] + error[k]
        v = velocity[i] + random.normal(0, 0.12, 3)
        v_ground = math.hypot(v[0], v[1])
        fixes[j] = dict(latitude=math.degrees(lat0 + p[1] / north), longitude=math.degrees(lon0 + p[0] / east),
                        altitude=450 + p[2], horizontal_accuracy=3.8 * random.uniform(0.8, 1.3),
                        vertical_accuracy=4 * random.uniform(0.8, 1.3), speed=v_ground,
                        speed_accuracy=0.12 * random.uniform(0.7, 1.5),
                        course=math.degrees(math.atan2(v[0], v[1])) % 360 if v_ground > 0.5 else -1)
    truth = dict(t=t, aside=math.degrees(aside) if kind != "boat" else None, heading=np.degrees(heading) % 360, course=np.degrees(np.arctan2(velocity[:, 0], velocity[:, 1])) % 360,
                 place=place, velocity=velocity, height=height, turn=np.abs(np.gradient(heading, 1 / RATE)),
                 north=north, east=east)
    return truth, gyr, acc, mag, pressure, fixes, random


COLUMNS = ["latitude", "longitude", "altitude", "horizontal_accuracy", "vertical_accuracy", "speed", "speed_accuracy", "course"]


def write(path, data, style):
    """style: sparse (empty cells), held (a fix is repeated until the next), messy (nan, gaps, times that run back)."""
    truth, gyr, acc, mag, pressure, fixes, random = data
    held = {}
    with open(path, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["t", "utc", "gyr_x", "gyr_y", "gyr_z", "acc_x", "acc_y", "acc_z", "mag_x", "mag_y", "mag_z",
                      "pressure"] + COLUMNS)
        for i, t in enumerate(truth["t"]):
            fix = fixes.get(i)
            if style == "held":
                held = fix or held
                fix = held
            empty = "nan" if style == "messy" else ""
            if style == "messy" and (i % 977 == 0 or 15_000 < i < 15_040):
                continue
            cell = lambda v, digits: f"{v:.{digits}f}"
            field = [cell(v, 2) for v in mag[i]] if i % 2 == 0 or style == "held" else [empty] * 3
            air = cell(pressure[i - i % 4], 1) if i % 4 == 0 or style == "held" else empty
            row = [cell(EPOCH + t, 3), cell(EPOCH + t, 3)] + [cell(v, 5) for v in gyr[i]] + [cell(v, 4) for v in acc[i]]
            row += field + [air]
            row += [cell(fix[c], 8 if c[:2] in ("la", "lo") else 2) if fix else empty for c in COLUMNS]
            out.writerow(row)
            if style == "messy" and i % 5003 == 5002:
                out.writerow(row)  # twice
                row[0] = cell(EPOCH + t - 0.05, 3)
                out.writerow(row)  # back
            if style == "messy" and i % 7001 == 7000:
                file.write("broken,row\n")


def angle(a, b):
    return (a - b + 180) % 360 - 180


def judge(name, compass, data, style, options):
    truth, fixes = data[0], data[5]
    with tempfile.TemporaryDirectory() as folder:
        path, table = folder + "/in.csv", folder + "/out.csv"
        write(path, data, style)
        command = [compass, "replay", path, "--fix-latency", "0.45"] + options
        began = time.monotonic()
        done = subprocess.run(command + ["--output", table], capture_output=True, text=True)
        elapsed = time.monotonic() - began
        if done.returncode:
            print(name, "FAILED:", done.stderr.strip()[:300])
            return False
        text = subprocess.run(command + ["--json"], capture_output=True, text=True).stdout
        # NaN is not JSON, but Python's reader accepts it.
        bad = sum(text.count(word) for word in ("nan", "NaN", "inf,", "Infinity"))
        rows = [json.loads(line) for line in text.splitlines()]
    number = lambda row, key: row.get(key)
    places, heights, headings, beside = [], [], [], []
    last = None
    for row in rows:
        seconds = number(row, "boot_time") - EPOCH
        i = int(round(seconds * RATE))
        if seconds < 60 or i % 10 or not 0 <= i < len(truth["t"]):
            continue
        if (lat := number(row, "latitude")) is not None:
            north = math.radians(lat - 47.4) * truth["north"] - truth["place"][i][1]
            east = math.radians(number(row, "longitude") - 8.5) * truth["east"] - truth["place"][i][0]
            gap = 250 < seconds < 282
            places.append((math.hypot(north, east), number(row, "horizontal_accuracy") or math.nan, gap))
        if (height := number(row, "altitude")) is not None and number(row, "vertical_accuracy"):
            heights.append((height - truth["height"][i], number(row, "vertical_accuracy")))
        value, bound = number(row, "true_heading"), number(row, "true_heading_accuracy")
        if value is not None and bound:
            headings.append((angle(value, truth["heading"][i]), bound))
            moving = math.hypot(*truth["velocity"][i][:2]) > 1
            # In a current a boat's course differs from its heading; a mount is misaligned by the stated angle.
            if moving and truth["aside"] is not None and truth["turn"][max(0, i - 200):i + 200].max() < 0.05:
                beside.append((angle(value, truth["course"][i] + truth["aside"]), bound))
    def line(pairs, unit):
        if not pairs:
            return "-"
        e, b = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
        return f"{math.sqrt((e**2).mean()):.2f}{unit}, stated {math.sqrt((b**2).mean()):.2f}, within {100 * (abs(e) <= b).mean():.0f} % / 2x {100 * (abs(e) <= 2 * b).mean():.0f} %"
    print(f"{name:34} {len(rows)} rows, {len(rows) / elapsed / 1000:.0f} thousand/s, {bad} nan; worst place {max(p[0] for p in places):.1f} m")
    print("   place   ", line([p for p in places if not p[2]], " m"))
    print("   in gap  ", line([p for p in places if p[2]], " m"))
    print("   height  ", line(heights, " m"))
    print("   heading ", line(headings, "°"))
    print("   against course on straight legs ", line(beside, "°"))
    return bad == 0 and max(p[0] for p in places) < 150


def main():
    compass = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    print("seed", seed)
    good = True
    for kind, motion in (("car", "forward"), ("car", "unknown"), ("boat", "free"), ("phone", "unknown")):
        for iron, style in ((0.0, "sparse"), (12.0, "messy"), (0.0, "held")):
            data = make(kind, seed, iron)
            good &= judge(f"{kind} {motion}, {iron:.0f} uT, {style}", compass, data, style, ["--motion", motion])
    sys.exit(0 if good else 1)


main()
