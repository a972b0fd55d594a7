#!/usr/bin/env python3
"""Prints the accuracy of `compass replay` on a folder of CSV files, next to VQF and off-line VQF on the same files.

usage: accuracy.py DATA COMPASS   (DATA: folder of CSV files, COMPASS: the built program)

Needs numpy; VQF's columns need the package `vqf` and are nan without it.

Columns of a file: t,gyr_*,acc_*,mag_* (s, rad/s, m/s2, uT), ref_w..ref_z (sensor -> ENU), moving.
Error e = q_est * conj(q_ref); total = 2 acos|w|, heading = 2 atan(z/w), inclination = 2 acos sqrt(w^2+z^2);
RMSE in degrees over the rows with moving == 1 and a finite reference, mean over the files.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np

try:
    import vqf
except ImportError:
    vqf = None


def multiply(a, b):
    aw, ax, ay, az = a.T
    bw, bx, by, bz = b.T
    return np.stack([
        aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw], axis=1)


def rms(x):
    return float(np.sqrt(np.mean(np.square(x)))) if len(x) else float("nan")


def counting(rows):
    """Which rows count."""
    return (rows[:, 14] == 1) & np.isfinite(rows[:, 10:14]).all(axis=1)


def scores(estimate, rows):
    """RMSE of total, heading, inclination and offset-free heading in degrees, and the heading errors."""
    valid = counting(rows)
    e = multiply(estimate[valid], rows[valid, 10:14] * np.array([1, -1, -1, -1]))
    w, z = e[:, 0], e[:, 3]
    total = np.degrees(2 * np.arccos(np.clip(np.abs(w), 0, 1)))
    heading = np.degrees(2 * np.arctan2(z * np.sign(w), np.abs(w)))
    inclination = np.degrees(2 * np.arccos(np.clip(np.sqrt(w * w + z * z), 0, 1)))
    offset = np.degrees(np.angle(np.mean(np.exp(1j * np.radians(heading)))))
    free = (heading - offset + 180) % 360 - 180
    return [rms(total), rms(heading), rms(inclination), rms(free)], heading


def peers(rows):
    """VQF's quaternions and off-line VQF's."""
    if vqf is None:
        nothing = np.full((len(rows), 4), np.nan)
        return nothing, nothing
    interval = float((rows[-1, 0] - rows[0, 0]) / (len(rows) - 1))
    columns = [np.ascontiguousarray(rows[:, i:i + 3]) for i in (1, 4, 7)]
    return (vqf.VQF(interval).updateBatch(*columns)["quat9D"],
            vqf.offlineVQF(*columns, interval)["quat9D"])


def replay(compass, lines, *options):
    """What `compass replay` writes for a recording: quaternion, 68 % and 95 % bound, a row each."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.csv"), os.path.join(folder, "out.csv")
        with open(source, "w") as file:
            file.writelines(lines)
        subprocess.run([compass, "replay", source, "--output", target, *options], check=True)
        table = np.genfromtxt(target, delimiter=",", skip_header=1, usecols=(1, 2, 3, 4, 7, 8))
    if len(table) != len(lines) - 1:
        sys.exit("%d rows came out of %d" % (len(table), len(lines) - 1))
    return np.where(np.isnan(table), [1, 0, 0, 0, 180, 180], table)


def judge(result, rows):
    """The four scores, and coverage of both bounds in %, mean 68 % bound and its ratio to the RMS heading error."""
    four, heading = scores(result[:, :4], rows)
    b68, b95 = result[counting(rows), 4], result[counting(rows), 5]
    return four + [100 * np.mean(np.abs(heading) <= b68), 100 * np.mean(np.abs(heading) <= b95),
                   np.mean(b68), np.mean(b68) / rms(heading)]


def main(folder, compass):
    names = sorted(n[:-4] for n in os.listdir(folder) if n.endswith(".csv"))
    if not names:
        sys.exit("%s holds no .csv files" % folder)
    summary = {}
    for title, stride, options, peer in (
            ("every sample", 1, [], 0), ("every 3rd sample", 3, [], 0), ("every 6th sample", 6, [], 0),
            ("smoothed (compass replay --smooth)", 1, ["--smooth"], 1)):
        print("%s: RMSE in degrees" % title)
        print("%-42s %29s | %29s | %6s %6s %6s %7s" % (
            "", "total  head. incl. offset-free", ("VQF", "off-line VQF")[peer] + ": the same",
            "in68%", "in95%", "mean68", "m68/rms"))
        table = []
        for name in names:
            with open(os.path.join(folder, name + ".csv")) as file:
                lines = file.readlines()
            lines = lines[:1] + lines[1::stride]
            rows = np.loadtxt(lines[1:], delimiter=",")
            mine = judge(replay(compass, lines, *options), rows)
            table.append(mine[:4] + scores(peers(rows)[peer], rows)[0] + mine[4:])
            print_row(name, table[-1])
        mean = np.mean(table, axis=0)
        # Sharpness of all: the mean bound against the root of the mean square error.
        mean[11] = mean[10] / rms([row[1] for row in table])
        print_row("mean", mean)
        print()
        attached = [row for name, row in zip(names, table) if "attached_magnet" in name]
        summary[title] = (mean, np.mean(attached, axis=0) if attached else None)
    print_summary(summary)


def print_row(name, row):
    print("%-42s %6.2f %6.2f %6.2f %6.2f    | %6.2f %6.2f %6.2f %6.2f    | %6.1f %6.1f %6.2f %7.2f" % (
        (name,) + tuple(row)), flush=True)


def print_summary(summary):
    (every, attached), (third, _), (sixth, _), (smooth, _) = summary.values()
    lines = [("total", every[0], every[4], "2.10"), ("inclination", every[2], every[6], "0.68"),
             ("heading, constant offset removed", every[3], every[7], "1.30")]
    if attached is not None:
        lines.append(("attached-magnet trials, total", attached[0], attached[4], "2.5"))
    lines += [("every 3rd sample, total", third[0], third[4], "2.15"),
              ("every 6th sample, total", sixth[0], sixth[4], "2.40"),
              ("smoother against off-line VQF, total", smooth[0], smooth[4], "1.95")]
    print("%-40s %8s %8s %8s" % ("means, degrees", "VQF", "this", "limit"))
    for name, mine, theirs, limit in lines:
        print("%-40s %8.2f %8.2f %8s" % (name, theirs, mine, "<= " + limit))
    for name, mean in (("", every), (", smoothed", smooth)):
        print("%-40s %8s %8.1f %8s" % ("68 % bound holds, %" + name, "", mean[8], "68 +- 7"))
        print("%-40s %8s %8.1f %8s" % ("95 % bound holds, %" + name, "", mean[9], "95 +- 3"))
        print("%-40s %8s %8.2f %8s" % ("mean 68 % bound / RMS error" + name, "", mean[11], "<= 1.5"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
