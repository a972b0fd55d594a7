"""Replay through the engine: the table of `compass replay --calibrated`, byte for byte, where $HEADINGD_COMPASS names it."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

import estimators
import headingd

estimators.needed()

import numpy as np  # noqa: E402
from headingd import _library  # noqa: E402

if not hasattr(_library.library(), "heading_replay"):
    raise unittest.SkipTest("the library is too old")


def written(**more: Any) -> bytes:
    """A simulated recording with further columns: with a fix, gaps and invalid samples."""
    data = estimators.tumble()
    lines = ["t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z" + "".join("," + name for name in more)]
    for row in range(1500):
        mag = [f"{value:.4f}" for value in data["mag"][row] * 1e6] if row % 3 == 0 else ["", "", ""]
        gyr = ["nan"] * 3 if row == 700 else [f"{value:.7f}" for value in data["gyr"][row]]
        cells = [f"{data['t'][row]:.6f}", *gyr, *[f"{value:.6f}" for value in data["acc"][row]], *mag]
        lines.append(",".join([*cells, *[str(give(row)) for give in more.values()]]))
    return ("\n".join(lines) + "\n").encode()


def compass(content: bytes | Path, *arguments: str) -> str:
    """The table of the built program."""
    from test_estimators_recording import compass as run

    source = str(content) if isinstance(content, Path) else "-"
    done = run("replay", source, "--calibrated", "--output", "-", *arguments, file=None if source != "-" else content)  # type: ignore[arg-type]
    if done.returncode:
        raise AssertionError(done.stderr.decode())
    return done.stdout.decode()


class Equal(unittest.TestCase):
    def check(self, content: bytes | Path, *arguments: str, **options: Any) -> headingd.Solutions:
        found = headingd.replay(content, **options)
        expected = compass(content, *arguments).splitlines()
        ours = found.to_csv().splitlines()
        self.assertEqual(len(ours), len(expected))
        for one, other in zip(ours, expected):
            self.assertEqual(one, other)
        return found

    def test_a_table_with_everything(self) -> None:
        content = written(
            utc=lambda row: 1_780_000_000 + row * 0.01 if row % 10 == 0 else "", pressure=lambda row: 95_460 + row % 7,
            temperature=lambda row: 20 + row * 0.001, latitude=lambda row: "" if row < 100 else 47.4,
            longitude=lambda row: "" if row < 100 else 8.5, altitude=lambda row: 500 + row // 100,
            horizontal_accuracy=lambda row: -1 if row < 200 else 3, speed=lambda row: 0.1, course=lambda row: -1,
            simulated=lambda row: int(row > 300))
        found = self.check(content)
        self.assertTrue(np.isfinite(found.true_heading[-1]))
        self.assertEqual((found.simulated[0], found.simulated[-1]), (False, True))
        self.assertLess(abs(float(found.latitude[-1]) - 47.4), 1e-3)

    def test_settings(self) -> None:
        content = written()
        self.check(content, "--latitude", "47.4", "--longitude", "8.5", "--altitude", "400", "--date", "2026-06-01T00:00:00Z", "--motion",
                   "free", "--gyroscope-bias", "5", place=(47.4, 8.5, 400), date="2026-06-01", motion="free",
                   gyroscope_bias=np.radians(5.0))

    def test_smoothing(self) -> None:
        self.check(written(), "--smooth", smooth=True)

    def test_a_clock_that_steps_back(self) -> None:
        lines = written().splitlines()
        for row in range(800, len(lines)):
            t, _, rest = lines[row].partition(b",")
            lines[row] = f"{float(t) - 5:.6f}".encode() + b"," + rest
        self.assertEqual(self.check(b"\n".join(lines)).steps_back, 1)

    def test_trials(self) -> None:
        for path in estimators.trials():
            with self.subTest(path.name):
                self.check(path)

    def test_smoothed_trials(self) -> None:
        for path in estimators.trials():
            with self.subTest(path.name):
                self.check(path, "--smooth", smooth=True)


class Values(unittest.TestCase):
    def test_columns_of_a_solution(self) -> None:
        found = headingd.replay(headingd.read_recording(written()), place=(47.4, 8.5), date=2026.4)
        self.assertEqual((len(found), found.attitude.shape, found.terms["noise"].shape), (1500, (1500, 4), (1500,)))
        self.assertEqual(found.status_text[-1], "valid")
        self.assertIn("gnss_missing", found.reasons_text(-1))
        self.assertAlmostEqual(float(found.declination[-1]), float(headingd.declination(47.4, 8.5, 2026.4)), places=3)
        with self.assertRaisesRegex(AttributeError, "no 'bearing'; it has .*magnetic_heading"):
            found.bearing
        try:
            frame, table = found.to_pandas(), found.to_arrow()
        except ImportError as error:
            raise unittest.SkipTest(str(error)) from None
        self.assertLessEqual({"t", "attitude_w", "terms_noise", "velocity_x", "simulated"}, set(frame.columns))
        self.assertEqual(table.column("course").null_count, 1500)

    def test_a_calibration_corrects_the_field(self) -> None:
        data = estimators.tumble()
        iron = np.array([30e-6, -20e-6, 10e-6])
        columns = np.hstack([data["t"][:, None], data["gyr"], data["acc"], (data["mag"] + iron) * 1e6])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.csv"
            np.savetxt(path, columns, delimiter=",", comments="", fmt="%.9g",
                       header="t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z")
            recording = headingd.read_recording(path)
        calibration = headingd.fit(recording.mag, recording.acc, recording.gyr, times=recording.t)
        found = headingd.replay(recording, calibration)
        self.assertLess(estimators.errors(found.attitude[1000:], data["quat"][1000:])["total"], 1.5)

    def test_errors(self) -> None:
        content = written()
        for options, text in (({"motion": "sideways"}, "there are: unknown, forward, free"), ({"place": (1,)}, "place is"),
                              ({"date": "soon"}, "not a date")):
            with self.assertRaisesRegex(headingd.InvalidInput, text):
                headingd.replay(content, **options)
        with self.assertRaises(headingd.LibraryError):
            headingd.replay(content, sea_level_pressure=1013.0)
        with self.assertRaises(headingd.UnreadableRecording):
            headingd.replay(b"nothing")


if __name__ == "__main__":
    unittest.main()
