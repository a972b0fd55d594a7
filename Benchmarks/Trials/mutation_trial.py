#!/usr/bin/env python3
"""Mutation trial: does the stated heading bound hold while one sensor axis is faulty?

Each run takes a recording with an optical reference, replaces one axis of one sensor by a faulty
version for 8 s, replays it through `compass replay --calibrated`, and compares the heading, its
95 % bound and its status with the reference. The trial uses the program's output only.

    mutation_trial.py DATA COMPASS                       all runs: 54 mutations of each recording
    mutation_trial.py DATA COMPASS --sensors gyroscope --kinds zero,stuck
    mutation_trial.py DATA COMPASS --sample 100 --seed 7 --reasons --csv runs.csv
    mutation_trial.py DATA COMPASS --run 08/gyroscope/z/zero --write out

DATA is a folder of CSV files with the columns t (s), gyr_* (rad/s), acc_* (m/s^2), mag_* (uT),
ref_w..ref_z (unit quaternion sensor -> east-north-up, nan where unknown) and moving (0 or 1).
The reference columns are removed before the program sees a recording.

Mutations of one axis, for 8 s:
    zero    the value is 0
    stuck   the value stays at the last healthy one
    half    half gain
    offset  0.3 rad/s, 3 m/s^2 or 20 uT is added, with a random sign
    swap    the axis and the next one (x-y, y-z, z-x) exchange their values
    late    the value is that of 50 ms before

Onset: at random between 10 s after the first moving row and 28 s before the last one, so that
20 s of motion follow the fault. It depends on --seed and the run's name only, not on the
selection. The recording is cut 60 s after the fault's end.

Heading error: 2 atan2(z, w) of q_estimate * conj(q_reference), without removing an offset. --measure axis
takes `magnetic_heading` instead, against the reference heading of the same body axis.

Verdict: a run fails if the status is `valid` and the error exceeds 3 times the 95 % bound
(of the same row) without a break for more than 2 s, between the onset and the end of the cut.
A run that does so without the mutation too is counted as failed and marked `healthy too`.

Columns of the table:
    fail        runs that fail; `healthy too`: those that fail without the mutation too
    sum         runs in which such rows add up to more than 2 s, breaks allowed
    any         runs that would fail if the verdict did not ask for `valid`
    worst valid largest error while `valid`; `median max`: median of each run's largest error
    recovery    from the fault's end until the error is below 5 degrees or within the 95 % bound
                for 2 s; `in service`: and the status is `valid`
    left valid  runs whose status left `valid` during the fault, of those whose status is `valid`
                all that time without the mutation; median delay from the onset
    named       with --reasons: runs in which a reason appeared that names the sensor
"""

import argparse
import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

SENSORS = {"gyroscope": (1, 0.3), "accelerometer": (4, 3.0), "magnetometer": (7, 20.0)}
"""First column of the sensor, and the size of an offset in its unit."""

AXES = "xyz"
KINDS = ("zero", "stuck", "half", "offset", "swap", "late")

FAULT_SECONDS = 8.0
HEALTHY_SECONDS = 10.0  # of motion before the onset
MOTION_AFTER_SECONDS = 20.0  # of motion after the fault
WINDOW_SECONDS = 60.0  # judged after the fault
LATE_SECONDS = 0.05
BOUND_FACTOR = 3.0
FAIL_SECONDS = 2.0
STEER_LIMIT = 10.0  # degrees, 68 % bound up to which a robot may steer by a valid heading
RECOVERED_DEGREES = 5.0
RECOVERED_SECONDS = 2.0  # the error must stay small for this long to count as recovered
REFERENCE_GAP_SECONDS = 0.5  # a longer gap in the reference ends a contiguous stretch

SENSOR_COLUMNS = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z"
REFERENCE_COLUMNS = "ref_w,ref_x,ref_y,ref_z,moving"


@dataclass
class Recording:
    """A recording at full rate, and the text of its decimated rows."""

    name: str
    values: np.ndarray  # full rate, 15 columns
    rows: np.ndarray  # indices of the decimated rows
    text: list  # the sensor columns of each decimated row, as in the file
    reference_text: list
    healthy: "Output" = None  # the replay without a mutation

    @property
    def time(self):
        return self.values[self.rows, 0]

    @property
    def reference(self):
        return self.values[self.rows, 10:14]

    @staticmethod
    def load(path, decimation):
        with open(path) as file:
            header = file.readline().strip()
            lines = file.read().split()
        expected = SENSOR_COLUMNS + "," + REFERENCE_COLUMNS
        if header != expected:
            sys.exit(f"{path}: the columns are {header}, not {expected}")
        values = np.array([line.split(",") for line in lines], dtype=float)
        rows = np.arange(0, len(lines), decimation)
        parts = [lines[row].split(",") for row in rows]
        return Recording(
            name=Path(path).stem,
            values=values,
            rows=rows,
            text=[",".join(part[:10]) for part in parts],
            reference_text=[",".join(part[10:]) for part in parts],
        )


@dataclass
class Output:
    """Output of the program, from one row on."""

    quaternion: np.ndarray  # body -> earth, [w, x, y, z]
    heading: np.ndarray  # degrees, nan where missing
    bound68: np.ndarray
    bound95: np.ndarray
    status: np.ndarray
    reasons: list = None  # a tuple of words per row, only with --reasons

    def sliced(self, first, end):
        reasons = None if self.reasons is None else self.reasons[first:end]
        parts = (self.quaternion, self.heading, self.bound68, self.bound95, self.status)
        return Output(*(part[first:end] for part in parts), reasons)


@dataclass
class Run:
    """One mutation of one recording, and its result."""

    recording: Recording
    sensor: str
    axis: str
    kind: str
    start: float  # s
    sign: float
    result: dict = field(default_factory=dict)

    @property
    def name(self):
        return f"{self.recording.name[:2]}/{self.sensor}/{self.axis}/{self.kind}"

    @staticmethod
    def make(recording, sensor, axis, kind, seed):
        """Draws onset and sign; they depend on the seed and the run's name only."""
        key = zlib.crc32(f"{recording.name}/{sensor}/{axis}/{kind}".encode())
        random = np.random.default_rng([seed, key])
        moving = recording.values[recording.values[:, 14] == 1, 0]
        earliest = moving[0] + HEALTHY_SECONDS
        latest = moving[-1] - FAULT_SECONDS - MOTION_AFTER_SECONDS
        if latest < earliest:
            sys.exit(f"{recording.name}: the moving phase is too short")
        start = round(random.uniform(earliest, latest), 3)
        return Run(recording, sensor, axis, kind, start, random.choice([-1.0, 1.0]))

    @property
    def indices(self):
        """First faulty decimated row, first healthy one after it, and the end of the cut."""
        edges = (0, FAULT_SECONDS, FAULT_SECONDS + WINDOW_SECONDS)
        return [int(np.searchsorted(self.recording.time, self.start + edge)) for edge in edges]

    def mutated_rows(self):
        """The sensor columns of the decimated rows up to the end of the cut, as text.

        The mutation is made at full rate, before the decimation.
        """
        recording = self.recording
        first, after, end = self.indices
        full = recording.rows[first:after]
        values = recording.values[full, :10].copy()
        base, offset = SENSORS[self.sensor]
        column = base + AXES.index(self.axis)
        if self.kind == "zero":
            values[:, column] = 0
        elif self.kind == "stuck":
            values[:, column] = recording.values[full[0] - 1, column]
        elif self.kind == "half":
            values[:, column] *= 0.5
        elif self.kind == "offset":
            values[:, column] += self.sign * offset
        elif self.kind == "swap":
            other = base + (AXES.index(self.axis) + 1) % 3
            values[:, [column, other]] = values[:, [other, column]]
        elif self.kind == "late":
            interval = np.median(np.diff(recording.values[:, 0]))
            values[:, column] = recording.values[full - round(LATE_SECONDS / interval), column]
        faulty = [
            recording.text[first + index].split(",", 1)[0]
            + "".join(f",{value:.7g}" for value in row[1:])
            for index, row in enumerate(values)
        ]
        return recording.text[:first] + faulty + recording.text[after:end]


def replay(compass, rows, first, folder, with_reasons):
    """Runs the program over the rows and returns its output from the row `first` on."""
    source, target = os.path.join(folder, "in.csv"), os.path.join(folder, "out.csv")
    with open(source, "w") as file:
        file.write(SENSOR_COLUMNS + "\n" + "\n".join(rows) + "\n")
    arguments = [compass, "replay", source, "--calibrated", "--output", target]
    if with_reasons:
        arguments.append("--json")
    environment = dict(os.environ, OMP_NUM_THREADS="1")
    done = subprocess.run(
        arguments, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    with open(target) as file:
        lines = file.read().split("\n")[1:-1]
    if len(lines) != len(rows):
        raise RuntimeError(f"{len(lines)} rows came back for {len(rows)}")
    fields = [line.split(",") for line in lines[first:]]

    def column(index):
        return np.array([float(row[index]) if row[index] else math.nan for row in fields])

    reasons = None
    if with_reasons:
        pattern = re.compile(r'"reasons":\[([^\]]*)\]')
        objects = done.stdout.split("\n")[first : len(rows)]
        reasons = [
            tuple(pattern.search(line).group(1).replace('"', "").split(",")) for line in objects
        ]
    return Output(
        quaternion=np.stack([column(index) for index in range(1, 5)], axis=1),
        heading=column(5),
        bound68=column(7),
        bound95=column(8),
        status=np.array([row[9] for row in fields]),
        reasons=reasons,
    )


def wrapped(degrees):
    return (degrees + 180.0) % 360.0 - 180.0


def rotation_error(estimate, reference):
    """Heading part of q_estimate * conj(q_reference) in the earth frame, degrees, signed."""
    w, x, y, z = estimate.T
    a, b, c, d = reference.T
    scalar = w * a + x * b + y * c + z * d
    vertical = -w * d - x * c + y * b + z * a
    return wrapped(np.degrees(2 * np.arctan2(vertical, scalar)))


def axis_headings(quaternion):
    """Headings of the body axes +y, -z and +z, degrees, one column each."""
    w, x, y, z = quaternion.T
    forward = np.arctan2(2 * (x * y - w * z), w * w - x * x + y * y - z * z)
    up = np.arctan2(2 * (x * z + w * y), 2 * (y * z - w * x))
    return np.degrees(np.stack([forward, up + math.pi, up], axis=1))


def axis_error(output, reference):
    """Published heading against the reference's heading of the same body axis.

    The program publishes the heading of another axis when +y is near the vertical; the axis in
    use is the one whose heading the program's own attitude reproduces.
    """
    own = wrapped(axis_headings(output.quaternion) - output.heading[:, None])
    axis = np.argmin(np.abs(np.nan_to_num(own)), axis=1)
    truth = axis_headings(reference)[np.arange(len(axis)), axis]
    return wrapped(output.heading - truth)


def heading_error(output, reference, measure):
    if measure == "axis":
        return axis_error(output, reference)
    return rotation_error(output.quaternion, reference)


def longest_stretch(time_, flags):
    """Longest time in seconds for which the flags hold without a break."""
    longest, begin, previous = 0.0, None, None
    for now, flag in zip(time_, flags):
        if not flag or (previous is not None and now - previous > REFERENCE_GAP_SECONDS):
            begin = None
        if flag:
            begin = now if begin is None else begin
            longest = max(longest, now - begin)
        previous = now
    return longest


def first_lasting(time_, flags, begin):
    """Seconds from `begin` until the flags hold for RECOVERED_SECONDS; infinity if never."""
    candidate = None
    for now, flag in zip(time_, flags):
        if now < begin:
            continue
        if not flag:
            candidate = None
        elif candidate is None:
            candidate = now
        if candidate is not None and now - candidate >= RECOVERED_SECONDS:
            return candidate - begin
    return math.inf


def excess(time_, error, output):
    """Compares error and bound row by row and returns the numbers of the verdict."""
    known = np.isfinite(error)
    size = np.abs(np.where(known, error, 0))
    valid = output.status == "valid"
    beyond_bound = known & (size > BOUND_FACTOR * output.bound95)  # false where there is no bound
    over = beyond_bound & valid
    steer = over & (output.bound68 <= STEER_LIMIT)
    interval = float(np.median(np.diff(time_)))
    beyond = np.where(over, size - BOUND_FACTOR * output.bound95, 0)
    stretch = longest_stretch(time_[known], over[known])
    worst = int(np.argmax(np.where(over, size, -1))) if over.any() else None
    return {
        "failed": stretch > FAIL_SECONDS,
        "stretch": stretch,
        "steer_stretch": longest_stretch(time_[known], steer[known]),
        "any_stretch": longest_stretch(time_[known], beyond_bound[known]),
        "over_total": float(over.sum() * interval),
        "degree_seconds": float(beyond.sum() * interval),
        "max_error": float(size.max()),
        "max_error_valid": float(np.max(np.where(valid, size, 0))),
        "over_error": math.nan if worst is None else float(size[worst]),
        "over_bound95": math.nan if worst is None else float(output.bound95[worst]),
        "over_after_onset": math.nan if worst is None else float(time_[worst] - time_[0]),
        "over_row": worst,
    }


def judge(run, output, measure):
    """Fills the run's result from the program's output from the onset on."""
    first, after, end = run.indices
    recording = run.recording
    time_, reference = recording.time[first:end], recording.reference[first:end]
    error = heading_error(output, reference, measure)
    result = excess(time_, error, output)

    healthy = recording.healthy.sliced(first, end)
    healthy_error = heading_error(healthy, reference, measure)
    without = excess(time_, healthy_error, healthy)
    result["healthy_failed"] = without["failed"]
    result["healthy_max_error"] = without["max_error"]

    known = np.isfinite(error)
    size, bound = np.abs(error[known]), output.bound95[known]
    within = (size < RECOVERED_DEGREES) | (size <= bound)
    fault_end = run.start + FAULT_SECONDS
    result["recovery"] = first_lasting(time_[known], within, fault_end)
    result["recovery_small"] = first_lasting(time_[known], size < RECOVERED_DEGREES, fault_end)
    outside = time_[known][~within]
    result["last_outside"] = max(0.0, float(outside[-1] - fault_end)) if len(outside) else 0.0
    serviceable = within & (output.status[known] == "valid")
    result["recovery_valid"] = first_lasting(time_[known], serviceable, fault_end)

    faulty = output.status[: after - first]
    left = np.flatnonzero(faulty != "valid")
    result["healthy_valid"] = bool(np.all(healthy.status[: after - first] == "valid"))
    result["left_valid"] = float(time_[left[0]] - time_[0]) if len(left) else math.inf
    result["valid_share"] = float(np.mean(faulty == "valid"))

    if output.reasons is not None:
        result.update(new_reasons(run, time_, output, healthy))
        row = result["over_row"]
        result["over_reasons"] = [] if row is None else list(output.reasons[row])
    return result


def new_reasons(run, time_, output, healthy):
    """Reasons that the healthy replay does not give at the same row, with their first time."""
    seen = {}
    for now, mutated, plain in zip(time_, output.reasons, healthy.reasons):
        for reason in mutated:
            if reason and reason not in plain and reason not in seen:
                seen[reason] = float(now - time_[0])
    named = [delay for reason, delay in seen.items() if names(reason, run.sensor)]
    return {"new_reasons": seen, "named": min(named) if named else math.inf}


def names(reason, sensor):
    """Whether a reason names a fault of this sensor.

    `gyroscope_hold` says that the gyroscope carries the heading, so it does not blame it;
    `disturbed` and the `field_` reasons speak of what the magnetometer measures. `saturated`
    and `invalid_samples` name no sensor.
    """
    beginnings = {
        "gyroscope": ("gyroscope", "rate_"),
        "accelerometer": ("accelerometer", "gravity_"),
        "magnetometer": ("magnetometer", "field_", "disturbed"),
    }
    return reason != "gyroscope_hold" and reason.startswith(beginnings[sensor])


def quantile(values, share):
    """Quantile by rank, so that infinity (not recovered) stays infinity."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def seconds(value):
    return f">{WINDOW_SECONDS:.0f}" if math.isinf(value) else f"{value:.1f}"


def print_group(label, runs, with_reasons):
    results = [run.result for run in runs]
    recovery = [result["recovery"] for result in results]
    service = [result["recovery_valid"] for result in results]
    noticed = [result["left_valid"] for result in results if result["healthy_valid"]]
    left = [delay for delay in noticed if math.isfinite(delay)]
    text = (
        f"{label:24}{len(runs):5}{sum(result['failed'] for result in results):6}"
        f"{sum(result['failed'] and result['healthy_failed'] for result in results):9}"
        f"{sum(result['over_total'] > FAIL_SECONDS for result in results):5}"
        f"{sum(result['any_stretch'] > FAIL_SECONDS for result in results):5}"
        f"{max(result['max_error_valid'] for result in results):9.1f}"
        f"{quantile([result['max_error'] for result in results], 0.5):9.1f}"
        f"{seconds(quantile(recovery, 0.5)):>8}{seconds(quantile(recovery, 0.95)):>7}"
        f"{seconds(quantile(service, 0.5)):>8}{seconds(quantile(service, 0.95)):>7}"
        f"{len(left):7}/{len(noticed):<4}{f'{quantile(left, 0.5):.2f}' if left else '-':>6}"
    )
    if with_reasons:
        named = [result["named"] for result in results if math.isfinite(result["named"])]
        text += f"{len(named):7}{f'{quantile(named, 0.5):.2f}' if named else '-':>7}"
    print(text)


def print_table(runs, with_reasons):
    heading = (
        f"{'sensor, kind':24}{'runs':>5}{'fail':>6}{'healthy':>9}{'sum':>5}{'any':>5}{'worst':>9}{'median':>9}"
        f"{'recovery s':>15}{'in service s':>15}{'left valid':>12}{'after':>6}"
    )
    detail = (
        f"{'':24}{'':5}{'':6}{'too':>9}{'':10}{'valid':>9}{'max':>9}"
        f"{'median':>8}{'95 %':>7}{'median':>8}{'95 %':>7}{'':12}{'s':>6}"
    )
    if with_reasons:
        heading += f"{'named':>7}{'after':>7}"
        detail += f"{'':7}{'s':>7}"
    print(heading + "\n" + detail)
    for sensor in SENSORS:
        for kind in KINDS:
            group = [run for run in runs if run.sensor == sensor and run.kind == kind]
            if group:
                print_group(f"{sensor} {kind}", group, with_reasons)
    print_group("all", runs, with_reasons)
    print("\nby recording")
    for name in sorted({run.recording.name for run in runs}):
        group = [run for run in runs if run.recording.name == name]
        print_group(name[:22], group, with_reasons)


def print_failures(runs, seed, limit):
    failed = [run for run in runs if run.result["failed"]]
    failed.sort(key=lambda run: -run.result["degree_seconds"])
    print(f"\nfailing runs, worst first (degree-seconds beyond the limit), seed {seed}: {len(failed)}")
    for run in failed[:limit]:
        result = run.result
        text = (
            f"{run.name:30} start {run.start:8.3f} s  sign {run.sign:+.0f}"
            f"  stretch {result['stretch']:5.1f} s (steer {result['steer_stretch']:5.1f})"
            f"  {result['degree_seconds']:6.0f} deg s"
            f"  worst {result['over_error']:5.1f} deg, bound {result['over_bound95']:5.1f},"
            f" {result['over_after_onset']:4.1f} s after onset"
            f"  recovery {seconds(result['recovery'])} s, last outside {result['last_outside']:.1f} s"
            f"  left valid {'never' if math.isinf(result['left_valid']) else seconds(result['left_valid'])}"
            f"{'' if result['healthy_valid'] else ' (healthy too)'}"
        )
        if result["healthy_failed"]:
            text += "  fails healthy too"
        if "new_reasons" in result:
            new = ", ".join(f"{reason} {delay:.2f} s" for reason, delay in result["new_reasons"].items())
            text += f"\n{'':30} new reasons: {new or 'none'}"
            text += f"; at the worst row: {', '.join(result['over_reasons'])}"
        print(text)


def write_results(path, runs):
    keys = [key for key in runs[0].result if key != "over_row"]
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["run", "recording", "sensor", "axis", "kind", "start", "sign"] + keys)
        for run in runs:
            row = [run.name, run.recording.name, run.sensor, run.axis, run.kind, run.start, run.sign]
            for key in keys:
                value = run.result[key]
                if isinstance(value, dict):
                    value = " ".join(f"{word}@{delay:.2f}" for word, delay in value.items())
                elif isinstance(value, list):
                    value = " ".join(value)
                elif isinstance(value, float):
                    value = f"{value:.4g}"
                row.append(value)
            writer.writerow(row)


def write_mutated(folder, run):
    """Writes the mutated recording with the reference columns, which the program ignores."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, run.name.replace("/", "-") + ".csv")
    with open(path, "w") as file:
        file.write(SENSOR_COLUMNS + "," + REFERENCE_COLUMNS + "\n")
        for row, reference in zip(run.mutated_rows(), run.recording.reference_text):
            file.write(row + "," + reference + "\n")
    print(f"{path}: fault from {run.start:.3f} s to {run.start + FAULT_SECONDS:.3f} s")


def chosen(text, all_, what):
    names_ = text.split(",") if text else list(all_)
    for name in names_:
        if name not in all_:
            sys.exit(f"no {what} {name}; there are {', '.join(all_)}")
    return names_


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", metavar="DATA", help="folder of recordings")
    parser.add_argument("compass", metavar="COMPASS", help="the program")
    parser.add_argument("--kinds", help="comma-separated; all without it")
    parser.add_argument("--sensors", help="comma-separated; all without it")
    parser.add_argument("--recordings", help="comma-separated beginnings of file names, such as 02,33")
    parser.add_argument("--run", action="append", help="one run by its name; may be repeated")
    parser.add_argument("--seed", type=int, default=1, help="of onsets, signs and the sample")
    parser.add_argument("--sample", type=int, metavar="N", help="only N runs, drawn at random")
    parser.add_argument("--decimation", type=int, default=3, help="take every N-th row (default 3)")
    parser.add_argument("--measure", choices=("rotation", "axis"), default="rotation")
    parser.add_argument("--reasons", action="store_true", help="read the reasons too; slower")
    parser.add_argument("--list", type=int, default=1000, metavar="N", help="failing runs to list")
    parser.add_argument("--csv", metavar="FILE", help="write the result of every run")
    parser.add_argument(
        "--write", metavar="DIR", help="write the mutated recording of each run; needs --run"
    )
    arguments = parser.parse_args()
    if arguments.write and not arguments.run:
        parser.error("--write needs --run")
    return arguments


def select_runs(arguments):
    paths = sorted(Path(arguments.data).glob("*.csv"))
    if arguments.run:
        beginnings = tuple({name.split("/")[0] for name in arguments.run})
    else:
        beginnings = tuple(arguments.recordings.split(",")) if arguments.recordings else ("",)
    paths = [path for path in paths if path.name.startswith(beginnings)]
    if not paths:
        sys.exit(f"no recording in {arguments.data} begins with {', '.join(beginnings)}")
    sensors = chosen(arguments.sensors, SENSORS, "sensor")
    kinds = chosen(arguments.kinds, KINDS, "kind")
    recordings = [Recording.load(path, arguments.decimation) for path in paths]
    runs = [
        Run.make(recording, sensor, axis, kind, arguments.seed)
        for recording in recordings
        for sensor in sensors
        for axis in AXES
        for kind in kinds
    ]
    if arguments.run:
        known = {run.name: run for run in runs}
        missing = [name for name in arguments.run if name not in known]
        if missing:
            sys.exit(f"no run {', '.join(missing)}")
        runs = [known[name] for name in arguments.run]
    if arguments.sample is not None and arguments.sample < len(runs):
        random = np.random.default_rng(arguments.seed)
        picked = np.sort(random.choice(len(runs), arguments.sample, replace=False))
        runs = [runs[index] for index in picked]
    return runs


def main():
    arguments = parse_arguments()
    began = time.monotonic()
    runs = select_runs(arguments)
    broken = []
    with tempfile.TemporaryDirectory() as folder:
        for number, run in enumerate(runs):
            recording = run.recording
            if recording.healthy is None:
                recording.healthy = replay(
                    arguments.compass, recording.text, 0, folder, arguments.reasons
                )
            if arguments.write:
                write_mutated(arguments.write, run)
            try:
                output = replay(
                    arguments.compass, run.mutated_rows(), run.indices[0], folder, arguments.reasons
                )
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                broken.append((run, problem))
                continue
            run.result = judge(run, output, arguments.measure)
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {len(runs)}", end="", file=sys.stderr)
    runs = [run for run in runs if run.result]
    if runs:
        print_table(runs, arguments.reasons)
        print_failures(runs, arguments.seed, arguments.list)
        if arguments.csv:
            write_results(arguments.csv, runs)
    for run, problem in broken:
        print(f"the program did not finish: {run.name} start {run.start:.3f} s: {problem}")
    print(f"\n{len(runs)} runs in {time.monotonic() - began:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
