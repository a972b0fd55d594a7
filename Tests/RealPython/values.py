"""What the installed package computes, for a comparison of platforms: values.py FILE [OTHER]

Writes FILE; with OTHER, the largest differences, and an error beyond 1e-9 (libm of ARM rounds differently).
"""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "clients", "python", "tests"))

import estimators  # noqa: E402
import headingd  # noqa: E402
from headingd import geodesy, geomagnetism, vqf  # noqa: E402

data = estimators.tumble()
# The simulation's own rounding is not that of the estimators.
gyr, acc = np.round(data["gyr"], 6), np.round(data["acc"], 5)
mag = np.round(data["mag"] * 1e6, 3)
found = headingd.Orientation().update_batch(gyr, acc, mag * 1e-6, dt=0.01)
latitude, longitude = np.meshgrid(np.linspace(-89, 89, 20), np.linspace(-179, 179, 20))
values = {
    "quat": found.quat, "heading": found.heading, "bound": found.bound_95, "reasons": found.reasons,
    "quat6D": vqf.VQF(0.01).updateBatch(gyr, acc)["quat6D"],
    "declination": geomagnetism.declination(latitude, longitude, 2026.5),
    "distance": geodesy.inverse(latitude, longitude, 10, 20).distance / 1e6,
}
np.savez(sys.argv[1], **values)
if len(sys.argv) > 2:
    other = np.load(sys.argv[2])
    worst = {}
    for name, value in values.items():
        if not np.array_equal(np.isnan(value), np.isnan(other[name])):
            sys.exit(f"{name}: other values are missing")
        worst[name] = float(np.nanmax(np.abs(value - other[name])))
    print("ok   largest differences of arm64: " + ", ".join(f"{name} {value:.1e}" for name, value in worst.items()))
    if max(worst.values()) > 1e-9:
        sys.exit("beyond 1e-9")
