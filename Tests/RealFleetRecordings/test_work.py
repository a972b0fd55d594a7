"""The work on one recording: a simulated rover's and drone's CSV, and MCAP of an older release."""

from __future__ import annotations

import gzip
import math
import unittest
from pathlib import Path
from typing import Any

import numpy as np

from headingd import _library
from headingd.fleet import TABLES, Options, Poison
from headingd.fleet.series import Series
from headingd.fleet.tasks import Given
from headingd.fleet.working import work
from simulate import START, WEEK, field, iron, recording, robot

MCAP = Path(__file__).resolve().parents[1] / "Formats/0.1.0/recording.mcap"
OPTIONS = Options("{robot}/{date}/*.csv")
PLACE = field()
REPLAYS = hasattr(_library.library(), "heading_replay")


def made(number: int) -> tuple[dict[str, Any], str, bytes]:
    """A robot's truth, and its first recording."""
    truth = robot(number)
    name, data, _ = recording(truth, 0, 0.5, PLACE)
    return truth, name, data


def same(one: Any, two: Any) -> bool:
    """Whether two rows are equal bit for bit, in Parquet."""
    return TABLES["recordings"].encoded([one]) == TABLES["recordings"].encoded([two])


class WorkTests(unittest.TestCase):
    def test_a_rover(self) -> None:
        truth, name, data = made(0)
        row = work(name, data, OPTIONS)
        self.assertEqual((row["robot"], row["format"], row["rows"], row["bad_rows"]), ("robot-000", "csv", 3000, 0))
        self.assertAlmostEqual(row["date"], START + 0.5 * WEEK, delta=0.01)
        self.assertAlmostEqual(row["rate"], 50, delta=0.01)
        self.assertTrue(row["fit_accepted"])
        level = iron(truth, 0.5) + (np.array(truth["distortion"]) - np.eye(3)) @ [0, 0, -PLACE[1]]
        np.testing.assert_allclose(row["level_iron"][:2], level[:2], atol=0.3e-6)
        self.assertGreater(row["distance"], 60)
        self.assertTrue(same(row, work(name, data, OPTIONS)), "not deterministic")

    @unittest.skipUnless(REPLAYS, "this library cannot replay")
    def test_the_audit_is_of_the_calibration_that_the_robot_has(self) -> None:
        truth, name, data = made(0)
        strength, inclination = math.hypot(*PLACE[:2]), math.degrees(math.atan2(PLACE[1], PLACE[0]))
        right = Given(tuple(np.linalg.inv(truth["distortion"]).ravel()), tuple(iron(truth, 0.5)), 0.3, strength, inclination)
        # A sensor that was turned by 8 degrees since: no engine can see that, and a course can.
        angle = math.radians(8)
        turn = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])
        wrong = right._replace(soft_iron=tuple((turn @ np.linalg.inv(truth["distortion"])).ravel()))
        medians = []
        for given in (right, wrong):
            row = work(name, data, Options(OPTIONS.robot, given=given))
            self.assertEqual(row["audit_calibration"], "given")
            self.assertGreater(row["audit_count"], 50)
            self.assertIsNotNone(row["fit_audit_median"])
            medians.append(row["audit_median"])
        self.assertLess(abs(medians[0]), 2.5)
        self.assertAlmostEqual(abs(medians[1] - medians[0]), 8, delta=1)
        self.assertEqual(work(name, data, OPTIONS)["audit_calibration"], "own")

    def test_wrong_axes_are_named(self) -> None:
        _, name, data = made(12)
        row = work(name, data, OPTIONS)
        self.assertFalse(row["fit_accepted"])
        self.assertIn("wrong_axes", row["fit_reasons"])
        self.assertNotIn("hard_iron", row)

    def test_mcap(self) -> None:
        data = MCAP.read_bytes()
        row = work("boat/2026-11-28.mcap", data, Options())
        self.assertEqual((row["robot"], row["format"], row["rows"], row["simulated"]), ("boat", "mcap", 120, True))
        self.assertFalse(row["fit_accepted"])
        given = Series.of(data).calibration
        assert given
        self.assertEqual(given.hard_iron, (1.95e-05, -2.28e-05, 1.41e-05))
        self.assertAlmostEqual(given.error, 0.3, places=6)
        # A file that is cut is used up to there.
        self.assertLess(work("boat/2026-11-28.mcap", data[:80_000], Options())["rows"], 120)

    def test_compressed(self) -> None:
        _, name, data = made(0)
        self.assertTrue(same(work(name, gzip.compress(data), OPTIONS), work(name, data, OPTIONS)))

    def test_what_is_no_recording(self) -> None:
        for data, reason in ((b"", "empty"), (b"\x89PNG", "unreadable"), (b"t,mag_x,mag_y,mag_z\n", "unreadable"),
                             (b"t,gyr_x,gyr_y,gyr_z\n0,nan,nan,nan\n1,nan,nan,nan\n", "no_samples")):
            with self.assertRaises(Poison) as caught:
                work("a/b.csv", data, Options())
            self.assertEqual(caught.exception.reason, reason, data)


if __name__ == "__main__":
    unittest.main()
