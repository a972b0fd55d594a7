"""Calibrates the rover as its user would: calibrate.py COMPASS PROFILE [still]

A recording of the rover turned by hand while its motors run now and then, as a table with the current in the column
`load`, goes to `compass calibrate`. `still`: the motors do not run, and there is no such column.
"""

from __future__ import annotations

import csv
import pathlib
import subprocess
import sys
import tempfile

import physics

COLUMNS = {"gyro": "gyr", "accel": "acc", "magn": "mag"}


def calibrate(compass, profile, motors="running"):
    """Writes the profile."""
    has_load = motors != "still"
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "turns.csv")
        with open(table, "w", newline="", encoding="utf-8") as file:
            names = [f"{column}_{axis}" for column in COLUMNS.values() for axis in "xyz"]
            writer = csv.writer(file)
            writer.writerow(["t", *names, *["load"] * has_load])
            for one in physics.turned_by_hand(90, seed=7, most_load=5 * has_load):
                values = [f"{part:.6f}" for name in COLUMNS for part in one[name]]
                writer.writerow([f"{100 + one['time']:.2f}", *values, *[f"{one['load']:.3f}"] * has_load])
        subprocess.run(
            [compass, "calibrate", "--from", table, "--output", profile, "--latitude", str(physics.LATITUDE),
             "--longitude", str(physics.LONGITUDE), "--altitude", str(physics.HEIGHT)], check=True)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    calibrate(*sys.argv[1:])
