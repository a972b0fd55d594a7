"""libheading by ctypes, judged by tables of others: values.py LIBRARY REFERENCE [BROAD]

REFERENCE is Tests/Reference; BROAD has trials with the optical truth, and is skipped where it is absent.
"""
import ctypes
import glob
import math
import os
import sys

library = ctypes.CDLL(sys.argv[1])
reference = sys.argv[2]
broad = sys.argv[3] if len(sys.argv) > 3 else ""
library.heading_result_text.restype = ctypes.c_char_p
library.heading_decimal_year.restype = ctypes.c_double
COLUMNS = (
    "north east down horizontal total declination inclination north_rate east_rate down_rate horizontal_rate total_rate "
    "declination_rate inclination_rate north_error east_error down_error horizontal_error total_error declination_error "
    "inclination_error years_outside zone").split()


class Field(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in COLUMNS]


class Batch(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("count", ctypes.c_size_t), ("times", ctypes.c_void_p), ("start", ctypes.c_int64),
        ("step", ctypes.c_int64)] + [
        (name, ctypes.c_void_p) for name in
        "rates forces fields attitudes headings bounds_68 bounds_95 reasons".split()]


def check(result):
    if result:
        sys.exit("libheading: " + library.heading_result_text(result).decode())


def doubles(values):
    return (ctypes.c_double * len(values))(*values)


def table(name):
    with open(os.path.join(reference, name), encoding="utf-8") as file:
        return [line.split() for line in file if line.strip() and not line.startswith("#")]


def worst(name, error, limit, unit):
    print(f"{name}: at most {error:.3g} {unit} (limit {limit:g})")
    if not error <= limit:
        sys.exit(f"{name}: beyond the limit")


def fields(rows):
    """The fields at rows of year, height in km, latitude, longitude."""
    count = len(rows)
    found = (Field * count)()
    columns = [doubles([float(row[i]) for row in rows]) for i in range(4)]
    check(library.heading_field_compute(
        ctypes.c_size_t(count), columns[2], columns[3], doubles([value * 1000 for value in columns[1]]), columns[0], 0,
        found, ctypes.c_size_t(ctypes.sizeof(Field)), None))
    return found


def magnetic_model():
    # NOAA's own test values, as printed in the report: rounded to 0.1 nT and 0.01 degrees.
    rows = table("WMM2025_TEST_VALUES_report_table.txt")
    error, angle = 0.0, 0.0
    for row, field in zip(rows, fields(rows)):
        for i, name in enumerate(("north", "east", "down", "horizontal", "total")):
            error = max(error, abs(getattr(field, name) * 1e9 - float(row[4 + i])))
        angle = max(angle, abs(field.inclination - float(row[9])), abs(field.declination - float(row[10])),
                    abs(field.declination_rate - float(row[18])))
    worst(f"WMM2025, {len(rows)} of NOAA's test values", error, 0.0501, "nT")
    worst("WMM2025, their angles", angle, 0.00501, "degrees")
    rows = table("wmm2025_reference.txt")
    error = 0.0
    for row, field in zip(rows, fields(rows)):
        for i, name in enumerate(("north", "east", "down", "horizontal", "total")):
            error = max(error, abs(getattr(field, name) * 1e9 - float(row[4 + i])))
        zone = ("normal", "caution", "blackout").index(row[-1])
        if field.zone != zone:
            sys.exit(f"WMM2025: zone {field.zone} instead of {zone} at {row}")
    worst(f"WMM2025, {len(rows)} values of a second implementation", error, 1e-5, "nT")


def geodesics():
    rows = [[float(cell) for cell in row] for row in table("geodesic_exact.txt")]
    count = len(rows)
    columns = [doubles([row[i] for row in rows]) for i in range(7)]
    out = [doubles([0.0] * count) for _ in range(3)]
    check(library.heading_geodesic_inverse(
        ctypes.c_size_t(count), columns[0], columns[1], columns[3], columns[4], *out))
    worst(f"geodesics, {count} lengths of GeographicLib", max(abs(out[0][i] - row[6]) for i, row in enumerate(rows)), 15e-9, "m")
    check(library.heading_geodesic_direct(
        ctypes.c_size_t(count), columns[0], columns[1], columns[2], columns[6], *out))
    ends = [doubles([0.0] * count) for _ in range(1)]
    check(library.heading_geodesic_inverse(
        ctypes.c_size_t(count), out[0], out[1], columns[3], columns[4], ends[0], None, None))
    worst("geodesics, their ends", max(ends[0]), 30e-9, "m")


def trial(path):
    """RMS of heading and tilt against the optical truth, degrees, and the coverage of the 95 % bound."""
    with open(path, encoding="utf-8") as file:
        names = file.readline().strip().split(",")
        rows = [[float(cell) for cell in line.split(",")] for line in file]
    at = names.index
    count = len(rows)

    def vectors(first, unit=1.0):
        return doubles([value * unit for row in rows for value in row[at(first):at(first) + 3]])

    times = (ctypes.c_int64 * count)(*[round((1 + row[0]) * 1e9) for row in rows])
    rates, forces, field = vectors("gyr_x"), vectors("acc_x"), vectors("mag_x", 1e-6)
    attitudes, bounds = doubles([0.0] * 4 * count), doubles([0.0] * count)
    batch = Batch(ctypes.sizeof(Batch), count, ctypes.addressof(times), 0, 0, *[
        ctypes.addressof(array) for array in (rates, forces, field, attitudes)], 0, 0, ctypes.addressof(bounds), 0)
    handle = ctypes.c_void_p()
    check(library.heading_estimator_create(None, ctypes.byref(handle)))
    check(library.heading_estimator_batch(handle, ctypes.byref(batch)))
    check(library.heading_estimator_destroy(handle))
    turned, tilted = [], []
    for index, row in enumerate(rows):
        truth = row[at("ref_w"):at("ref_w") + 4]
        if not row[at("moving")] or math.isnan(truth[0]):
            continue
        w, x, y, z = attitudes[4 * index:4 * index + 4]
        a, b, c, d = truth
        # The error's rotation in the earth frame: estimate times the conjugate of the truth.
        ew, ex, ey, ez = (w * a + x * b + y * c + z * d, -w * b + x * a - y * d + z * c,
                          -w * c + x * d + y * a - z * b, -w * d - x * c + y * b + z * a)
        turned.append((2 * math.degrees(math.atan2(abs(ez), abs(ew))), bounds[index]))
        tilted.append(2 * math.degrees(math.acos(min(math.hypot(ew, ez), 1))))

    def rms(values):
        return math.sqrt(sum(value * value for value in values) / len(values))

    return rms([one for one, _ in turned]), rms(tilted), sum(one <= bound for one, bound in turned) / len(turned)


def orientation():
    paths = sorted(glob.glob(os.path.join(broad, "*undisturbed*.csv"))) if broad else []
    if not paths:
        print("orientation: SKIPPED, the trials of BROAD are absent", flush=True)
    for path in paths[:2]:
        heading, tilt, covered = trial(path)
        name = os.path.basename(path)[:-4]
        print(f"{name}: heading {heading:.2f}, tilt {tilt:.2f} degrees RMS, within the 95 % bound {covered:.1%}")
        if not (heading < 3 and tilt < 1.5 and covered > 0.8):
            sys.exit("orientation: beyond the limits of 3 and 1.5 degrees and 80 %")


magnetic_model()
geodesics()
orientation()
