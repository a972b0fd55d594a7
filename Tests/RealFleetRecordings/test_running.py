"""Runs with stand-in work: what is done once, what is set aside, and what a run survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from headingd import fleet
from headingd.fleet.ledger import Ledger
from headingd.fleet.locking import Lock
from headingd.fleet.progress import Progress
from headingd.fleet.stores import Folder
from support import PATIENCE, FolderTest, plan, rows

PROGRAM = "import sys; from headingd import fleet; from support import plan; " \
    "fleet.run(plan(sys.argv[1]), sys.argv[2], fleet.Pool(2), part_rows=int(sys.argv[3]))"


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(path.parent.name))
    return found


class RunningTests(FolderTest):
    def test_every_recording_once_and_again_nothing(self) -> None:
        self.fill(40)
        self.put("robot-0/copy.csv", "good 3\n3")
        report = fleet.run(plan(self.source), str(self.output), fleet.Pool(2), part_rows=7)
        self.assertEqual((report.results, report.duplicates, report.poison, report.robots), (40, 1, 0, 3))
        self.assert_complete()
        self.assertTrue((self.output / "summary.html").read_text().startswith("<!doctype html>"))
        parts = sorted(path.name for path in (self.output / "recordings").iterdir())
        report = fleet.run(plan(self.source), str(self.output), fleet.Pool(2))
        self.assertEqual((report.results, report.skipped), (0, 41))
        self.assertEqual(sorted(path.name for path in (self.output / "recordings").iterdir()), parts)
        # A new one, a changed one, and a renamed one, whose content is known.
        self.put("robot-1/new.csv", "good new")
        self.put("robot-0/2026-11-28/0000.csv", "good changed")
        (self.source / "robot-1/2026-11-28/0001.csv").rename(self.source / "robot-1/renamed.csv")
        report = fleet.run(plan(self.source), str(self.output), fleet.Pool(2))
        self.assertEqual((report.results, report.duplicates, report.skipped), (2, 1, 39))

    def test_poison_is_set_aside_with_its_reason(self) -> None:
        self.fill(12)
        for key in ("signal SIGSEGV", "signal SIGKILL", "exit 3", "hang", "memory", "poison has none", "exception"):
            self.put(f"robot-1/{key.replace(' ', '-')}.csv", key)
        self.put("robot-2/large.csv", "good " + "x" * 100_000)
        self.put("robot-2/binary.csv", "good")
        (self.source / "robot-2/binary.csv").write_bytes(b"\xff\xfe\x00")
        limits = plan(self.source, time_limit=4.0, memory_limit=1 << 30, size_limit=50_000)
        report = fleet.run(limits, str(self.output), fleet.Pool(3))
        self.assertEqual((report.results, report.poison), (12, 9))
        found = {row["name"].split("/")[1].removesuffix(".csv"): row for row in rows(self.output, "poison")}
        reasons = {name: (row["reason"], row["attempts"]) for name, row in found.items()}
        self.assertEqual(reasons, {
            "signal-SIGSEGV": ("killed_worker", 2), "signal-SIGKILL": ("killed_worker", 2), "exit-3": ("killed_worker", 2),
            "hang": ("time", 2), "memory": ("memory", 1), "poison-has-none": ("no_rows", 1),
            "exception": ("exception", 1), "large": ("too_large", 1), "binary": ("exception", 1)})
        self.assertIn("SIGSEGV", found["signal-SIGSEGV"]["message"])
        self.assertEqual(found["exception"]["exception"], "KeyError")
        self.assertLessEqual(len(found["exception"]["message"]), 500)
        self.assertTrue(found["exception"]["message"].isprintable())
        self.assertEqual({row["robot"] for row in found.values()}, {"robot-1", "robot-2"})
        # Known poison is not tried again, unless that is asked for.
        self.put("robot-1/hang.csv", "good now")
        report = fleet.run(limits, str(self.output), fleet.Pool(2))
        self.assertEqual((report.results, report.poison, report.skipped), (1, 0, 20))
        (self.source / "robot-1/memory.csv").unlink()
        report = fleet.run(limits, str(self.output), fleet.Pool(2), retry_poison=True)
        self.assertEqual((report.results, report.poison), (0, 7))

    def test_a_recording_that_ends_its_process_once_is_done(self) -> None:
        self.put("robot-1/once.csv", f"once {self.folder / 'mark'}")
        report = fleet.run(plan(self.source), str(self.output))
        self.assertEqual((report.results, report.poison), (1, 0))

    def test_killed_workers_lose_nothing(self) -> None:
        self.fill(60, "slow 0.05 {}".replace(" {}", ""))
        done = threading.Event()

        def kill() -> None:
            for _ in range(6):
                for child in children(os.getpid())[:1]:
                    os.kill(child, signal.SIGKILL)
                if done.wait(0.7):
                    return

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            report = fleet.run(plan(self.source), str(self.output), fleet.Pool(2), part_rows=5)
        finally:
            done.set()
            thread.join()
        # At worst one was killed twice, and is set aside.
        self.assertLessEqual(report.poison, 1)
        self.assertEqual(report.results + report.poison, 60)

    def test_a_killed_run_goes_on_and_repeats_nothing(self) -> None:
        self.fill(60, "slow 0.05")
        command = [sys.executable, "-c", PROGRAM, str(self.source), str(self.output), "5"]
        for _ in range(2):
            program = subprocess.Popen(command)
            try:
                wanted = len(list((self.output / "recordings").glob("*"))) + 2 if self.output.exists() else 2
                deadline = time.monotonic() + PATIENCE
                while len(list((self.output / "recordings").glob("*.parquet"))) < wanted and program.poll() is None:
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.02)
                workers = children(program.pid)
            finally:
                program.kill()
                program.wait()
            # Its workers end with it.
            deadline = time.monotonic() + PATIENCE
            while any(Path(f"/proc/{one}").exists() and "Z" not in state(one) for one in workers):
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.02)
        before = len(rows(self.output))
        report = fleet.run(plan(self.source), str(self.output), fleet.Pool(2))
        self.assertGreaterEqual(before, 10)
        self.assertEqual(report.results + before, 60)
        self.assert_complete()

    def test_one_run_at_a_time(self) -> None:
        self.fill(2)
        with Lock(Folder(self.output, create=True)):
            with self.assertRaisesRegex(fleet.Locked, "another run works on"):
                fleet.run(plan(self.source), str(self.output))
        self.assertEqual(fleet.run(plan(self.source), str(self.output)).results, 2)

    def test_other_options_are_refused(self) -> None:
        self.fill(2)
        fleet.run(plan(self.source), str(self.output))
        other = fleet.Plan(str(self.source), fleet.Options(least_speed=2.0, work="standin:work"))
        with self.assertRaisesRegex(fleet.OtherRun, "take another folder"):
            fleet.run(other, str(self.output))

    def test_a_broken_installation_is_no_poison(self) -> None:
        self.put("robot-1/import.csv", "import")
        with self.assertRaisesRegex(fleet.WorkerBroken, "libheading.so.0 is missing"):
            fleet.run(plan(self.source), str(self.output), fleet.Pool(2))
        self.assertEqual(rows(self.output, "poison"), [])

    def test_what_cannot_be_read_is_tried_by_the_next_run(self) -> None:
        self.fill(2)
        ledger = Ledger(Folder(self.output, create=True), plan(self.source).options)
        outcome = fleet.perform(plan(self.source), fleet.Task("gone.csv", 3, "1"))
        self.assertEqual(outcome.kind, "deferred")
        self.assertEqual(ledger.add(outcome), "deferred")
        self.assertEqual((ledger.done, ledger.poisoned), (0, 0))

    def test_a_damaged_part_is_named(self) -> None:
        self.fill(2)
        fleet.run(plan(self.source), str(self.output))
        part = next((self.output / "recordings").iterdir())
        part.write_bytes(part.read_bytes()[:-20])
        with self.assertRaisesRegex(ValueError, part.name):
            fleet.run(plan(self.source), str(self.output))

    def test_progress(self) -> None:
        self.fill(5)
        with open(self.folder / "text", "w+", encoding="utf-8") as file:
            fleet.run(plan(self.source), str(self.output), progress=Progress(file))
            file.seek(0)
            self.assertRegex(file.read().splitlines()[-1], r"^5 of 5, [0-9.]+/s, 0 s left$")


def state(process: int) -> str:
    """The state of a process, such as `S`; `Z` if it has gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


if __name__ == "__main__":
    unittest.main()
