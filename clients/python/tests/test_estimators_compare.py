"""The comparison with other packages: its metric, its errors, and where they are installed the others themselves."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

import estimators

estimators.needed()

import numpy as np  # noqa: E402
from headingd import compare  # noqa: E402


def written(folder: str, data: dict[str, Any], name: str = "a.csv", truth: bool = True) -> Path:
    """A recording of a simulation."""
    columns = np.hstack([data["t"][:, None], data["gyr"], data["acc"], data["mag"] * 1e6, *([data["quat"]] if truth else [])])
    path = Path(folder) / name
    header = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z" + (",ref_w,ref_x,ref_y,ref_z" if truth else "")
    np.savetxt(path, columns, delimiter=",", header=header, comments="", fmt="%.9g")
    return path


class Comparison(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_main(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = compare.main(list(arguments))
        return code, out.getvalue(), err.getvalue()

    def test_every_filter_that_is_installed_finds_the_simulated_attitude(self) -> None:
        written(self.folder, estimators.tumble())
        found = compare.compare([self.folder])["a.csv"]
        self.assertIn("headingd", found)
        for name, score in found.items():
            # In a wrong frame it would be 90 or 180 degrees.
            self.assertLess(score.total, 5, name)
            self.assertGreater(score.nanoseconds, 0)
        slow = dict(estimators.tumble())
        slow["mag"] = np.where((np.arange(len(slow["t"])) % 4 > 0)[:, None], np.nan, slow["mag"])
        written(self.folder, slow)
        for name, score in compare.compare([self.folder])["a.csv"].items():
            self.assertLess(score.total, 6, name)

    def test_the_metric(self) -> None:
        half = np.radians(10) / 2
        truth = np.array([[1.0, 0, 0, 0]] * 3)
        wrong = np.array([[np.cos(half), 0, 0, np.sin(half)], [np.cos(half), np.sin(half), 0, 0],
                          [-np.cos(half), 0, 0, np.sin(half)]])
        total, heading, tilt = compare.errors(wrong, truth)
        np.testing.assert_allclose(total, 10)
        np.testing.assert_allclose(heading, [10, 0, -10], atol=1e-9)
        np.testing.assert_allclose(tilt, [0, 10, 0], atol=1e-5)

    def test_the_command(self) -> None:
        path = written(self.folder, estimators.tumble())
        code, out, _ = self.run_main(self.folder, "--filters", "headingd", "--each")
        self.assertEqual(code, 0)
        self.assertRegex(out, "total +heading +tilt")
        self.assertIn("a.csv", out)
        code, out, _ = self.run_main(str(path), "--json", "--every", "2")
        document = json.loads(out)
        self.assertIn("headingd", document["means"])
        self.assertEqual(set(document["recordings"]), {"a.csv"})

    def test_errors_name_the_remedy(self) -> None:
        empty = Path(self.folder) / "empty"
        empty.mkdir()
        for arguments, text in (
            (("/nowhere",), "no such file"), ((str(empty),), "no recording"),
            ((str(written(self.folder, estimators.tumble(), "b.csv", truth=False)),), "no column ref_w.*true attitude"),
            ((self.folder, "--filters", "kalman"), "there are: headingd"),
        ):
            code, _, err = self.run_main(*arguments)
            self.assertEqual(code, 65)
            self.assertRegex(err, text)
        with self.assertRaises(SystemExit):
            self.run_main(self.folder, "--every", "0")

    def test_broad(self) -> None:
        paths = estimators.trials()
        found = compare.means(compare.compare(map(str, paths), ["headingd", "vqf"]))
        print("BROAD: " + "; ".join(f"{name} {one.total:.2f} / {one.heading:.2f} / {one.tilt:.2f}, {one.nanoseconds:.0f} ns"
                                    for name, one in found.items()))
        self.assertLess(found["headingd"].total, 2.1)
        self.assertLess(found["headingd"].tilt, 0.68)


if __name__ == "__main__":
    unittest.main()
