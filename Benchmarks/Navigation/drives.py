#!/usr/bin/env python3
"""Drives of real phones through `compass replay`, against the receiver's own fixes.

usage: drives.py compass folder [--motion unknown] [--gaps 0,30,60] [--list] [--check]

The folder contains drive_*.csv or drive_*.csv.gz in the columns of `compass replay`. Gap 0 evaluates the whole drive: the
distance from the fixes, the time with a place beyond five times the combined bounds, the altitude against the receiver's, and
the heading against the course above 5 m/s minus one constant (the phone's mounting). Other gaps remove the fixes of so many
seconds, every 120 s, wherever the car moves and the hidden fixes are good, and compare the end with the hidden fix,
also for plain dead reckoning: the last speed and course, turned by the gyroscope about the mean force. A place that the
product no longer reports (its bound exceeds --limit) is counted separately. --check fails if a number exceeds LIMITS.
"""
import argparse, csv, glob, gzip, json, math, os, subprocess, tempfile
import numpy as np

# For the 20-minute drives in Drives/: results when they were cut, plus a margin for the scatter of 20 gaps.
LIMITS = {
    "seconds beyond five times both claims": (0, 10), "altitude within its bound, %": (55, 95),
    "drive_2025-07-18_23-13: heading beside the course, degrees": (0, 3),
    "30 s: median off, % of the way": (0, 3), "30 s: held, %": (40, 80), "30 s: nearer than reckoning, %": (55, 100),
    "60 s: median off, % of the way": (0, 7), "60 s: held, %": (30, 80),
}
measured = []


def number(cell):
    try:
        return float(cell)
    except (TypeError, ValueError):
        return math.nan


class Drive:
    def __init__(self, path):
        self.name = os.path.basename(path).split(".")[0]
        with (gzip.open(path, "rt") if path.endswith(".gz") else open(path)) as file:
            rows = list(csv.reader(file))
        self.head, self.rows = rows[0], rows[1:]
        self.index = {name: place for place, name in enumerate(self.head)}
        self.t = self.column("t")
        self.fixes = np.array([i for i, row in enumerate(self.rows) if row[self.index["latitude"]]])
        fix = lambda name: self.column(name)[self.fixes]
        self.lat, self.lon = fix("latitude"), fix("longitude")
        self.altitude, self.claim, self.height_claim = fix("altitude"), fix("horizontal_accuracy"), fix("vertical_accuracy")
        self.speed, self.course, self.time = fix("speed"), fix("course"), self.t[self.fixes]
        self.place = self.metres(self.lat, self.lon)

    def column(self, name):
        return np.array([number(row[self.index[name]]) for row in self.rows])

    def metres(self, lat, lon):
        east = 111_320 * math.cos(math.radians(self.lat[0]))
        return np.stack([(lon - self.lon[0]) * east, (lat - self.lat[0]) * 111_132], -1)

    def gaps(self, length):
        starts, start = [], 120.0
        while start + length + 5 < self.t[-1]:
            before = (self.time >= start - 1.5) & (self.time < start)
            within = (self.time >= start) & (self.time <= start + length)
            good = before.any() and within.sum() > 0.8 * length and np.nanmax(self.claim[within]) < 15
            if good and self.speed[before][-1] > 3:
                starts.append(start)
            start += length + 120
        return starts

    def replay(self, program, options, hidden):
        first = self.index["latitude"]
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/in.csv"
            with open(path, "w") as file:
                file.write(",".join(self.head) + "\n")
                for row, isHidden in zip(self.rows, hidden):
                    file.write(",".join(row[:first] + [""] * (len(row) - first) if isHidden else row) + "\n")
            done = subprocess.run([program, "replay", path, "--json"] + options, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr[-500:])
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(lines) == len(self.rows)
        return lambda name: np.array([math.nan if line[name] is None else line[name] for line in lines], float)

    def reckon(self, first, last):
        """Place at the fix `last` by the speed and course of `first` and the gyroscope."""
        if not hasattr(self, "turn"):
            gyr, acc = (np.nan_to_num(np.stack([self.column(f"{kind}_{axis}") for axis in "xyz"], 1)) for kind in ("gyr", "acc"))
            sums = np.cumsum(acc, 0)
            sums[100:] = sums[100:] - sums[:-100].copy()
            up = sums / (np.linalg.norm(sums, axis=1)[:, None] + 1e-9)
            self.turn = -(gyr * up).sum(1)
        stands = np.where(self.speed[:first] < 0.2)[0][-60:]
        offset = np.median(self.turn[self.fixes[stands]]) if len(stands) > 5 else 0.0
        i, j = self.fixes[first], self.fixes[last]
        step = np.diff(self.t[i:j + 1])
        course = math.radians(self.course[first]) + np.cumsum((self.turn[i:j] - offset) * step)
        return self.place[first] + self.speed[first] * np.array([(np.sin(course) * step).sum(), (np.cos(course) * step).sum()])


def whole(drive, program, options):
    out = drive.replay(program, options, np.zeros(len(drive.rows), bool))
    at = lambda name: out(name)[drive.fixes]
    apart = np.hypot(*(drive.metres(at("latitude"), at("longitude")) - drive.place).T)
    beyond = apart > 5 * (at("horizontal_accuracy") + drive.claim)
    longest = run = 0.0
    for i in range(1, len(apart)):
        run = run + drive.time[i] - drive.time[i - 1] if beyond[i] else 0.0
        longest = max(longest, run)
    height = np.abs(at("altitude") - drive.altitude)
    known = ~np.isnan(height) & (drive.time > 60)
    fast = (drive.speed > 5) & (drive.course >= 0)
    error = np.radians(at("true_heading") - drive.course)[fast]
    has = ~np.isnan(error)
    mean = math.atan2(np.nanmean(np.sin(error)), np.nanmean(np.cos(error)))
    rest = np.degrees(np.angle(np.exp(1j * (error[has] - mean))))
    measured.append(("seconds beyond five times both claims", longest))
    measured.append(("altitude within its bound, %", 100 * np.mean(height[known] <= at("vertical_accuracy")[known])))
    measured.append((f"{drive.name}: heading beside the course, degrees", np.sqrt((rest ** 2).mean())))
    print(f"{drive.name}: place {np.nanmedian(apart):.1f} m from the fixes (median), {np.nanmax(apart):.0f} at most, "
          f"beyond 5 x both for {longest:.0f} s; altitude {np.median(height[known]):.2f} m, within what is stated in "
          f"{100 * np.mean(height[known] <= at('vertical_accuracy')[known]):.0f} %; heading in {100 * has.mean():.0f} %, "
          f"{np.sqrt((rest ** 2).mean()):.1f} deg RMS, {np.median(np.abs(rest)):.1f} median", flush=True)


def gap(drive, program, options, length, isListed):
    starts = drive.gaps(length)
    hidden = np.zeros(len(drive.rows), bool)
    for start in starts:
        hidden |= (drive.t >= start) & (drive.t < start + length)
    out = drive.replay(program, options, hidden)
    place, bound = drive.metres(out("latitude"), out("longitude")), out("horizontal_accuracy")
    ends = []
    for start in starts:
        first = np.where(drive.time < start)[0][-1]
        last = np.where(drive.time < start + length - 0.05)[0][-1]
        way = np.hypot(*np.diff(drive.place[first:last + 1], axis=0).T).sum()
        error = np.hypot(*(place[drive.fixes[last]] - drive.place[last]))
        plain = np.hypot(*(drive.reckon(first, last) - drive.place[last]))
        ends.append((start, way, error, bound[drive.fixes[last]], plain))
        if isListed:
            print("   t %.0f s, way %.0f m, off %.1f m, stated %.1f, plain %.1f" % ends[-1])
    return np.array(ends).reshape(-1, 5)


def summary(name, ends):
    given = ~np.isnan(ends[:, 2])
    start, way, error, bound, plain = ends[given].T
    print(f"{name}: {len(ends)} gaps, {given.sum()} ended with a place: median {100 * np.median(error / way):.1f} % of the way, "
          f"held in {100 * np.mean(error <= bound):.0f} %, stated {np.median(bound):.0f} m; plain {100 * np.median(plain / way):.1f} % "
          f"({100 * np.median(ends[:, 4] / ends[:, 1]):.1f} % of all), nearer in {100 * np.mean(error < plain):.0f} %", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--motion", default="unknown")
    parser.add_argument("--gaps", default="0,30,60")
    parser.add_argument("--limit", default="2000", help="--coasting-limit of the product, m; its default is 50")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true", help="fail beyond the limits of the committed pieces")
    options = parser.parse_args()
    paths = sorted(glob.glob(options.folder + "/drive_*.csv*"))
    if not paths:
        raise SystemExit(f"no drive_*.csv in {options.folder}: give a folder of recordings (make drives DRIVES=folder)")
    drives = [Drive(path) for path in paths]
    product = ["--motion", options.motion, "--coasting-limit", options.limit]
    for length in (int(text) for text in options.gaps.split(",")):
        if length == 0:
            for drive in drives:
                whole(drive, options.program, product)
            continue
        everything = []
        for drive in drives:
            ends = gap(drive, options.program, product, length, options.list)
            if len(ends):
                summary(f"{drive.name}, {length} s", ends)
                everything.append(ends)
        everything = np.vstack(everything)
        summary(f"all, {length} s", everything)
        start, way, error, bound, plain = everything[~np.isnan(everything[:, 2])].T
        measured.append((f"{length} s: median off, % of the way", 100 * np.median(error / way)))
        measured.append((f"{length} s: held, %", 100 * np.mean(error <= bound)))
        measured.append((f"{length} s: nearer than reckoning, %", 100 * np.mean(error < plain)))
    if options.check:
        check()


def check():
    missed = [(name, value) for name, value in measured if name in LIMITS and not LIMITS[name][0] <= value <= LIMITS[name][1]]
    for name, value in missed:
        print(f"MISSED {name}: {value:.1f}, wanted {LIMITS[name][0]} to {LIMITS[name][1]}")
    unseen = LIMITS.keys() - {name for name, _ in measured}
    if missed or unseen:
        raise SystemExit(f"drives: {len(missed)} numbers beyond their limits, {len(unseen)} not measured")
    print("drives: every number within its limits")


main()
