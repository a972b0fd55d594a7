"""A simulated fleet: rovers and drones whose iron drifts, jumps and follows the load; what is true is kept aside.

simulate.py FOLDER [--robots 40] [--weeks 10] [--a-week 5] [--poison 20] writes FOLDER/recordings/ROBOT/DATE.csv,
FOLDER/truth.json, and in FOLDER/installed.parquet the calibrations that the robots have. Independent of the estimators but for the magnetic field of the place. The same arguments give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from headingd.fleet import TABLES

#: Monday 2026-08-03 0 h UTC.
START = 1785715200.0
WEEK = 7 * 86400.0
RATE, SECONDS = 50, 60
LATITUDE, LONGITUDE = 47.40, 8.50
#: The field there, T: horizontal strength, vertical strength down, declination in degrees.
GRAVITY = 9.80665

NAMES = (
    "t", "utc", "gyr_x", "gyr_y", "gyr_z", "acc_x", "acc_y", "acc_z", "mag_x", "mag_y", "mag_z", "temperature",
    "latitude", "longitude", "horizontal_accuracy", "speed", "course", "load",
)


def field() -> tuple[float, float, float]:
    """Horizontal and downward field, T, and declination, degrees, of the place at the start."""
    from headingd import geomagnetism

    found = geomagnetism.field(LATITUDE, LONGITUDE, 2026.65)
    return float(found["horizontal"]), float(found["down"]), float(found["declination"])


def robot(number: int) -> dict[str, Any]:
    """What is true of a robot: its iron at the start, drift, jump, dependence on the load."""
    random = np.random.default_rng([20261128, number])
    jumps = number % 7 == 3
    loaded = number % 4 == 1
    angle = random.uniform(0, 2 * math.pi)
    step = random.uniform(2.5, 12.0) * 1e-6
    load_angle = random.uniform(0, 2 * math.pi)
    # Soft iron is symmetric; the sensor is mounted a little askew, which no calibration of its field can see.
    soft = random.normal(0, 0.02, (3, 3))
    x, y, z = np.radians(random.normal(0, 0.2, 3))
    askew = np.array([[1, -z, y], [z, 1, -x], [-y, x, 1]])
    return {
        "name": f"robot-{number:03d}", "kind": "drone" if number % 3 == 2 else "rover",
        "hard_iron": random.normal(0, 15e-6, 3).tolist(),
        "distortion": (askew @ (np.eye(3) + (soft + soft.T) / 2)).tolist(),
        "drift": ([0.0] * 3 if number % 2 else random.normal(0, 0.35e-6, 3).tolist()),
        "walk": 0.06e-6,
        "jump_week": float(random.uniform(3, 8)) if jumps else None,
        "jump": [step * math.cos(angle), step * math.sin(angle), random.normal(0, 3e-6)],
        "load_iron": [0.25e-6 * math.cos(load_angle), 0.25e-6 * math.sin(load_angle), 0.1e-6] if loaded else [0.0] * 3,
        "wrong_axes": number % 20 == 12,
        "gyroscope_bias": random.normal(0, 0.01, 3).tolist(),
    }


def iron(truth: dict[str, Any], week: float) -> np.ndarray:
    """The hard iron at a time, weeks from the start, T, without load."""
    value = np.array(truth["hard_iron"]) + np.array(truth["drift"]) * week
    # A slow walk, in steps of a tenth of a week.
    number = int(truth["name"][-3:])
    walk = np.random.default_rng([7, number]).normal(0, truth["walk"] * math.sqrt(0.1), (400, 3))
    value = value + walk[: max(0, int(week * 10))].sum(axis=0)
    if truth["jump_week"] is not None and week >= truth["jump_week"]:
        value = value + np.array(truth["jump"])
    return np.asarray(value)


def motion(random: np.random.Generator, kind: str) -> tuple[np.ndarray, ...]:
    """A minute's drive: heading from true north (rad), pitch, roll, speed, forward acceleration."""
    count = RATE * SECONDS
    time = np.arange(count) / RATE
    # Straight legs and turns that together go around at least once and a half.
    rate = np.zeros(count)
    total, at = 0.0, 4.0
    sign = random.choice([-1.0, 1.0])
    while at < SECONDS - 4:
        turn = random.uniform(2.5, 5.0)
        size = random.uniform(60, 130) if total < 540 else random.uniform(-90, 90)
        inside = (time >= at) & (time < at + turn)
        phase = (time[inside] - at) / turn
        rate[inside] = sign * math.radians(size) / turn * (1 - np.cos(2 * math.pi * phase))
        total += abs(size)
        at += turn + random.uniform(2.0, 5.0)
    heading = random.uniform(0, 2 * math.pi) + np.cumsum(rate) / RATE
    low, high = (2.0, 4.0) if kind == "rover" else (4.0, 9.0)
    knots = random.uniform(low, high, SECONDS // 6 + 3)
    speed = np.interp(time, np.arange(len(knots)) * 6.0, knots)
    speed *= np.clip(time / 3.0, 0, 1)
    kernel = np.hanning(RATE)
    speed = np.convolve(np.pad(speed, RATE, mode="edge"), kernel / kernel.sum(), mode="same")[RATE:-RATE]
    forward = np.gradient(speed) * RATE

    def rough(size: float, seconds: float) -> np.ndarray:
        noise = random.normal(0, 1, count + 8 * RATE)
        width = int(seconds * RATE)
        window = np.hanning(width)
        smooth = np.convolve(noise, window / np.sqrt((window**2).sum()), mode="same")
        return np.asarray(np.radians(size) * smooth[4 * RATE:4 * RATE + count])

    pitch, roll = rough(3.0, 1.5), rough(3.0, 1.5)
    if kind == "drone":
        # It leans into turns and accelerations, slowly enough for its air drag.
        roll = roll + np.arctan(speed * rate / GRAVITY)
        pitch = pitch - forward / GRAVITY * 0.8
    return heading, pitch, roll, speed, forward, rate


def rotations(heading: np.ndarray, pitch: np.ndarray, roll: np.ndarray) -> np.ndarray:
    """Body to earth (true east, north, up): N x 3 x 3. Body x right, y forward, z up."""
    c, s = np.cos, np.sin
    one, zero = np.ones_like(heading), np.zeros_like(heading)
    yaw = np.stack([c(heading), s(heading), zero, -s(heading), c(heading), zero, zero, zero, one], -1)
    up = np.stack([one, zero, zero, zero, c(pitch), -s(pitch), zero, s(pitch), c(pitch)], -1)
    lean = np.stack([c(roll), zero, s(roll), zero, one, zero, -s(roll), zero, c(roll)], -1)
    shape = (-1, 3, 3)
    return np.asarray(yaw.reshape(shape) @ up.reshape(shape) @ lean.reshape(shape))


def recording(
    truth: dict[str, Any], index: int, week: float, place: tuple[float, float, float],
) -> tuple[str, bytes, tuple[float, float]]:
    """A recording of a robot: its name, its bytes, and mean and spread of the load."""
    random = np.random.default_rng([11, int(truth["name"][-3:]), index])
    count = RATE * SECONDS
    time = np.arange(count) / RATE
    heading, pitch, roll, speed, forward, turn = motion(random, truth["kind"])
    attitude = rotations(heading, pitch, roll)
    change = np.swapaxes(attitude[:-1], 1, 2) @ attitude[1:]
    rates = np.empty((count, 3))
    rates[1:] = RATE * np.stack([change[:, 2, 1], change[:, 0, 2], change[:, 1, 0]], -1)
    rates[0] = rates[1]
    rates += np.array(truth["gyroscope_bias"]) + random.normal(0, 0.003, (count, 3))
    velocity = np.stack([speed * np.sin(heading), speed * np.cos(heading), np.zeros(count)], -1)
    force = np.gradient(velocity, axis=0) * RATE + np.array([0, 0, GRAVITY])
    force = np.einsum("nji,nj->ni", attitude, force) + random.normal(0, 0.05, (count, 3))
    horizontal, down, declination = place
    north = np.array([
        horizontal * math.sin(math.radians(declination)), horizontal * math.cos(math.radians(declination)), -down])
    load = 2.0 + 2.5 * speed + 4.0 * np.abs(forward) + np.repeat(random.uniform(0, 8, SECONDS // 2), 2 * RATE)
    magnetic = np.einsum("nji,j->ni", attitude, north) @ np.array(truth["distortion"]).T + iron(truth, week)
    magnetic += load[:, None] * np.array(truth["load_iron"]) + random.normal(0, 0.3e-6, (count, 3))
    # What a start of the vehicle leaves, different each time.
    magnetic += random.normal(0, 0.05e-6, 3)
    if truth["wrong_axes"]:
        magnetic = magnetic[:, [1, 0, 2]]
    position = np.cumsum(velocity, axis=0) / RATE
    latitude = LATITUDE + position[:, 1] / 111_200 + random.normal(0, 4e-6)
    longitude = LONGITUDE + position[:, 0] / (111_320 * math.cos(math.radians(LATITUDE))) + random.normal(0, 4e-6)
    noise = random.normal(0, 0.05, (count, 2))
    east, ahead = velocity[:, 0] + noise[:, 0], velocity[:, 1] + noise[:, 1]
    course = np.degrees(np.arctan2(east, ahead)) % 360
    ground = np.hypot(east, ahead)
    began = START + week * WEEK
    rows = []
    sensors = "%.3f,%.3f" + ",%.6f" * 3 + ",%.4f" * 3 + ",%.3f" * 3 + ",%.1f"
    fix, none, end = ",%.7f,%.7f,1.0,%.3f,%.2f", ",,,,,", ",%.2f\n"
    values: list[float] = []
    for row in range(count):
        values += [time[row], began + time[row], *rates[row], *force[row], *(1e6 * magnetic[row]), 25.0 + 0.02 * time[row]]
        if row % (RATE // 5):
            rows.append(sensors + none + end)
        else:
            rows.append(sensors + fix + end)
            values += [latitude[row], longitude[row], ground[row], course[row]]
        values.append(load[row])
    text = ",".join(NAMES) + "\n" + "".join(rows) % tuple(values)
    moment = datetime.fromtimestamp(began, timezone.utc)
    return f"{truth['name']}/{moment:%Y-%m-%d/%H%M%S}.csv", text.encode(), (float(load.mean()), float(load.std()))


def poisoned(kind: int, good: bytes) -> tuple[str, bytes]:
    """A file that is no recording: what it is, and its bytes."""
    header, _, rest = good.partition(b"\n")
    lines = rest.split(b"\n")
    kinds = [
        ("empty", b""),
        ("only a header", header + b"\n"),
        ("another format", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400),
        ("truncated in its first line", good[:40]),
        ("not finite", header + b"\n" + b"\n".join(
            b",".join([line.split(b",")[0]] + [b"nan"] * (header.count(b","))) for line in lines[:500] if line) + b"\n"),
        ("no time", b"\n".join([header.replace(b"t,", b"x,", 1), *lines[:100]])),
        ("an axis is missing", b"\n".join([header.replace(b"mag_z", b"other"), *lines[:100]])),
        ("MCAP cut in its first record", b"\x89MCAP0\r\n\x01\x20\x00"),
        ("JSON", json.dumps({"error": "no such recording"}).encode()),
    ]
    return kinds[kind % len(kinds)]


def written(folder: Path, weeks: int, a_week: int, place: tuple[float, float, float], number: int) -> dict[str, Any]:
    """Writes a robot's recordings; returns what is true."""
    truth = robot(number)
    random = np.random.default_rng([13, number])
    truth["recordings"] = []
    for index in range(weeks * a_week):
        week = (index + float(random.uniform(0.1, 0.9))) / a_week
        name, data, load = recording(truth, index, week, place)
        path = folder / "recordings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        truth["recordings"].append({"name": name, "week": week, "hard_iron": iron(truth, week).tolist(), "load": load})
    return truth


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the recordings of a simulated fleet.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--robots", type=int, default=40)
    parser.add_argument("--weeks", type=int, default=10)
    parser.add_argument("--a-week", type=int, default=5)
    parser.add_argument("--poison", type=int, default=20)
    options = parser.parse_args()
    place = field()
    write = partial(written, options.folder, options.weeks, options.a_week, place)
    with multiprocessing.Pool() as pool:
        robots = pool.map(write, range(options.robots), chunksize=1)
    poison = []
    for index in range(options.poison):
        first = robots[index % len(robots)]["recordings"][0]["name"]
        what, data = poisoned(index, (options.folder / "recordings" / first).read_bytes())
        path = Path(first).parent / f"poison-{index}.csv"
        # Different bytes, so that none is the duplicate of another.
        (options.folder / "recordings" / path).write_bytes(data + (b"" if not data else b"\n" * (index // 9)))
        poison.append({"name": str(path), "what": what})
    truth = {"field": place, "start": START, "robots": robots, "poison": poison}
    # What the robots were given at the start: right then, and before drift and jumps.
    (options.folder / "installed.parquet").write_bytes(TABLES["robots"].encoded([{
        "robot": one["name"], "proposal_soft_iron": np.linalg.inv(one["distortion"]).ravel(),
        "proposal_hard_iron": iron(one, 0) + np.array(one["load_iron"]) * one["recordings"][0]["load"][0],
        "proposal_error": 0.5, "proposal_field": math.hypot(place[0], place[1]),
        "proposal_inclination": math.degrees(math.atan2(place[1], place[0]))} for one in robots]))
    (options.folder / "truth.json").write_text(json.dumps(truth))


if __name__ == "__main__":
    main()
