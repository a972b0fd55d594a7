#!/usr/bin/env python3
"""Orientation errors of `compass replay` and of published filters on the same recordings, side by side.

usage: accuracy.py DATA COMPASS [PACKAGE ...]

DATA: a folder of recordings (.csv, .csv.gz; columns: recording.py). COMPASS: the built program. PACKAGE: PyPI
packages whose filters are compared (vqf, ahrs, imufusion; all); a missing one is reported and left out. Needs numpy.

Every estimator gets the same samples of gyroscope, accelerometer and magnetometer, treated as calibrated, and no fix.
Errors (rotations.errors) are root mean squares over the evaluated rows (`moving`, or all after 10 s) that have a ground
truth, then means over files. .build/accuracy.json caches the peers' scores by the content of files and filters: a
second run computes changes only.
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import peers
import rotations
from recording import Recording, Table, Unusable, paths, title

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = "compass"
LIMIT = 5.0
"""Largest final error, degrees, on a simulated pose for a filter to be compared. In a wrong frame the error is 90 or
180; the slowest filter, Mahony with a field in every fourth row, has 3 of the initial 10 degrees left."""
SECTIONS = [
    # Title, stride, options of `compass replay`, which peers.
    ("every sample", 1, [], lambda peer: True),
    ("every 3rd sample", 3, [], lambda peer: not peer.slow),
    ("every 6th sample", 6, [], lambda peer: not peer.slow),
    ("smoothed (compass replay --smooth)", 1, ["--smooth"], lambda peer: peer.name == "off-line VQF"),
]
METRICS = ["total", "heading", "inclination", "heading, each file's offset removed"]
BOUNDS = ["stated", "in68%", "in95%", "mean68", "m68/rms", "false"]
LEGEND = """\
stated: share of the time with a bound, %.  in68%, in95%: share of that in which the heading's error is within the bound.
mean68: mean 68 % bound, degrees.  m68/rms: over the root mean square error of the heading.
false: share of the time, %, in which the status is `valid` while the error exceeds 3 times the 95 % bound.
The filters of `ahrs` are written in Python and take part in the first section alone."""
TRUTH = """\
Limits of the ground truth:
- BROAD (optical): the room's field deviates from the cameras' north by about 1.3 degrees, which no magnetometer can
  observe. Total and heading of every estimator contain it; the inclination and the offset-free heading do not.
- Elsewhere a file's truth may have another north (true, grid, a room's axis) or another frame of the sensor. One
  constant of heading is then in total and heading of every estimator alike; see the common offset below each section.
- A reference has errors of its own (cameras' calibration, synchronization: 10 ms are 1.1 degrees at 2 rad/s).
  Differences between estimators of a few hundredths of a degree are not significant.
- Rates at the gyroscope's limit and held rows (first table) are faults of the recording: every filter integrates them
  wrongly, and its error there is not that of its algorithm.
- The bound is of the heading against magnetic north, the local field's deviation included: no offset is removed."""


def scores(estimate, recording):
    """The four root mean square errors, the constant offset of the heading, and the heading's errors; degrees."""
    rows = recording.counts
    total, heading, inclination = rotations.errors(estimate[rows], recording.reference[rows])
    offset = rotations.circular_mean(heading)
    free = rotations.wrapped(heading - offset)
    return [rotations.rms(x) for x in (total, heading, inclination, free)], offset, heading


class Peers:
    """The compared filters and their scores, cached between runs."""

    def __init__(self, packages):
        self.path = os.path.join(HERE, "..", "..", ".build", "accuracy.json")
        try:
            with open(self.path) as file:
                self.known = json.load(file)
        except (OSError, ValueError):
            self.known = {}
        self.sources = b""
        for name in ("peers.py", "recording.py", "rotations.py"):
            with open(os.path.join(HERE, name), "rb") as file:
                self.sources += file.read()
        self.taking_part = []
        print("poses simulated at rest, turning, turning with a slow magnetometer: error after 50 s, degrees")
        for peer in peers.PEERS:
            if peer.package not in packages:
                continue
            if peer.version is None:
                print("  %-14s takes no part: there is no Python package %s" % (peer.name, peer.package))
                continue
            try:
                found = peers.verify(peer)
            except Exception as error:  # Another version of a peer may raise any error.
                print("  %-14s takes no part: %s %s: %r" % (peer.name, peer.package, peer.version, error))
                continue
            trusted = max(found) <= LIMIT
            print("  %-14s %s   %s %s%s" % (
                peer.name, " ".join("%6.2f" % x for x in found), peer.package, peer.version,
                "" if trusted else "   takes no part: it does not converge"))
            if trusted:
                self.taking_part.append(peer)
        print(flush=True)

    def scores(self, peer, recording):
        """The four errors and the offset on one recording; nan where the filter fails."""
        digest = hashlib.sha1(self.sources + ("%s %s" % (peer.name, peer.version)).encode())
        for line in recording.lines():
            digest.update(line.encode())
        digest.update(recording.reference.tobytes() + recording.counts.tobytes())
        key = digest.hexdigest()
        if key not in self.known:
            try:
                samples = recording.samples()
                self.known[key] = scores(peer.poses(samples)[samples.place], recording)[:2]
            except Exception as error:  # The comparison goes on without it.
                print("%s fails: %r" % (peer.name, error), file=sys.stderr)
                return [float("nan")] * 4, float("nan")
            self.keep()
        return self.known[key]

    def keep(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w") as file:
            json.dump(self.known, file)
        os.replace(self.path + ".new", self.path)


def replay(compass, recording, options):
    """What `compass replay` writes for a recording: quaternions, 68 % and 95 % bounds (nan: none), status `valid`."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.csv"), os.path.join(folder, "out.csv")
        with open(source, "w") as file:
            file.writelines(recording.lines())
        subprocess.run([compass, "replay", source, "--calibrated", "--output", target, *options], check=True)
        table = Table(target)
    if len(table.rows) != len(recording.t):
        sys.exit("%d rows came out of %d" % (len(table.rows), len(recording.t)))
    values = np.array([[cell or "nan" for cell in row] for row in table.cells(
        ["q_w", "q_x", "q_y", "q_z", "heading_accuracy", "heading_accuracy_95"])], dtype=float)
    values[:, :4] = np.where(np.isnan(values[:, :4]), [1, 0, 0, 0], values[:, :4])
    return values[:, :4], values[:, 4], values[:, 5], np.array([row[0] == "valid" for row in table.cells(["status"])])


def judge(result, recording):
    """The four errors, the offset, and the statistics of the bounds (BOUNDS)."""
    poses, b68, b95, valid = result
    errors, offset, heading = scores(poses, recording)
    rows = recording.counts
    b68, b95, valid, wrong = b68[rows], b95[rows], valid[rows], np.abs(heading)
    stated = np.isfinite(b68) & np.isfinite(b95)
    if not stated.any():
        return errors, offset, [0.0] + [float("nan")] * 4 + [0.0]
    mean68 = float(np.mean(b68[stated]))
    return errors, offset, [
        100 * np.mean(stated), 100 * np.mean(wrong[stated] <= b68[stated]), 100 * np.mean(wrong[stated] <= b95[stated]),
        mean68, mean68 / rotations.rms(heading[stated]), 100 * np.mean(valid & stated & (wrong > 3 * b95))]


def print_table(heading, columns, names, rows, mean, digits=2):
    """One row per file and their mean."""
    wide = [max(7, len(column)) for column in columns]
    line = lambda name, cells: "%-44s %s" % (name[:44], " ".join(
        ("%*.*f" % (w, digits, cell) if isinstance(cell, float) else "%*s" % (w, cell)) for w, cell in zip(wide, cells)))
    print(line(heading, columns))
    for name, row in zip(names, rows):
        print(line(name, [float(cell) for cell in row]))
    if mean is not None:
        print(line("mean", [float(cell) for cell in mean]))
    print(flush=True)


def progress(text):
    """Shows the progress on a terminal."""
    if sys.stderr.isatty():
        print("\r%-60s\r%s" % ("", text), end="", file=sys.stderr, flush=True)


def describe(names, recordings):
    """The first table: properties of the recordings."""
    rows = []
    for recording in recordings:
        samples, counts = recording.samples(), recording.counts
        inertial = np.hstack([samples.gyr, samples.acc])
        held = (np.diff(inertial, axis=0) == 0).all(axis=1)
        largest = np.abs(samples.gyr) == np.abs(samples.gyr).max(axis=0)
        rows.append([
            1 / samples.interval, 1 / samples.mag_interval, len(samples.t) * samples.interval,
            100 * np.mean(counts), 100 * np.mean(held), 100 * np.mean(largest.any(axis=1))])
    print_table("recordings", ["Hz", "mag Hz", "s", "counts %", "held %", "limit %"], names, rows, None, digits=1)
    print("held: gyroscope and accelerometer as in the row before; limit: a rate at its largest value of the file.\n")


def section(heading, names, recordings, options, compass, taking_part, remembered):
    """Runs and prints one section; returns its columns, errors (file, estimator, metric), and rows of bounds."""
    columns = [OURS] + [peer.name for peer in taking_part]
    table, offsets, bounds = [], [], []
    for index, (name, recording) in enumerate(zip(names, recordings)):
        progress("%s: %d of %d" % (heading, index + 1, len(names)))
        errors, offset, held = judge(replay(compass, recording, options), recording)
        others = [remembered.scores(peer, recording) for peer in taking_part]
        table.append([errors] + [other[0] for other in others])
        offsets.append([offset] + [other[1] for other in others])
        bounds.append(held)
    progress("")
    table, bounds = np.array(table, dtype=float), np.array(bounds, dtype=float)
    print("=== %s: root mean square errors in degrees ===\n" % heading)
    for metric, what in enumerate(METRICS):
        print_table(what, columns, names, table[:, :, metric], table[:, :, metric].mean(axis=0))
    mean = np.nanmean(bounds, axis=0)
    # Sharpness over all files: mean bound over root mean square error.
    mean[4] = mean[3] / rotations.rms(table[:, 0, 1])
    print_table("bound of compass' heading", BOUNDS, names, bounds, mean)
    common = rotations.rms(np.nanmedian(np.array(offsets), axis=1))
    print("offset of the heading that the median of these estimators has in a file, root mean square: %.2f\n" % common)
    return columns, table, mean


def summary(results, names):
    """Means of all sections beside the limits set for BROAD."""
    columns, every, _ = results[0]
    attached = np.array(["attached_magnet" in name for name in names])
    print("%-44s %s" % ("means, degrees", " ".join("%12s" % c for c in columns + ["for BROAD"])))

    def line(what, result, metric, limit, files=slice(None)):
        found = dict(zip(result[0], result[1][files, :, metric].mean(axis=0)))
        cells = ["%12.2f" % found[c] if c in found else "%12s" % "" for c in columns]
        print("%-44s %s %12s" % (what, " ".join(cells), limit))

    line("total", results[0], 0, "<= 2.10")
    line("heading", results[0], 1, "")
    line("inclination", results[0], 2, "<= 0.68")
    line("heading, constant offset removed", results[0], 3, "<= 1.30")
    if attached.any():
        line("attached-magnet trials, total", results[0], 0, "<= 2.5", attached)
    line("every 3rd sample, total", results[1], 0, "<= 2.15")
    line("every 6th sample, total", results[2], 0, "<= 2.40")
    line("smoothed, total", results[3], 0, "<= 1.95")
    for title_, (_, _, mean) in (("", results[0]), (", smoothed", results[3])):
        for what, value, limit in (("68 % bound holds, %", mean[1], "68 +- 7"), ("95 % bound holds, %", mean[2], "95 +- 3"),
                                   ("mean 68 % bound / error", mean[4], "<= 1.5")):
            print("%-44s %12.2f %s %12s" % (what + title_, value, " " * (13 * len(columns) - 14), limit))
    print()


def time_vqf(recording):
    """Processor time per sample of VQF's C++, ns, the best of three runs on one recording."""
    samples = recording.samples()
    if not samples.even:
        return None
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        peers.vqf(samples)
        best = min(best, time.process_time() - start)
    return 1e9 * best / len(samples.t)


def read(folder):
    """Names and recordings of a folder; unusable files are reported."""
    names, recordings = [], []
    for path in paths(folder):
        try:
            recording = Recording.read(path)
            recording.samples()
        except (Unusable, ValueError, OSError) as error:
            print("%s is skipped: %s" % (os.path.basename(path), error))
            continue
        names.append(title(path))
        recordings.append(recording)
    return names, recordings


def main(folder, compass, packages):
    names, recordings = read(folder)
    if not names:
        sys.exit("%s holds no recordings with a truth (.csv, .csv.gz)" % folder)
    remembered = Peers(packages)
    describe(names, recordings)
    results = []
    for heading, stride, options, takes_part in SECTIONS:
        thinned = [recording.thinned(stride) for recording in recordings]
        results.append(section(
            heading, names, thinned, options, compass, [p for p in remembered.taking_part if takes_part(p)], remembered))
    print(LEGEND + "\n")
    summary(results, names)
    print(TRUTH)
    if any(peer.package == "vqf" for peer in remembered.taking_part):
        nanoseconds = time_vqf(recordings[0])
        if nanoseconds:
            print("\nVQF's C++ core: %.0f ns of one processor a sample. Both beside each other in C++ and Swift: make bench." % nanoseconds)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3:] or ["vqf", "ahrs", "imufusion"])
