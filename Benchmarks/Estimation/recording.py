"""Recordings in CSV, plain or compressed by gzip, in the columns that `compass replay` reads.

t (s), gyr_* (rad/s), acc_* (m/s2, specific force), mag_* (uT) in the frame x right, y forward, z up; the ground
truth ref_w ... ref_z, sensor -> ENU with magnetic north; moving, 1 in evaluated rows. Columns come in any order; an empty
cell is no sample; other columns are ignored.
"""
import csv
import gzip
import os

import numpy as np

SENSORS = ["%s_%s" % (sensor, axis) for sensor in ("gyr", "acc", "mag") for axis in "xyz"]
TRUTH = ["ref_w", "ref_x", "ref_y", "ref_z"]
SETTLING = 10.0
"""Seconds from the start that are not evaluated in a file without column `moving`."""


class Unusable(Exception):
    """The file has no sensors or no ground truth; the message names which."""


def paths(folder):
    """The recordings of a folder, by name."""
    if not os.path.isdir(folder):
        return []
    return sorted(os.path.join(folder, n) for n in os.listdir(folder) if n.endswith((".csv", ".csv.gz")))


def title(path):
    """A file's name without its endings."""
    return os.path.basename(path).removesuffix(".gz").removesuffix(".csv")


def numbers(cells):
    """Columns of cells as numbers, nan where a cell is empty."""
    return np.array([[cell.strip() or "nan" for cell in row] for row in cells], dtype=float)


def newest(present):
    """For each row the last row up to it that is present; -1 before the first."""
    return np.maximum.accumulate(np.where(present, np.arange(len(present)), -1))


class Table:
    """A CSV file: the names of its columns and its cells."""

    def __init__(self, path):
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", newline="", encoding="utf-8-sig") as file:
            rows = csv.reader(file)
            self.names = [name.strip() for name in next(rows, [])]
            self.rows = [row for row in rows if len(row) == len(self.names)]

    def cells(self, names):
        missing = [name for name in names if name not in self.names]
        if missing:
            raise Unusable("no column " + ", ".join(missing))
        columns = [self.names.index(name) for name in names]
        return [[row[column] for column in columns] for row in self.rows]


class Recording:
    """Content of a file: times, sensors' cells and numbers (nan: no sample), ground truth, and the evaluated rows."""

    def __init__(self, t, cells, reference, counts):
        self.times, self.cells, self.reference, self.counts = t, cells, reference, counts
        self.t = numbers([[time] for time in t])[:, 0]
        values = numbers(cells)
        self.gyr, self.acc, self.mag = values[:, 0:3], values[:, 3:6], values[:, 6:9]

    @classmethod
    def read(cls, path):
        """Reads a file with truth.

        Raises:
            Unusable: a sensor or the truth is missing.
        """
        table = Table(path)
        t = [row[0] for row in table.cells(["t"])]
        cells = table.cells(SENSORS)
        reference = numbers(table.cells(TRUTH)) if t else np.empty((0, 4))
        known = np.isfinite(reference).all(axis=1)
        if "moving" in table.names:
            counts = known & (numbers(table.cells(["moving"]))[:, 0] == 1 if t else known)
        else:
            seconds = numbers([[time] for time in t])[:, 0] if t else np.empty(0)
            counts = known & (seconds >= seconds[0] + SETTLING) if t else known
        if not counts.any():
            raise Unusable("no row counts: no truth, or nowhere moving")
        return cls(t, cells, reference, counts)

    def thinned(self, stride):
        """Every n-th row of the gyroscope, with the newest sample of the others since the row before."""
        if stride == 1:
            return self
        kept = np.flatnonzero(np.isfinite(self.gyr).all(axis=1))[::stride]
        before = np.concatenate([[-1], kept[:-1]])
        cells = [self.cells[row][:3] for row in kept]
        for first, values in ((3, self.acc), (6, self.mag)):
            last = newest(np.isfinite(values).all(axis=1))[kept]
            for row, source, previous in zip(cells, last, before):
                row += self.cells[source][first:first + 3] if source > previous else [""] * 3
        return Recording([self.times[row] for row in kept], cells, self.reference[kept], self.counts[kept])

    def lines(self):
        """The sensors' columns as CSV, with the original digits and without fix or pressure: the input of every estimator."""
        yield ",".join(["t"] + SENSORS) + "\n"
        for time, cells in zip(self.times, self.cells):
            yield ",".join([time] + cells) + "\n"

    def samples(self):
        return Samples(self.t, self.gyr, self.acc, self.mag)


class Samples:
    """Rows of sensors (nan: no sample) for the peers: one row per sample of the gyroscope.

    Attributes:
        t: s; dt: s since the row before, for the first and for steps back the mean.
        gyr, acc: rad/s, m/s2; the accelerometer's last sample is held where it is slower.
        mag: uT, nan in rows without a new sample.
        acc_new, mag_new: which rows have a new sample.
        interval: mean s between rows, gaps apart; acc_interval, mag_interval: of the sensors' own samples.
        place: for each input row the index of the row here that applies.
    """

    def __init__(self, t, gyr, acc, mag):
        turned, forced, magnetic = (np.isfinite(v).all(axis=1) for v in (gyr, acc, mag))
        rows = np.flatnonzero(turned)
        if len(rows) < 2 or not forced.any() or not magnetic.any():
            raise Unusable("a sensor has no samples")
        before = np.concatenate([[-1], rows[:-1]])
        last_acc, last_mag = newest(forced)[rows], newest(magnetic)[rows]
        self.t, self.gyr = t[rows], gyr[rows]
        self.acc = acc[np.where(last_acc < 0, np.flatnonzero(forced)[0], last_acc)]
        self.acc_new, self.mag_new = last_acc > before, last_mag > before
        self.mag = np.where(self.mag_new[:, None], mag[last_mag], np.nan)
        self.first_mag = mag[np.flatnonzero(magnetic)[0]]
        self.interval = mean_interval(self.t)
        self.acc_interval, self.mag_interval = (
            mean_interval(self.t[new]) if new.sum() > 1 else self.interval for new in (self.acc_new, self.mag_new))
        self.dt = np.diff(self.t, prepend=self.t[0] - self.interval)
        self.dt[self.dt <= 0] = self.interval
        self.place = np.maximum(np.cumsum(turned) - 1, 0)

    @property
    def even(self):
        """Whether each row has a new sample of all three."""
        return bool(self.acc_new.all() and self.mag_new.all())

    def even_mag(self):
        """The field at each row, interpolated linearly, which uses later samples: for off-line use."""
        return np.stack([np.interp(self.t, self.t[self.mag_new], self.mag[self.mag_new, i]) for i in range(3)], 1)

    def even_acc(self):
        """The same for the specific force."""
        return np.stack([np.interp(self.t, self.t[self.acc_new], self.acc[self.acc_new, i]) for i in range(3)], 1)


def mean_interval(t):
    """The mean time between samples in s, without gaps of five times the median and more."""
    steps = np.diff(t)
    steps = steps[steps > 0]
    return float(np.mean(steps[steps < 5 * np.median(steps)])) if len(steps) else 0.01
