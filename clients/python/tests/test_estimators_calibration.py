"""Calibration of a magnetometer: simulated iron is found, and errors are predicted."""

from __future__ import annotations

import unittest
from typing import Any

import estimators
import headingd

estimators.needed()

import numpy as np  # noqa: E402

SOFT = np.array([[1.06, 0.02, -0.01], [0.02, 0.96, 0.03], [-0.01, 0.03, 1.01]])
HARD = np.array([35e-6, -60e-6, 20e-6])


def distorted() -> dict[str, Any]:
    """A tumbling device with iron."""
    data = dict(estimators.tumble(3000))
    data["raw"] = data["mag"] @ SOFT.T + HARD
    return data


def heading_error(found: headingd.MagnetometerCalibration, seed: int = 5) -> float:
    """The heading's RMS error of a level device in the field of the simulation, by the calibration alone, degrees."""
    random = np.random.default_rng(seed)
    heading = random.uniform(0, 2 * np.pi, 4000)
    dip = np.radians(65)
    field = 48e-6 * np.stack([-np.cos(dip) * np.sin(heading), np.cos(dip) * np.cos(heading),
                              np.full(len(heading), -np.sin(dip))], 1)
    corrected = found.apply(field @ SOFT.T + HARD)
    wrong = np.degrees(np.arctan2(-corrected[:, 0], corrected[:, 1]) - heading)
    return float(np.sqrt(np.mean(((wrong + 180) % 360 - 180) ** 2)))


class Fits(unittest.TestCase):
    def test_iron_is_found(self) -> None:
        data = distorted()
        for given in ({}, {"acc": data["acc"]}, {"acc": data["acc"], "gyr": data["gyr"], "dt": data["dt"]},
                      {"acc": data["acc"], "gyr": data["gyr"], "times": data["t"] + 1, "field": (48e-6, 65.0)}):
            found = headingd.fit(data["raw"], **given)
            self.assertTrue(found.accepted)
            np.testing.assert_allclose(found.hard_iron, HARD, atol=0.1e-6)
            self.assertLess(heading_error(found), 0.3)
            self.assertLess(found.error, 0.5)
            self.assertEqual((found.soft_iron.shape, found.error_by_heading.shape), ((3, 3), (36,)))
            self.assertGreater(found.samples, 2900)
        self.assertEqual(found.reasons, ())

    def test_a_place_gives_the_strength(self) -> None:
        data = distorted()
        found = headingd.fit(data["raw"], data["acc"], place=(47.4, 8.5), date="2026-06-01")
        field = headingd.geomagnetism.field(47.4, 8.5, "2026-06-01")
        self.assertAlmostEqual(found.field_strength * 1e6, float(field.total) * 1e6, delta=0.5)

    def test_the_estimator_uses_what_it_found(self) -> None:
        data = distorted()
        found = headingd.fit(data["raw"], data["acc"])
        batch = headingd.Orientation().update_batch(data["gyr"], data["acc"], found.apply(data["raw"]), dt=data["dt"])
        self.assertLess(estimators.errors(batch.quat[500:], data["quat"][500:])["total"], 1.5)

    def test_a_refused_one_is_a_result(self) -> None:
        data = distorted()
        found = headingd.fit(data["raw"][:200])
        self.assertFalse(found.accepted)
        self.assertEqual(found.reasons, ("no_rotation",))
        self.assertIn("turn", found.advice[0])
        self.assertEqual(found.next_motion, "turn_around")
        np.testing.assert_array_equal(found.apply(data["raw"][:5]), data["raw"][:5])
        self.assertFalse(headingd.fit(np.empty((0, 3))).accepted)
        strict = headingd.fit(data["raw"], largest_error=1e-4)
        self.assertFalse(strict.accepted)

    def test_long_recordings_and_gaps(self) -> None:
        data = distorted()
        raw = np.tile(data["raw"], (10, 1)) + np.random.default_rng(3).normal(0, 1e-8, (30000, 3))
        raw[::7] = np.nan
        found = headingd.fit(raw)
        self.assertTrue(found.accepted)
        self.assertTrue(2000 < found.samples <= 12_000, found.samples)
        np.testing.assert_allclose(found.hard_iron, HARD, atol=0.1e-6)

    def test_errors(self) -> None:
        rows = np.ones((5, 3))
        for arguments, text in (
            ({"gyr": rows}, "needs dt"), ({"acc": rows[:4]}, "acc has 4 rows"), ({"place": (1,)}, "place is"),
            ({"dt": 0.1, "times": [1]}, "not both"), ({"field": 5}, "field is"), ({"place": (47, 8), "date": "never"}, "date"),
        ):
            with self.subTest(text), self.assertRaisesRegex(headingd.InvalidInput, text):
                headingd.fit(rows, **arguments)
        with self.assertRaises(headingd.LibraryError):
            headingd.fit(rows, place=(47, 8), date=1950)

    def test_a_plot(self) -> None:
        found = headingd.fit(distorted()["raw"])
        try:
            figure = found.plot()
        except ImportError as error:
            self.assertRegex(str(error), r"headingd\[plot\]")
            raise unittest.SkipTest(str(error)) from None
        self.assertEqual(len(figure.axes), 2)


if __name__ == "__main__":
    unittest.main()
