"""A trial for microcontrollers, and what they made of it.

trial.py prepare BROAD.csv SECONDS          trial.bin in this folder: rows of int64 ns and rate, force, field (9 doubles)
trial.py compare LIBRARY CPU LIMIT   estimates.bin against the library of this machine
"""
import array
import ctypes
import math
import struct
import sys

ROW = struct.Struct("<q9d")
RESULT = struct.Struct("<8dQ4I")
PER_TICK = 1.25  # instructions, see board.h
PLACE = (60.0, 2026.9)  # height and year of trial.c


def prepare(path, seconds):
    with open(path, encoding="utf-8") as file:
        at = file.readline().strip().split(",").index
        with open("trial.bin", "wb") as out:
            for line in file:
                row = [float(cell) for cell in line.split(",")]
                if row[0] > seconds:
                    break
                out.write(ROW.pack(
                    round((1 + row[0]) * 1e9), *row[at("gyr_x"):at("gyr_x") + 3], *row[at("acc_x"):at("acc_x") + 3],
                    *[value * 1e-6 for value in row[at("mag_x"):at("mag_x") + 3]]))


class Estimate(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("reasons", ctypes.c_uint64), ("flags", ctypes.c_int32 * 6), ("time", ctypes.c_int64),
        ("attitude", ctypes.c_double * 4), ("heading", ctypes.c_double), ("heading_68", ctypes.c_double),
        ("heading_95", ctypes.c_double), ("rest", ctypes.c_double * 34)]


class Library:
    """The library of this machine, called as trial.c calls the microcontroller's."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.heading_result_text.restype = ctypes.c_char_p
        self.estimator = ctypes.c_void_p()
        self.call("estimator_create", None, ctypes.byref(self.estimator))
        self.estimate = Estimate(size=ctypes.sizeof(Estimate))

    def call(self, name, *arguments):
        result = getattr(self.library, "heading_" + name)(*arguments)
        if result < 0:
            sys.exit(f"{name}: {self.library.heading_result_text(result).decode()}")

    def row(self, time, values):
        for start, name in enumerate(("gyroscope", "accelerometer", "magnetometer")):
            sample = (ctypes.c_double * 3)(*values[3 * start:3 * start + 3])
            self.call("estimator_" + name, self.estimator, ctypes.c_int64(time), sample)
        self.call("estimator_read", self.estimator, ctypes.byref(self.estimate))
        return self.estimate

    def declination(self, latitude, longitude):
        numbers = [ctypes.byref(ctypes.c_double(value)) for value in (latitude, longitude, *PLACE)]
        field = (ctypes.c_double * 23)()
        self.call("field_compute", ctypes.c_size_t(1), *numbers, 0, field, ctypes.c_size_t(23 * 8), None)
        return field[5]


def difference(value, other):
    if math.isnan(value) or math.isnan(other):
        return 0.0 if math.isnan(value) and math.isnan(other) else math.inf
    return abs(value - other)


def compare(path, cpu, limit):
    library = Library(path)
    with open("trial.bin", "rb") as rows, open("estimates.bin", "rb") as results:
        rows, results = list(ROW.iter_unpack(rows.read())), list(RESULT.iter_unpack(results.read()))
    if not rows or len(rows) != len(results):
        sys.exit(f"{cpu}: {len(results)} results of {len(rows)} rows")
    worst = dict.fromkeys(("attitude", "heading", "bound", "declination"), 0.0)
    equal, known, declination = 0, 0, math.nan
    costs = [array.array("d") for _ in range(5)]
    for count, (row, result) in enumerate(zip(rows, results)):
        estimate = library.row(row[0], row[1:])
        if count % 256 == 0:
            declination = library.declination(-80 + count // 256 % 160, -180 + count // 256 * 37 % 360)
        if result[8] != estimate.reasons:
            sys.exit(f"{cpu}: other reasons at row {count}: {result[8]:x} instead of {estimate.reasons:x}")
        for name, values, others in (
                ("attitude", result[:4], estimate.attitude), ("heading", result[4:5], (estimate.heading,)),
                ("bound", result[5:7], (estimate.heading_68, estimate.heading_95)),
                ("declination", result[7:8], (declination,))):
            for value, other in zip(values, others):
                error = difference(value, other)
                worst[name] = max(worst[name], min(error, 360 - error) if name == "heading" else error)
        equal += result[:4] == tuple(estimate.attitude)
        known += not math.isnan(result[0])
        for index in range(4):
            costs[index].append(result[9 + index] * PER_TICK)
        costs[4].append(sum(result[9:12]) * PER_TICK)
    print(f"{cpu}: {len(rows)} rows of {(rows[-1][0] - rows[0][0]) / 1e9:.0f} s; {equal} of {known} attitudes equal bit for bit")
    for name, error in worst.items():
        print(f"{cpu}: {name} differs by at most {error:.2g}{'' if name == 'attitude' else ' degrees'}")
    for name, cost in zip(("gyroscope", "accelerometer", "magnetometer", "read", "the three samples together"), costs):
        if any(cost):
            print(f"{cpu}: {name}: {sum(cost) / len(cost):.0f} instructions, at most {max(cost):.0f}")
    if known < len(rows) // 2:
        sys.exit(f"{cpu}: most rows have no attitude")
    if not worst["attitude"] <= limit:
        sys.exit(f"{cpu}: an attitude differs by more than {limit:g}")
    if not worst["declination"] <= 1e-9:
        sys.exit(f"{cpu}: the magnetic model differs")


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(sys.argv[2], float(sys.argv[3]))
    else:
        compare(sys.argv[2], sys.argv[3], float(sys.argv[4]))
