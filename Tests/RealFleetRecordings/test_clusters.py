"""The same runs on Dask, and on Spark and Ray where they are installed: equal rows, and lost workers."""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
import unittest
from pathlib import Path

from headingd import fleet
from support import FolderTest, plan, rows


def essence(output: Path) -> list[tuple[object, ...]]:
    """What must not depend on the executor."""
    return sorted((row["name"], row["hash"], row["robot"], row["rows"]) for row in rows(output))


def dask_workers() -> list[int]:
    """The worker processes of a Dask cluster that this process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode("utf-8", "replace")
            parent = int((path.parent / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == os.getpid() and "spawn_main" in words:
            found.append(int(path.parent.name))
    return found


class ClusterTests(FolderTest):
    def same(self, executor: fleet.Executor) -> None:
        """Compares an executor's rows and poison with those of a process of this machine."""
        self.fill(30)
        self.put("robot-0/copy.csv", "good 3\n3")
        self.put("robot-1/ends.csv", "signal SIGSEGV")
        self.put("robot-1/exception.csv", "exception")
        report = fleet.run(plan(self.source), str(self.output), executor)
        self.assertEqual((report.results, report.duplicates, report.poison), (30, 1, 2))
        other = self.folder / "other"
        fleet.run(plan(self.source), str(other), fleet.Pool(1))
        one, two = essence(self.output), essence(other)
        # Which of two equal recordings is the duplicate depends on the order.
        self.assertEqual([row[:3] for row in one], [row[:3] for row in two])
        self.assertEqual({row["reason"] for row in rows(self.output, "poison")}, {"killed_worker", "exception"})

    @unittest.skipUnless(importlib.util.find_spec("distributed"), "Dask is not installed")
    def test_dask(self) -> None:
        self.same(fleet.Dask(workers=2))

    @unittest.skipUnless(importlib.util.find_spec("distributed"), "Dask is not installed")
    def test_a_killed_worker_of_dask_loses_nothing(self) -> None:
        self.fill(60, "slow 0.05")
        done = threading.Event()
        killed = []

        def kill() -> None:
            while not done.wait(0.05):
                workers = dask_workers()
                if workers and any((self.output / "recordings").glob("*.parquet")):
                    os.kill(workers[0], signal.SIGKILL)
                    killed.append(workers[0])
                    return

        thread = threading.Thread(target=kill)
        thread.start()
        try:
            report = fleet.run(plan(self.source), str(self.output), fleet.Dask(workers=2), part_rows=5)
        finally:
            done.set()
            thread.join()
        self.assertEqual(len(killed), 1)
        self.assertEqual((report.results, report.poison), (60, 0))
        self.assert_complete()

    @unittest.skipUnless(importlib.util.find_spec("distributed"), "Dask is not installed")
    def test_no_dask_there(self) -> None:
        self.fill(1)
        import dask

        with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
            with self.assertRaisesRegex(fleet.WorkerBroken, "no Dask at tcp://127.0.0.1:9"):
                fleet.run(plan(self.source), str(self.output), fleet.Dask("tcp://127.0.0.1:9"))

    @unittest.skipUnless(importlib.util.find_spec("pyspark"), "Spark is not installed")
    def test_spark(self) -> None:
        from pyspark import SparkConf, SparkContext  # type: ignore[import-not-found,unused-ignore]

        context = SparkContext(conf=SparkConf().setMaster("local[2]").set("spark.ui.enabled", "false"))
        self.addCleanup(context.stop)
        self.same(fleet.Spark(context, chunk=8))

    @unittest.skipUnless(importlib.util.find_spec("ray"), "Ray is not installed")
    def test_ray(self) -> None:
        import ray  # type: ignore[import-not-found,unused-ignore]

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
        self.addCleanup(ray.shutdown)
        self.same(fleet.Ray())


if __name__ == "__main__":
    unittest.main()
