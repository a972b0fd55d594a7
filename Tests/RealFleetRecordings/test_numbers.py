"""Names, contents, trends, deviation and load, against what is known beforehand."""

from __future__ import annotations

import hashlib
import math
import unittest
from datetime import datetime, timezone

import numpy as np

from headingd.fleet import known, trends
from headingd.fleet.deviation import coefficients, largest, root_mean_square, sectors, wrapped
from headingd.fleet.loads import load_iron
from headingd.fleet.naming import Template, date_of
from headingd.fleet.series import Series
from headingd.fleet.working import level_iron


class NamingTests(unittest.TestCase):
    def test_templates(self) -> None:
        for text, name, robot, date in (
            ("{robot}/{date}/*.mcap", "rover-7/2026-11-28/a.mcap", "rover-7", "2026-11-28T00:00"),
            ("{robot}/{date}/*.mcap", "rover-7/2026-11-28T03-15/a.mcap", "rover-7", "2026-11-28T03:15"),
            ("{robot}/{date}/*.mcap", "rover-7/2026-11-28/a.csv", None, None),
            ("{robot}/**", "rover-7/x/20261128_0315.csv", "rover-7", "2026-11-28T03:15"),
            ("**/{robot}.csv", "a/b/boat.csv", "boat", None), ("**/{robot}.csv", "boat.csv", "boat", None),
            ("fleet-?/{robot}-{}.csv", "fleet-1/r-2.csv", "r", None), ("{robot}/[a].csv", "r/a.csv", None, None),
        ):
            found = Template(text).match(name)
            self.assertEqual(found.robot if found else None, robot, (text, name))
            moment = datetime.fromisoformat(date + "+00:00").timestamp() if date else None
            self.assertEqual(found.date if found else None, moment, (text, name))

    def test_wrong_templates(self) -> None:
        for text in ("{robot}/{robot}", "{name}", "{robot"):
            with self.assertRaises(ValueError):
                Template(text)

    def test_dates_that_do_not_exist(self) -> None:
        self.assertIsNone(date_of("2026-13-01"))
        self.assertIsNone(date_of("number-12345678"))
        self.assertEqual(date_of("2026-02-30_2026-03-01"), datetime(2026, 3, 1, tzinfo=timezone.utc).timestamp())


class KnownTests(unittest.TestCase):
    def test_many(self) -> None:
        contents = [hashlib.sha256(b"%d" % index).hexdigest() for index in range(100_000)]
        table = known.Known()
        for index, content in enumerate(contents[:-1]):
            table.add(f"name-{index}", index % 1000, "1", content)
        for index in (0, 1, 32767, 32768, 65536, 99_998):
            self.assertTrue(table.has_object(f"name-{index}", index % 1000, "1"))
            self.assertFalse(table.has_object(f"name-{index}", index % 1000, "2"))
            self.assertTrue(table.has_content(contents[index]))
        self.assertFalse(table.has_content(contents[-1]))
        self.assertEqual(len(table.of_size(77, 64)), 64)
        self.assertLessEqual(set(table.of_size(77, 1000)), {one[:32] for one in contents[77::1000]})
        self.assertEqual(table.of_size(5000, 64), ())


class TrendTests(unittest.TestCase):
    """Iron of many simulated robots: the errors must be what they say."""

    def robots(self, count: int, drift: float, walk: float, jump: float, points: int = 30):  # type: ignore[no-untyped-def]
        random = np.random.default_rng(5)
        for _ in range(count):
            times = np.sort(random.uniform(0, 10, points))
            slope = random.normal(0, drift, 3)
            steps = random.normal(0, 1, (points, 3)) * walk * np.sqrt(np.diff(times, prepend=times[0]))[:, None]
            truth = random.normal(0, 20e-6, 3) + times[:, None] * slope + np.cumsum(steps, axis=0)
            place = int(random.integers(4, points - 4))
            size = jump * np.array([math.cos(place), math.sin(place), 0])
            truth[place:] += size
            errors = np.exp(random.normal(0, 0.4, (points, 1))) * np.array([[0.1e-6, 0.1e-6, 0.3e-6]])
            yield times, truth, truth + random.normal(0, 1, truth.shape) * errors, errors, slope, place

    def test_the_iron_now_and_its_error(self) -> None:
        for walk in (0.0, 0.1e-6):
            scaled, slopes = [], []
            for times, truth, iron, errors, slope, _ in self.robots(200, 0.2e-6, walk, 0.0):
                found = trends.trend(times, iron, errors)
                scaled.append((found.iron - truth[-1])[:2] / np.sqrt(np.diag(found.covariance)[:2]))
                slopes.append((found.slope - slope)[:2] / found.slope_error[:2])
            self.assertLess(abs(np.std(scaled) - 1), 0.25, walk)
            # Without a walk the slope's error is too careful: some walk can never be excluded.
            self.assertTrue(0.5 < np.std(slopes) < 1.35, (walk, np.std(slopes)))

    def test_jumps_are_found_where_they_are(self) -> None:
        right = 0
        for times, _, iron, errors, _, place in self.robots(100, 0.2e-6, 0.05e-6, 3e-6):
            right += trends.jumps(times, iron, errors, 0.7e-6) == [place]
        self.assertGreaterEqual(right, 97)

    def test_drift_and_walk_are_no_jumps(self) -> None:
        found = sum(
            bool(trends.jumps(times, iron, errors, 0.7e-6))
            for times, _, iron, errors, _, _ in self.robots(200, 0.4e-6, 0.1e-6, 0.0))
        self.assertLessEqual(found, 2)

    def test_few_recordings(self) -> None:
        for count in (1, 2, 3):
            times, iron = np.arange(float(count)), np.zeros((count, 3))
            found = trends.trend(times, iron, np.full((count, 3), 1e-7))
            self.assertTrue(np.isnan(found.slope).all())
            self.assertAlmostEqual(float(found.covariance[0, 0]), 1e-14 / count, delta=1e-18)
            self.assertEqual(trends.jumps(times, iron, np.full((count, 3), 1e-7), 1e-6), [])

    def test_outliers(self) -> None:
        iron = np.zeros((20, 3))
        iron[10:] = 5e-6
        iron[5, 0] = 9e-6
        found = trends.outliers(iron, np.full((20, 3), 1e-7))
        self.assertEqual(np.flatnonzero(found).tolist(), [5])


class DeviationTests(unittest.TestCase):
    def test_coefficients_within_their_errors(self) -> None:
        random = np.random.default_rng(3)
        truth = np.array([1.0, -3.0, 2.0, 0.5, -0.7])
        scaled = []
        for _ in range(100):
            heading = random.uniform(0, 360, 120)
            angle = np.radians(heading)
            curve = (truth[0] + truth[1] * np.sin(angle) + truth[2] * np.cos(angle) + truth[3] * np.sin(2 * angle)
                     + truth[4] * np.cos(2 * angle))
            found = coefficients(heading, curve + random.normal(0, 2, 120))
            assert found
            scaled.append((found[0] - truth) / found[1])
        self.assertLess(abs(np.std(scaled) - 1), 0.2)
        self.assertAlmostEqual(root_mean_square(truth), math.sqrt(1 + (9 + 4 + 0.25 + 0.49) / 2), places=9)
        self.assertGreater(largest(truth), math.hypot(3, 2))

    def test_half_a_circle_is_not_enough(self) -> None:
        heading = np.linspace(0, 179, 100)
        self.assertIsNone(coefficients(heading, np.zeros(100)))

    def test_sectors(self) -> None:
        counts, medians = sectors(np.array([359.9, 0.0, 29.9, 30.0]), np.array([5.0, 1.0, 3.0, 7.0]))
        self.assertEqual((counts[0], counts[1], counts[11]), (2, 1, 1))
        self.assertEqual((medians[0], medians[11]), (2.0, 5.0))
        self.assertTrue(math.isnan(medians[5]))
        np.testing.assert_allclose(wrapped(np.array([190.0, -190.0, 180.0])), [-170, 170, -180])


class IronTests(unittest.TestCase):
    def test_the_level_iron_is_that_of_the_raw_field(self) -> None:
        soft, hard = np.eye(3) + np.array([[0.1, 0.02, 0.03], [0, -0.1, 0.05], [0.01, 0, 0]]), np.array([1e-6, 2e-6, 3e-6])
        horizontal, down = 20e-6, 43e-6
        angle = np.radians(np.arange(0, 360, 10))
        field = np.column_stack([horizontal * np.sin(angle), horizontal * np.cos(angle), np.full(36, -down)])
        raw = np.linalg.solve(soft, field.T).T + hard
        found = level_iron(soft, hard, math.hypot(horizontal, down), math.degrees(math.atan2(down, horizontal)))
        np.testing.assert_allclose(found, raw.mean(axis=0) - [0, 0, -down], atol=1e-12)

    def test_the_field_of_a_load(self) -> None:
        random = np.random.default_rng(9)
        count = 3000
        time = np.arange(count) / 50
        rate = np.column_stack([0.1 * np.sin(time), 0.1 * np.cos(1.3 * time), 0.4 * np.sin(0.2 * time)])
        turn = np.eye(3)
        field = np.empty((count, 3))
        load = np.repeat(random.uniform(0, 10, 30), 100)
        slope, iron = np.array([0.3e-6, -0.2e-6, 0.1e-6]), np.array([5e-6, -9e-6, 3e-6])
        for index in range(count):
            x, y, z = rate[index] / 50
            turn = turn @ np.array([[1, -z, y], [z, 1, -x], [-y, x, 1]])
            turn, _ = np.linalg.qr(turn)
            turn = turn * np.sign(np.diag(turn))
            field[index] = turn.T @ [0, 20e-6, -43e-6] + iron + load[index] * slope
        field += random.normal(0, 0.3e-6, field.shape)

        class Table(dict):  # type: ignore[type-arg]
            bad_row_count, about = 0, {}  # type: ignore[var-annotated]
            gyr, acc, mag = rate + [0.01, -0.01, 0.02], np.zeros((count, 3)), field

        found = load_iron(Series(Table(t=time, load=load), "csv"))
        assert found
        np.testing.assert_allclose(found[0], slope, atol=4 * found[1])
        self.assertLess(found[1], 0.06e-6)
        self.assertIsNone(load_iron(Series(Table(t=time, load=np.full(count, 3.0)), "csv")))
        self.assertIsNone(load_iron(Series(Table(t=time), "csv")))


class SetupTests(unittest.TestCase):
    def test_the_robot_of_a_setup(self) -> None:
        series = Series.__new__(Series)
        for setup, robot in (
            ({"configuration": {"yaml": "outputs:\n  mqtt:\n    - server: a\n      robot: 'rover-7'  # of three\n"}}, "rover-7"),
            ({"robot": "boat"}, "boat"), ({}, None), (None, None), ("{", None), ({"configuration": None}, None),
        ):
            series.about = {"setup": setup}
            self.assertEqual(series.robot, robot)


if __name__ == "__main__":
    unittest.main()
