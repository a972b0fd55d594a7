#!/usr/bin/env python3
"""Prints the accuracy of the orientation estimator on a folder of CSV files, next to VQF on the same files.

usage: accuracy.py DATA REPLAY   (DATA: folder of CSV files, REPLAY: the built replay-orientation)

    swift build -c release --package-path Benchmarks/Estimation
    python3 Benchmarks/Estimation/accuracy.py FOLDER Benchmarks/Estimation/.build/release/replay-orientation

Needs numpy; VQF's columns need the package `vqf` and are nan without it.

Columns of a file: t,gyr_*,acc_*,mag_* (rad/s, m/s2, uT), ref_w..ref_z (sensor -> ENU), moving.
Error e = q_est * conj(q_ref); total = 2 acos|w|, heading = 2 atan(z/w), inclination = 2 acos sqrt(w^2+z^2);
RMSE in degrees over the rows with moving == 1 and a finite reference, mean over the files.
"""
import csv
import os
import subprocess
import sys
import tempfile
import time

import numpy as np


def load(path):
    """The numbers of a CSV file."""
    with open(path) as file:
        next(file)
        return np.array([[float(x) for x in row] for row in csv.reader(file)])


def multiply(a, b):
    aw, ax, ay, az = a.T
    bw, bx, by, bz = b.T
    return np.stack([
        aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], axis=1)


def rms(x):
    return float(np.sqrt(np.mean(np.square(x)))) if len(x) else float("nan")


def errors(estimate, rows):
    """Total, heading and inclination error in degrees of the rows that count, and which those are."""
    reference = rows[:, 10:14]
    valid = (rows[:, 14] == 1) & np.isfinite(reference).all(axis=1)
    e = multiply(estimate[valid], reference[valid] * np.array([1, -1, -1, -1]))
    w, z = e[:, 0], e[:, 3]
    total = 2 * np.arccos(np.clip(np.abs(w), 0, 1))
    heading = 2 * np.arctan2(z * np.sign(w), np.abs(w))
    inclination = 2 * np.arccos(np.clip(np.sqrt(w * w + z * z), 0, 1))
    return np.degrees(total), np.degrees(heading), np.degrees(inclination), valid


def scores(estimate, rows):
    total, heading, inclination, _ = errors(estimate, rows)
    offset = np.degrees(np.angle(np.mean(np.exp(1j * np.radians(heading)))))
    free = (heading - offset + 180) % 360 - 180
    return [rms(total), rms(heading), rms(inclination), rms(free)]


def vqf(rows, stride):
    try:
        from vqf import VQF
    except ImportError:
        return None
    part = rows[::stride]
    interval = float(np.median(np.diff(part[:, 0])))
    columns = [np.ascontiguousarray(part[:, i:i + 3]) for i in (1, 4, 7)]
    began = time.perf_counter()
    result = VQF(interval).updateBatch(*columns)["quat9D"]
    return result, (time.perf_counter() - began) / len(part) * 1e9


def ours(replay, folder, stride):
    with tempfile.TemporaryDirectory() as out:
        printed = subprocess.run([replay, folder, out, str(stride)], check=True, capture_output=True, text=True)
        speed = {line.split()[0]: float(line.split()[1]) for line in printed.stdout.splitlines()}
        return {name: (np.fromfile(os.path.join(out, name + ".f64")).reshape(-1, 8), ns)
                for name, ns in speed.items()}


def main(folder, replay):
    names = sorted(n[:-4] for n in os.listdir(folder) if n.endswith(".csv"))
    data = {name: load(os.path.join(folder, name + ".csv")) for name in names}
    head = "%-42s %28s | %28s | %5s %5s %6s %6s"
    line = "%-42s %6.2f %6.2f %6.2f %6.2f   | %6.2f %6.2f %6.2f %6.2f   | %5.1f %5.1f %6.2f %6.2f"
    for stride in (1, 3, 6):
        results = ours(replay, folder, stride)
        print("every %s: RMSE in degrees" % ("sample" if stride == 1 else "%d-th sample" % stride))
        print(head % ("", "total head. incl. offset-free", "VQF: the same", "in68%", "in95%", "mean68", "m68/rms"))
        table = []
        for name in names:
            rows = data[name][::stride]
            result, ns = results[name]
            mine = scores(result[:, :4], rows)
            peer = vqf(data[name], stride)
            theirs = scores(peer[0], rows) if peer else [float("nan")] * 4
            _, heading, _, valid = errors(result[:, :4], rows)
            b68, b95 = np.degrees(result[valid, 4]), np.degrees(result[valid, 5])
            cover = [100 * np.mean(np.abs(heading) <= b68), 100 * np.mean(np.abs(heading) <= b95),
                     np.mean(b68), np.mean(b68) / rms(heading)]
            table.append(mine + theirs + cover + [ns, peer[1] if peer else float("nan")])
            if stride == 1:
                print(line % ((name,) + tuple(table[-1][:12])))
        mean = np.mean(table, axis=0)
        mean[11] = mean[10] / np.sqrt(np.mean(np.square([row[1] for row in table])))
        print(line % (("mean",) + tuple(mean[:12])))
        print("ns a sample: %.0f, VQF %.0f (ratio %.2f)\n" % (mean[12], mean[13], mean[12] / mean[13]))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
