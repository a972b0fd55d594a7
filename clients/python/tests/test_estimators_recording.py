"""Recordings as arrays: the rules of `compass replay`, whose program judges where $HEADINGD_COMPASS names it."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import estimators
import headingd

estimators.needed()

import numpy as np  # noqa: E402

HEADER = "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,other,pressure,temperature,latitude,longitude,simulated"
ROWS = [
    "# a comment", "0.00,0.01,0.02,0.03,0.1,0.2,9.81,20,1,-43,x,101325,21,,,0",
    '0.01,0.011,0.021,0.031,0.11,0.2,9.82,20.1,1,-43,"a,b",nan,NA,47,8,true',
    "0.02,nan,0.021,0.031,0.12,0.2,9.82,,,,y,,null,0,0,false", "", "  ",
    "0.03,nan,nan,nan,0.13,0.21,9.82,20.3,1,-43.1,,,,,,", "0.04,1_0,0.021,0.031,0.13,0.2,9.82,20.1,1,-43,,,,,,",
    "0.05,1,0.021,0.031,0.14,0.2,9.82,20.1,1,-43,,,,,", "0.06,1,0.021,0.031,0.15,0.2,9.82,20.1,1,-43,,,,,,,",
    "inf,1,0.021,0.031,0.15,0.2,9.82,20.1,1,-43,,,,,,",
    ' 0.07 , "0.012" ,0x1p-6,0.031,0.16,.2,9.,20.1,1,-43,,,,,,',
    "0.08,1e-2,0.021,0.031,0.17,0.2,+9.82,20.1,1,-43,,,,91,0,",
    "0.09,1e-2,0.021,0.031,0.17,0.2,+9.83,20.1,1,-43,,,,80,361,",
    "0.10,1e-2,abc,0.031,0.17,0.2,+9.83,20.1,1,-43,,,,80,361,",
    "1000000000000,1e-2,0.021,0.031,0.17,0.2,9.83,20.1,1,-43,,,,,,",
    ",1e-2,0.021,0.031,0.17,0.2,9.83,20.1,1,-43,,,,,,",
    "0.11,infinity,0.0213,0.031,0.18,0.2,9.83,20.2,1,-43,,,,n/a,None,1",
    "0.12,1e-2,0.022,0.031,0.19,0.2,9.84,20.2,1,-43,,,,,,1\r",
]


def compass(*arguments: str, file: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """Runs the built program; skips the test where it is absent."""
    program = os.environ.get("HEADINGD_COMPASS", "")
    if not program:
        raise unittest.SkipTest("set HEADINGD_COMPASS to the built program")
    return subprocess.run([program, *arguments], input=file, capture_output=True, timeout=120, check=False)


def judged(content: bytes) -> tuple[list[str], list[str]] | None:
    """The times and the bad rows that `compass replay` finds; `None` if it refuses the file."""
    done = compass("replay", "-", "--calibrated", "--output", "-", file=content)
    if done.returncode:
        return None
    bad = [line.partition("skipped ")[2] for line in done.stderr.decode("utf-8", "replace").splitlines() if ": skipped line" in line]
    return [line.split(",")[0] for line in done.stdout.decode().splitlines()[1:]], bad


class Tables(unittest.TestCase):
    def test_missing_invalid_and_bad_cells(self) -> None:
        found = headingd.read_recording("\n".join([HEADER, *ROWS]).encode())
        self.assertEqual([f"line {row.line}: {row.problem}" for row in found.bad_rows], [
            "line 9: gyr_x is not a number", "line 10: 15 fields where the header names 16",
            "line 11: more fields than the header names", "line 12: t is not a finite number",
            "line 14: latitude is not between -90 and 90", "line 15: longitude is not between -360 and 360",
            "line 16: gyr_y is not a number", "line 17: t is not a time in seconds", "line 18: t is not a finite number"])
        self.assertEqual(found.t.tolist(), [0, 0.01, 0.02, 0.03, 0.07, 0.11, 0.12])
        self.assertEqual((len(found), found.bad_row_count, found.simulated), (7, 9, True))
        # An invalid sample is one; a missing one is none.
        self.assertTrue(found.has("gyr").all())
        self.assertEqual(np.flatnonzero(~found.has("mag")).tolist(), [2])
        self.assertTrue(np.isnan(found.gyr[3]).all() and np.isnan(found.mag[2]).all())
        np.testing.assert_allclose(found.mag[0], [20e-6, 1e-6, -43e-6])
        self.assertEqual(found.gyr[4].tolist(), [0.012, 0.015625, 0.031])
        self.assertAlmostEqual(found.dt, 0.01)
        with self.assertRaisesRegex(KeyError, "no column speed; there are t, gyr_x"):
            found["speed"]

    def test_headers(self) -> None:
        for header, text in (
            ("", "it is empty"), ("a,b", "no column t"), ("t,pressure", "names no sensor"), ("t,gyr_x,gyr_y", "no column gyr_z"),
            ("t,t,gyr_x,gyr_y,gyr_z", "column t twice"), ("t,gyr_x,gyr_y,gyr_z,latitude", "no column longitude"),
            ("t,gyr_x,gyr_y,gyr_z", "a header but no rows"),
        ):
            with self.subTest(text), self.assertRaisesRegex(headingd.UnreadableRecording, text):
                headingd.read_recording((header + "\n").encode())
        with self.assertRaisesRegex(headingd.UnreadableRecording, "none of its rows can be read; line 2"):
            headingd.read_recording(b"t,gyr_x,gyr_y,gyr_z\n1,2\n")
        quoted = '\ufeff"t", gyr_x,gyr_y,gyr_z\r\n1,2,3,4\r\n'.encode()
        self.assertEqual(headingd.read_recording(quoted).gyr.tolist(), [[2, 3, 4]])
        self.assertEqual(headingd.read_recording(gzip.compress(quoted)).gyr.tolist(), [[2, 3, 4]])

    def test_compass_finds_the_same_rows(self) -> None:
        content = "\n".join([HEADER, *ROWS]).encode()
        generator = random.Random(7)
        pieces = [b",", b"nan", b'"', b"-", b"1e400", b"\r", b"\t", b"#", b"\n", b"0x", b"\xff", b" ", b"NA", b".", b"true", b"inf"]
        for number in range(60):
            mutant = bytearray(content)
            for _ in range(0 if number == 0 else generator.randint(1, 6)):
                at = generator.randrange(len(HEADER) + 1 if number % 3 else 0, len(mutant))
                mutant[at:at + generator.randint(0, 2)] = generator.choice(pieces)
            with self.subTest(number=number):
                expected = judged(bytes(mutant))
                try:
                    found = headingd.read_recording(bytes(mutant))
                except headingd.UnreadableRecording:
                    self.assertIsNone(expected)
                    continue
                self.assertIsNotNone(expected)
                assert expected is not None
                # Times as stamped: compass corrects steps back, so their number alone is compared.
                self.assertEqual(len(found), len(expected[0]), bytes(mutant))
                bad = [f"line {row.line}: {row.problem}" for row in found.bad_rows]
                self.assertEqual(bad[:len(expected[1])], expected[1], bytes(mutant))

    def test_tables_of_other_packages(self) -> None:
        found = headingd.read_recording("\n".join([HEADER, *ROWS]).encode())
        try:
            frame, table = found.to_pandas(), found.to_arrow()
        except ImportError as error:
            self.assertRegex(str(error), r"pip install 'headingd\[")
            raise unittest.SkipTest(str(error)) from None
        self.assertEqual(list(frame.columns), list(found.columns))
        self.assertEqual(table.column("mag_x").null_count, 1)
        self.assertEqual(table.column("gyr_x").null_count, 0)


class Events(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = Path(self.folder.name) / "a.mcap"
        compass("record", str(self.file), "--simulate", "--seconds", "3")
        self.assertTrue(self.file.exists())

    def test_rows_are_those_that_compass_smooths(self) -> None:
        found = headingd.read_recording(self.file)
        self.assertTrue(found.simulated)
        self.assertEqual(set(found.about), {"setup", "settings", "calibration"})
        self.assertTrue(np.all(np.diff(found.times) > 0))
        done = compass("replay", str(self.file), "--smooth", "--output", "-")
        times = [line.split(",")[0] for line in done.stdout.decode().splitlines()[1:]]
        self.assertEqual(times, [f"{value:.6f}" for value in found.t])
        for name in ("gyr", "acc", "mag"):
            self.assertGreater(int(found.has(name).sum()), 50)
        self.assertTrue(np.isfinite(found["latitude"]).any())

    def test_a_cut_file_ends_at_the_cut(self) -> None:
        content = self.file.read_bytes()
        whole = headingd.read_recording(content)
        cut = headingd.read_recording(content[:len(content) // 2])
        self.assertTrue(0 < len(cut) < len(whole))
        np.testing.assert_array_equal(cut.times[:-5], whole.times[:len(cut) - 5])
        with self.assertRaisesRegex(headingd.UnreadableRecording, "no sensor events"):
            headingd.read_recording(content[:100])

    def test_damage_is_told(self) -> None:
        content = bytearray(self.file.read_bytes())
        at = content.rfind(b'"kind":"angular_rate"')
        content[at:at + 6] = b'"kin":'
        found = headingd.read_recording(bytes(content))
        self.assertRegex(found.bad_rows[0].problem, "event .* is invalid")
        with self.assertRaises(headingd.UnreadableRecording):
            headingd.read_recording(b"\x89MCAP0\r\n" + b"\xff" * 100)


class Fuzz(unittest.TestCase):
    def test_no_bytes_raise_anything_else(self) -> None:
        generator = random.Random(3)
        content: Any = b"\x89MCAP0\r\n" + bytes([4]) + (20).to_bytes(8, "little") + b"\1\0\1\0\7\0\0\0/events\0\0\0\0\0"
        event = b'{"kind":"acceleration","time":5,"value":[1,2,"nan"]}'
        content += bytes([5]) + (22 + len(event)).to_bytes(8, "little") + b"\1\0" + bytes(20) + event
        for base in (content, "\n".join([HEADER, *ROWS]).encode()):
            for _ in range(300):
                mutant = bytearray(base)
                for _ in range(generator.randint(1, 8)):
                    mutant[generator.randrange(len(mutant))] = generator.randrange(256)
                try:
                    headingd.read_recording(bytes(mutant))
                except headingd.UnreadableRecording:
                    pass


if __name__ == "__main__":
    unittest.main()
