"""The command line: statuses, help, Ctrl-C, the schema in the documentation."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

from headingd.fleet import TABLES
from headingd.fleet.__main__ import size
from support import PATIENCE, FolderTest, rows

ROOT = Path(__file__).resolve().parents[2]


def program(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs `python -m headingd.fleet`."""
    return subprocess.run(
        [sys.executable, "-m", "headingd.fleet", *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)


class ProgramTests(FolderTest):
    def test_wrong_command_lines(self) -> None:
        for words in (
            (), (self.source,), (self.source, "--output", self.output, "--robot", "{name}"),
            (self.source, "--output", self.output, "--workers", "0"), (self.source, "--output", self.source / "inside"),
            ("s3://fleet/a?endpoint=http://b", "--output", "s3://fleet/a/results?endpoint=http://b"),
            (self.source, "--output", self.output, "--size-limit", "much"), (self.source, "--output", self.output, "--time-limit", "0"),
            (self.source, "--output", self.output, "--address", "tcp://a:1"), ("a", "b"), ("--out", "x"),
        ):
            done = program(*words)
            self.assertEqual(done.returncode, 64, words)
            self.assertNotIn("Traceback", done.stderr)

    def test_help_has_examples(self) -> None:
        done = program("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("--executor dask", done.stdout)

    def test_no_source_and_no_output(self) -> None:
        done = program(self.folder / "absent", "--output", self.output)
        self.assertEqual(done.returncode, 66, done.stderr)
        (self.folder / "file").write_text("x")
        done = program(self.source, "--output", self.folder / "file")
        self.assertEqual(done.returncode, 73, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_files_that_are_no_recordings(self) -> None:
        self.put("a/notes.txt", "text")
        self.put("b/picture.csv", "\x00\x01")
        self.put("top.csv", "not of a robot's folder")
        done = program(self.source, "--output", self.output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(rows(self.output, "poison")), 2)
        self.assertIn("1 names that are none", done.stderr)

    def test_control_c_leaves_a_state_to_go_on_from(self) -> None:
        self.fill(40, "slow 0.1")
        script = (
            "import sys; from headingd.fleet import __main__ as m, tasks; import dataclasses; "
            "o = m.Options; m.Options = lambda *a: dataclasses.replace(o(*a), work='standin:work'); "
            "m.Options.robot, m.Options.least_speed = o.robot, o.least_speed; sys.exit(m.main(sys.argv[1:]))")
        command = [sys.executable, "-c", script, str(self.source), "--output", str(self.output)]
        running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert running.stderr
        # The first line of progress comes with the first result.
        for line in running.stderr:
            if re.match(r"\d+ of ", line):
                break
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
        self.assertEqual(running.returncode, 130, said)
        self.assertIn("goes on from here", said)
        before = len(rows(self.output))
        self.assertGreaterEqual(before, 1)
        self.assertLess(before, 40)
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_complete()

    def test_a_broken_installation(self) -> None:
        self.put("a/1.csv", "t,mag_x,mag_y,mag_z\n" + "".join(f"{i / 50},{20 + i % 7},{i % 5},-43\n" for i in range(500)))
        environment = dict(os.environ, HEADINGD_LIBRARY="/nowhere/libheading.so.0", LD_LIBRARY_PATH="")
        done = subprocess.run(
            [sys.executable, "-m", "headingd.fleet", str(self.source), "--output", str(self.output)], capture_output=True,
            text=True, timeout=PATIENCE, env=environment)
        if done.returncode == 0:
            self.skipTest("the library is installed in the system or the wheel")
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_sizes(self) -> None:
        self.assertEqual([size(one) for one in ("5", "2k", "256M", "2 GiB", "0")], [5, 2048, 256 << 20, 2 << 30, 0])
        for text in ("", "x", "1.5G", "-1", "1T"):
            with self.assertRaises(ValueError):
                size(text)

    def test_the_documentation_has_the_schema(self) -> None:
        text = (ROOT / "docs/fleet-recordings.md").read_text()
        for table in TABLES.values():
            self.assertIn(table.markdown(), text, f"docs/fleet-recordings.md: python -m headingd.fleet --schema")


if __name__ == "__main__":
    unittest.main()
