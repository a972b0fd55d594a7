"""What the tests of the estimators need: NumPy, the shared library, tables of others. Where one is absent they skip."""

from __future__ import annotations

import functools
import os
import unittest
from pathlib import Path
from typing import Any

import headingd

ROOT = Path(__file__).resolve().parents[3]

#: Tables of others: the World Magnetic Model's test values, GeographicLib's geodesics.
REFERENCE = ROOT / "Tests" / "Reference"

#: Trials with an optical truth (BROAD), outside of the source.
BROAD = Path(os.environ.get("HEADINGD_BROAD", ROOT.parent / "shared" / "data" / "broad"))


def why_not() -> str | None:
    """Why estimators cannot be tested here."""
    try:
        from headingd import _library

        import numpy  # noqa: F401

        _library.library()
    except (ImportError, headingd.HeadingError) as error:
        if os.environ.get("HEADINGD_ESTIMATORS"):  # Whoever installed them wants no silent skip.
            raise
        return f"the estimators are absent: {error}"
    return None


def needed() -> None:
    """Skips the module that calls it where the estimators are absent."""
    if reason := why_not():
        raise unittest.SkipTest(reason)


def table(name: str) -> list[list[str]]:
    """The rows of a table of others, without comments."""
    with open(REFERENCE / name, encoding="utf-8") as file:
        return [line.split() for line in file if line.strip() and not line.startswith("#")]


def trials(pattern: str = "*.csv") -> list[Path]:
    """BROAD's trials; skips the test that asks where they are absent."""
    found = sorted(BROAD.glob(pattern)) if BROAD.is_dir() else []
    if not found:
        raise unittest.SkipTest(f"no trials in {BROAD}: set HEADINGD_BROAD")
    return found


def trial(path: Path) -> dict[str, Any]:
    """A trial: t, gyr, acc, mag in T, reference quaternions, and which rows count."""
    import numpy as np

    with open(path, encoding="utf-8") as file:
        names = file.readline().strip().split(",")
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    at = names.index
    reference = table[:, at("ref_w"):at("ref_w") + 4]
    return {
        "t": table[:, 0], "gyr": table[:, at("gyr_x"):at("gyr_x") + 3], "acc": table[:, at("acc_x"):at("acc_x") + 3],
        "mag": table[:, at("mag_x"):at("mag_x") + 3] * 1e-6, "reference": reference,
        "counts": (table[:, at("moving")] == 1) & np.isfinite(reference).all(axis=1),
    }


def errors(estimate: Any, reference: Any) -> dict[str, float]:
    """Root mean square errors in degrees: total, heading, tilt; of estimate * conjugate(reference), earth frame."""
    import numpy as np

    w, x, y, z = np.moveaxis(estimate, -1, 0)
    a, b, c, d = np.moveaxis(reference, -1, 0)
    scalar = w * a + x * b + y * c + z * d
    up = -w * d - x * c + y * b + z * a
    total = 2 * np.degrees(np.arccos(np.clip(np.abs(scalar), 0, 1)))
    heading = 2 * np.degrees(np.arctan2(np.abs(up), np.abs(scalar)))
    tilt = 2 * np.degrees(np.arccos(np.clip(np.hypot(scalar, up), 0, 1)))
    return {name: float(np.sqrt(np.mean(value**2)))
            for name, value in (("total", total), ("heading", heading), ("tilt", tilt))}


@functools.lru_cache(maxsize=2)
def tumble(rows: int = 3000, dt: float = 0.01, seed: int = 1) -> dict[str, Any]:
    """A device that turns about all axes in an undisturbed field, with noise: gyr, acc, mag in T, quat, dt."""
    import numpy as np

    random = np.random.default_rng(seed)
    t = np.arange(rows) * dt
    rate = np.stack([0.5 * np.sin(0.7 * t), 0.4 * np.cos(0.9 * t), np.full(rows, 0.6)], 1)
    rate[t < 3] = 0
    quat = np.empty((rows, 4))
    q = np.array([1.0, 0, 0, 0])
    for row in range(rows):
        quat[row] = q
        angle = rate[row] * dt
        size = float(np.linalg.norm(angle))
        turn = np.concatenate([[np.cos(size / 2)], 0.5 * np.sinc(size / (2 * np.pi)) * angle])
        q = product(q, turn)
    up, north = rotation(quat)
    strength, dip = 48e-6, np.radians(65)
    return {
        "t": t, "dt": dt, "quat": quat,
        "gyr": rate + random.normal(0, 0.002, (rows, 3)),
        "acc": 9.80665 * up + random.normal(0, 0.02, (rows, 3)),
        "mag": strength * (np.cos(dip) * north - np.sin(dip) * up) + random.normal(0, 0.2e-6, (rows, 3)),
    }


def product(a: Any, b: Any) -> Any:
    """The Hamilton product of two quaternions."""
    import numpy as np

    (aw, ax, ay, az), (bw, bx, by, bz) = a, b
    return np.array([aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
                     aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw])


def rotation(quat: Any) -> tuple[Any, Any]:
    """The directions up and north in the body frame."""
    import numpy as np

    w, x, y, z = np.moveaxis(quat, -1, 0)
    up = np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1)
    north = np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1)
    return up, north
