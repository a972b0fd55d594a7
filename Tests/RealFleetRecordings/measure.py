"""Times a run over the simulated fleet of simulate.py: measure.py FOLDER RESULTS EXECUTOR WORKERS [--kill] [--robots TEMPLATE]

EXECUTOR is pool or dask. --kill kills a worker (SIGKILL) after a third of the recordings. Prints one line: recordings, wall time, rate,
processor time of all processes, and the largest resident memory of the program and of any of its workers.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import threading
import time
from pathlib import Path

from headingd import fleet
from headingd.fleet.progress import Progress
from headingd.fleet.robots import proposals


def descendants(parent: int) -> dict[int, tuple[str, int]]:
    """All processes below one: command line and resident memory, MB."""
    processes: dict[int, tuple[int, str, int]] = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            above = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            pages = int((path / "statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
        processes[int(path.name)] = (above, words, pages * resource.getpagesize() >> 20)
    found: dict[int, tuple[str, int]] = {}
    waiting = [parent]
    while waiting:
        above = waiting.pop()
        for process, (other, words, size) in processes.items():
            if other == above:
                found[process] = (words, size)
                waiting.append(process)
    return found


class Watch(threading.Thread):
    """Samples memory, and kills a worker at its time."""

    def __init__(self, progress: Progress, kill: str | None) -> None:
        super().__init__(daemon=True)
        self.progress, self.kill = progress, kill
        self.own = self.worker = 0
        self.killed = ""
        self.is_over = threading.Event()

    def run(self) -> None:
        while not self.is_over.wait(0.25):
            processes = descendants(os.getpid())
            self.own = max(self.own, int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20)
            self.worker = max([self.worker, *(size for words, size in processes.values() if "fleet.guard" in words)])
            if self.kill and self.progress.is_listed and self.progress.finished > self.progress.total / 3:
                for process, (words, _) in processes.items():
                    if self.kill in words:
                        os.kill(process, signal.SIGKILL)
                        self.killed = f", killed a worker ({process}) after {self.progress.finished}"
                        self.kill = None
                        break


def main() -> None:
    parser = argparse.ArgumentParser(description="Times a run over the simulated fleet.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("executor", choices=("pool", "dask"))
    parser.add_argument("workers", type=int)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--robots", default="{robot}/{date}/*.csv")
    options = parser.parse_args()
    shutil.rmtree(options.results, ignore_errors=True)
    executor = fleet.Pool(options.workers) if options.executor == "pool" else fleet.Dask(workers=options.workers)
    progress = Progress()
    kill = ("fleet.guard" if options.executor == "pool" else "spawn_main") if options.kill else None
    watch = Watch(progress, kill)
    watch.start()
    plan = fleet.Plan(str(options.folder / "recordings"), fleet.Options(options.robots))
    calibrations = proposals((options.folder / "installed.parquet").read_bytes())
    began = time.monotonic()
    report = fleet.run(plan, str(options.results), executor, progress=progress, calibrations=calibrations)
    wall = time.monotonic() - began
    watch.is_over.set()
    watch.join()
    times = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(one.ru_utime + one.ru_stime for one in times)
    print(
        f"{options.executor} {options.workers}: {report.results} recordings, {report.poison} set aside, {wall:.0f} s, "
        f"{(report.results + report.poison) / wall:.2f}/s, {processor:.0f} s of processors, {watch.own} MB here, "
        f"{watch.worker} MB a worker{watch.killed}; load {os.getloadavg()[1]:.1f}", flush=True)


if __name__ == "__main__":
    main()
