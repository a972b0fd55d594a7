#!/usr/bin/env python3
"""Headings on walks through buildings against the course between surveyed places.

usage: walks.py DATA COMPASS [--half LETTER]

DATA: a folder with walk_*_calibrated.csv, walk_*_uncalibrated.csv (columns: recording.py, no truth) and
walk_*_legs.csv (start, end in s, course_on_map in degrees, length in m). COMPASS: the built program. --half: only
walks whose name begins with that letter, so that one half can be tuned on and the other is held out. Needs numpy.

Truth: legs of 4 m and more, the middle 60 % of each. The map's north and the orientation of the phone in the hand are
unknown: one constant per walk is removed from heading minus course. The remaining variation of the orientation is 11
degrees (root mean square), also with the gyroscope alone; smaller differences are the walker's.

Estimators, on the field as calibrated by Android and on that of the chip (about 300 uT of hard iron):

- compass: `compass replay` of the file, without the information that the field is calibrated;
- with place: the same with the place given, so that the program may calibrate the recording by itself;
- iron fit: the attitude of the gyroscope, levelled by the accelerometer; over the whole walk m = R^T B + h by least
  squares for the field B in the room and the hard iron h; heading of m - h. It uses the whole walk from the start;
- gyroscope: the heading of that attitude, no magnetometer.
"""
import argparse
import glob
import os
import subprocess
import tempfile

import numpy as np

import rotations
from recording import SENSORS, Table, numbers, title

SHORTEST = 4.0
"""Minimum length of an evaluated leg, m."""
MIDDLE = (0.2, 0.8)
"""The evaluated part of a leg: at its ends the walker turns."""
HOLDING = 11.0
"""Angle between phone and course, degrees, 68 %; 95 %: twice."""
LATE = 30.0
"""Time limit of the first heading, s."""
PLACE = ["--latitude", "30.28", "--longitude", "120.08", "--altitude", "15"]
LEVELLING = 3.0
"""Time constant, s, of levelling the fit's attitude by the accelerometer; small: steps tilt it, large: it drifts."""
KINDS = ["calibrated", "uncalibrated"]


class Leg:
    """A straight part of a walk: which rows count, and the course on the map in degrees."""

    def __init__(self, t, start, end, course):
        self.begin = start + MIDDLE[0] * (end - start)
        self.rows = (t >= self.begin) & (t <= start + MIDDLE[1] * (end - start))
        self.course = course


class Walk:
    """A file's samples and legs."""

    def __init__(self, path, kind):
        self.path, self.name = path, title(path).removesuffix("_" + kind)
        values = numbers(Table(path).cells(["t"] + SENSORS))
        # Missing samples repeat the last one: the fit needs all sensors in each row.
        self.t, self.gyr, self.acc, self.mag = values[:, 0], *(held(values[:, i:i + 3]) for i in (1, 4, 7))
        table = Table(path.removesuffix(kind + ".csv") + "legs.csv")
        legs = numbers(table.cells(["start", "end", "course_on_map", "length"]))
        self.legs = [Leg(self.t, *leg[:3]) for leg in legs if leg[3] >= SHORTEST]
        self.rows = np.any([leg.rows for leg in self.legs], axis=0)
        self.course = np.full(len(self.t), np.nan)
        for leg in self.legs:
            self.course[leg.rows] = leg.course

    def errors(self, heading, rows=None):
        """Heading less course in the rows that count, the constant removed; degrees, nan without a heading."""
        error = np.where(self.rows if rows is None else self.rows & rows, heading - self.course, np.nan)
        there = np.isfinite(error)
        return rotations.wrapped(error - rotations.circular_mean(error[there])) if there.any() else error

    def late_legs(self, heading):
        """Of the legs after 30 s, how many have a heading in half of their rows or more; and how many there are."""
        late = [leg for leg in self.legs if leg.begin >= LATE]
        return sum(np.mean(np.isfinite(heading[leg.rows])) >= 0.5 for leg in late), len(late)


def held(values):
    """The rows; an empty one repeats the one before."""
    last = np.maximum.accumulate(np.where(np.isfinite(values).all(axis=1), np.arange(len(values)), 0))
    return values[last]


def replay(compass, path, options):
    """Magnetic heading, 68 % and 95 % bound of each row; degrees, nan where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "out.csv")
        subprocess.run([compass, "replay", path, "--output", target, *options], check=True, stderr=subprocess.DEVNULL)
        return numbers(Table(target).cells(["magnetic_heading", "heading_accuracy", "heading_accuracy_95"])).T


def spread(values, width):
    """The standard deviation of vectors within so many rows around each."""
    mean = lambda x: np.convolve(x, np.ones(width) / width, "same")
    return np.sqrt(np.maximum(sum(mean(column ** 2) - mean(column) ** 2 for column in values.T), 0))


def offset(walk):
    """The gyroscope's offset where the phone lies still for a second in all; else 0, as Android has subtracted it."""
    second = max(2, int(round(1 / np.median(np.diff(walk.t)))))
    still = (spread(walk.acc, second) < 0.2) & (spread(walk.gyr, second) < 0.05)
    still[:second] = still[-second:] = False
    return walk.gyr[still].mean(axis=0) if still.sum() >= second else np.zeros(3)


def attitude(walk):
    """Body -> a level frame of unknown azimuth: the gyroscope's rates, slowly levelled by the accelerometer."""
    interval = np.clip(np.diff(walk.t, prepend=walk.t[0]), 0, 0.2)
    steps = rotations.exponential((walk.gyr - offset(walk)) * interval[:, None])
    directions = walk.acc / np.linalg.norm(walk.acc, axis=1, keepdims=True)
    q = rotations.from_field(directions[:50].mean(axis=0), np.array([0.0, 1.0, 0.0]))
    out = np.empty((len(walk.t), 4))
    for i, step in enumerate(steps):
        q = rotations.multiply(q, step)
        x, y, _ = rotations.rotate(q, directions[i])
        # Cross product of the force's direction with up: rotation about level axes only.
        q = rotations.multiply(rotations.exponential(np.array([y, -x, 0]) * interval[i] / LEVELLING), q)
        out[i] = q = q / np.linalg.norm(q)
    return out


def azimuth(vectors):
    """Degrees from y towards x."""
    return np.degrees(np.arctan2(vectors[:, 0], vectors[:, 1]))


def gyroscope(walk):
    """The azimuth of the body's y, with an unknown constant, and the attitude."""
    q = attitude(walk)
    return azimuth(rotations.rotate(q, np.broadcast_to([0.0, 1.0, 0.0], (len(q), 3)))), q


def iron_fit(walk, heading, q):
    """The magnetic heading of the field less the hard iron of m = R^T B + h over the whole walk."""
    back = rotations.conjugate(q)
    columns = [rotations.rotate(back, np.broadcast_to(axis, (len(q), 3))) for axis in np.eye(3)]
    columns += [np.broadcast_to(axis, (len(q), 3)) for axis in np.eye(3)]
    matrix = np.stack(columns, axis=2).reshape(-1, 6)
    solution = np.linalg.lstsq(matrix, walk.mag.reshape(-1), rcond=None)[0]
    return heading - azimuth(rotations.rotate(q, walk.mag - solution[3:]))


def share(holds):
    """Percentage of true values; nan if there are none."""
    return 100 * float(np.mean(holds)) if len(holds) else float("nan")


def finite_rms(errors):
    return rotations.rms(errors[np.isfinite(errors)])


class Scores:
    """Results of the walks of one kind, walk by walk and together."""

    NAMES = ["compass", "with place", "iron fit", "gyroscope"]

    def __init__(self):
        self.errors = [[] for _ in self.NAMES]
        self.same = [[] for _ in self.NAMES]
        self.late = np.zeros((2, 2), dtype=int)
        self.held = [[] for _ in range(4)]
        self.stated = [[], []]

    def add(self, walk, compass):
        ours = [replay(compass, walk.path, options) for options in ([], PLACE)]
        turned, q = gyroscope(walk)
        headings = [ours[0][0], ours[1][0], iron_fit(walk, turned, q), turned]
        errors = [walk.errors(heading) for heading in headings]
        late = np.array([walk.late_legs(heading) for heading in headings[:2]])
        held = []
        for (_, b68, b95), error in zip(ours, errors):
            there = np.isfinite(error) & np.isfinite(b68) & np.isfinite(b95)
            held.append(np.abs(error[there]) <= np.hypot(b68[there], HOLDING))
            held.append(np.abs(error[there]) <= np.hypot(b95[there], 2 * HOLDING))
        self.late += late
        for all_, error in zip(self.errors, errors):
            all_.append(error)
        for all_, heading in zip(self.same, headings):
            all_.append(walk.errors(heading, np.isfinite(headings[0])))
        for all_, holds in zip(self.held, held):
            all_.append(holds)
        for all_, heading in zip(self.stated, headings):
            all_.append(np.isfinite(heading[walk.rows]))
        self.line(walk.name, len(walk.legs), errors, late, held, [s[-1] for s in self.stated])

    @classmethod
    def line(cls, name, legs, errors, late, held, stated):
        cells = ["%10s" % ("%.1f" % x if np.isfinite(x) else "-") for x in map(finite_rms, errors)]
        for found, (have, of) in zip(range(2), late):
            cells += ["|", "%6.0f" % share(stated[found]), "%7s" % ("%d/%d" % (have, of))]
            cells += ["%6s" % ("%.0f" % x if np.isfinite(x) else "-") for x in map(share, held[2 * found:2 * found + 2])]
        print("%-12s %4d %s" % (name, legs, " ".join(cells)), flush=True)

    def together(self, legs):
        join = lambda parts: [np.concatenate(part) for part in parts]
        self.line("pooled", legs, join(self.errors), self.late, join(self.held), join(self.stated))
        same = [finite_rms(errors) for errors in join(self.same)]
        print("\nwhere compass has a heading: " + ("none" if not np.isfinite(same[0]) else ", ".join(
            "%s %.1f" % (name, x) for name, x in zip(self.NAMES, same) if name != "with place")) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("compass")
    parser.add_argument("--half", default="", help="only walks of this letter")
    arguments = parser.parse_args()
    found = glob.glob(os.path.join(arguments.data, "walk_%s*_legs.csv" % glob.escape(arguments.half)))
    if not found:
        print("%s holds no walks%s: skipped" % (arguments.data, " of letter " + arguments.half if arguments.half else ""))
        return
    for kind in KINDS:
        print("=== field %s ===\n" % {"calibrated": "as Android calibrates it", "uncalibrated": "as the chip shows it"}[kind])
        print("%-17s %43s | %-28s | %s" % ("", "root mean square error, degrees", "compass", "with place"))
        bounds = "| %6s %7s %6s %6s" % ("stated", "late", "in68%", "in95%")
        print("%-12s %4s %s %s %s" % ("walk", "legs", " ".join("%10s" % name for name in Scores.NAMES), bounds, bounds))
        scores, legs = Scores(), 0
        for path in sorted(found):
            walk = Walk(path.removesuffix("legs.csv") + kind + ".csv", kind)
            scores.add(walk, arguments.compass)
            legs += len(walk.legs)
        scores.together(legs)
    print("stated: share of the rows that count with a heading, %%. late: legs that begin after %.0f s, of them with a heading."
          % LATE)
    print("in68%%, in95%%: share of the time in which the error is within the bound and %.0f (95 %%: %.0f) degrees of holding,"
          % (HOLDING, 2 * HOLDING))
    print("their squares added. One constant a walk is removed from each estimator; few legs make it fit the better.")


if __name__ == "__main__":
    main()
