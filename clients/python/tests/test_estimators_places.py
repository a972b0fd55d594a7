"""Magnetic field and geodesics against the tables of NOAA and GeographicLib."""

from __future__ import annotations

import datetime
import unittest
from typing import Any

import estimators
import headingd

estimators.needed()

import numpy as np  # noqa: E402
from headingd import _library, geodesy, geomagnetism  # noqa: E402


def numbers(name: str, columns: int) -> Any:
    """A table's first columns as numbers."""
    return np.array([[float(cell) for cell in row[:columns]] for row in estimators.table(name)])


class MagneticField(unittest.TestCase):
    def test_the_values_are_those_of_the_models_report(self) -> None:
        rows = numbers("WMM2025_TEST_VALUES_report_table.txt", 19)
        found = geomagnetism.field(rows[:, 2], rows[:, 3], rows[:, 0], rows[:, 1] * 1000)
        for column, name in enumerate(("north", "east", "down", "horizontal", "total")):
            self.assertLess(float(np.abs(found[name] * 1e9 - rows[:, 4 + column]).max()), 0.0501)
        self.assertLess(float(np.abs(found.inclination - rows[:, 9]).max()), 0.00501)
        declination = headingd.declination(rows[:, 2], rows[:, 3], rows[:, 0], rows[:, 1] * 1000)
        self.assertLess(float(np.abs(declination - rows[:, 10]).max()), 0.00501)

    def test_places_and_dates_are_broadcast(self) -> None:
        table = geomagnetism.field(np.array([0.0, 45.0]), np.array([[0.0], [10.0], [20.0]]), 2026.5)
        self.assertEqual(table.shape, (3, 2))
        self.assertAlmostEqual(table.declination[2, 1], float(headingd.declination(45, 20, 2026.5)), places=12)
        self.assertEqual(np.shape(headingd.declination(45, 20, 2026.5)), ())
        self.assertEqual(len(geomagnetism.field([], [], 2026.5)), 0)

    def test_dates_have_many_forms(self) -> None:
        moment = datetime.datetime(2027, 7, 2, 12, tzinfo=datetime.timezone.utc)
        expected = _library.library().heading_decimal_year(moment.timestamp())
        east = datetime.timezone(datetime.timedelta(hours=5))
        forms: list[Any] = [
            moment, "2027-07-02T12:00:00", np.datetime64("2027-07-02T12"), [moment], moment.astimezone(east), expected,
            np.array(["2027-07-02T12"]), moment.replace(tzinfo=None)]
        for form in forms:
            self.assertAlmostEqual(float(np.max(geomagnetism.decimal_year(form))), expected, places=9, msg=str(form))
        # Without a date it is today's, if the model is still valid.
        self.assertTrue(np.isfinite(geomagnetism.field(45, 20, extrapolate=True).declination))

    def test_places_without_a_field_are_told(self) -> None:
        with self.assertRaisesRegex(headingd.LibraryError, "year 1990.00 .1 of 2 places.*2025.0 to 2030.0") as caught:
            geomagnetism.field([45, 46], 20, [2026, 1990])
        self.assertEqual(caught.exception.result, _library.ERROR_DATE)
        with self.assertRaisesRegex(headingd.InvalidInput, "exchanged"):
            headingd.declination(120, 45, 2026)
        with self.assertRaisesRegex(headingd.InvalidInput, "broadcast"):
            headingd.declination([1, 2], [1, 2, 3], 2026)
        with self.assertRaisesRegex(headingd.InvalidInput, "not a date"):
            headingd.declination(1, 2, "soon")
        table = geomagnetism.field([45, 46, 91], 20, [2026, 1990, 2026], missing=True)
        self.assertEqual(np.isnan(table.declination).tolist(), [False, True, True])
        self.assertEqual(geomagnetism.field(45, 20, 2032, extrapolate=True).years_outside, 2)


class Geodesics(unittest.TestCase):
    def test_lengths_and_ends_are_those_of_geographiclib(self) -> None:
        rows = numbers("geodesic_exact.txt", 7)
        lat1, lon1, azimuth, lat2, lon2, _, length = rows.T
        found = geodesy.inverse(lat1, lon1, lat2, lon2)
        self.assertLess(float(np.abs(found.distance - length).max()), 15e-9)
        end = geodesy.direct(lat1, lon1, azimuth, length)
        self.assertLess(float(geodesy.inverse(end.latitude, end.longitude, lat2, lon2).distance.max()), 30e-9)

    def test_one_place_and_many(self) -> None:
        found = geodesy.inverse(50, 2, [76, 50], [5, 2])
        self.assertAlmostEqual(float(found.distance[0]), 2900825.03519601, places=6)
        self.assertEqual(float(found.distance[1]), 0)
        self.assertTrue(np.isnan(geodesy.inverse(50, 2, np.nan, 5).distance))
        with self.assertRaisesRegex(headingd.InvalidInput, "between -90 and 90"):
            geodesy.direct(95, 0, 0, 1)


if __name__ == "__main__":
    unittest.main()
