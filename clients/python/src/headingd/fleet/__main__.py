"""The program: `python -m headingd.fleet`."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

from ..text import plain
from ._modules import MissingPackage
from .adapters import Ray, Spark
from .executors import Dask, Executor, Pool
from .guard import WorkerBroken
from .ledger import OtherRun
from .locking import Locked
from .naming import Template
from .progress import Progress, span
from .robots import proposals
from .running import Interrupted, run
from .schema import TABLES
from .stores import SourceError, StoreError
from .tasks import Options, Plan

_EXAMPLES = """\
examples:
  python -m headingd.fleet /srv/recordings --output /srv/results
  python -m headingd.fleet /srv/recordings --output results --robot '{robot}/{date}/*.mcap' --workers 8
  python -m headingd.fleet 's3://fleet/night?endpoint=http://ceph:7480' --output 's3://fleet/results?endpoint=http://ceph:7480' \\
    --executor dask --address tcp://scheduler:8786
  python -m headingd.fleet --schema

Started again it goes on where it ended: results are kept by the content of each recording. Ctrl-C writes what is done.
Credentials of a store are those of boto3 (AWS_ACCESS_KEY_ID and so on).

status:
  0    done; recordings that are set aside are in poison/, with their reasons
  64   the command line is wrong
  66   the source cannot be read
  69   a package, libheading.so.0 or the cluster is missing
  73   the output cannot be written, or has results of other options
  75   some recordings could not be read just now, or another run has the output: start again
  130  Ctrl-C
"""

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def size(text: str) -> int:
    """Bytes of `200M`, `2GiB` or a plain number; `ValueError` for anything else."""
    match = re.fullmatch(r"(\d{1,12})\s*([kmg]?)(?:i?b)?", text.strip().lower())
    if not match:
        raise ValueError(f"no size such as 256M or 2G: {text}")
    return int(match.group(1)) * _UNITS[match.group(2)]


class Parser(argparse.ArgumentParser):
    """Ends with the status of a wrong command line."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"headingd.fleet: {plain(message)}; --help shows examples\n")
        sys.exit(64)


def parser() -> Parser:
    """The command line."""
    result = Parser(
        prog="python -m headingd.fleet", formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
        description="Works through the recordings of a fleet: calibrations with their predicted errors, headings against courses, "
        "drift and jumps of iron, deviation by load, and who needs service.", epilog=_EXAMPLES)
    parser = result.add_argument
    parser("source", nargs="?", metavar="SOURCE", help="folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME")
    parser("--output", metavar="STORE", help="folder or s3://… for tables and summary")
    parser("--robot", default=Options.robot, metavar="TEMPLATE",
           help="which names are recordings, and of whom: {robot}, {date}, *, ? and ** (default: %(default)s)")
    parser("--executor", choices=("pool", "dask", "spark", "ray"), default="pool",
           help="processes of this machine (default), or Dask, Spark, Ray")
    parser("--address", metavar="ADDRESS", help="of Dask's scheduler or of Ray's head; without it Dask starts workers here")
    parser("--workers", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
           help="processes here, or Dask's own workers (default: this machine's cores, %(default)s)")
    parser("--calibrations", metavar="FILE",
           help="robots.parquet whose proposals the robots have: the audit is of these")
    parser("--size-limit", type=size, default="256M", metavar="SIZE", help="larger recordings are set aside (default: 256M)")
    parser("--time-limit", type=float, default=Plan.time_limit, metavar="S",
           help="slower ones too (default: %(default)g)")
    parser("--memory-limit", type=size, default="2G", metavar="SIZE",
           help="of each worker, 0 for none (default: 2G)")
    parser("--least-speed", type=float, default=Options.least_speed, metavar="M/S",
           help="from which a course is compared with the heading (default: %(default)g)")
    parser("--retry-poison", action="store_true", help="tries again what is set aside")
    parser("--quiet", action="store_true", help="no progress")
    parser("--schema", action="store_true", help="prints the tables' columns and ends")
    return result


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line, checked."""
    program = parser()
    options = program.parse_args(words)
    if options.schema:
        return options
    if not options.source or not options.output:
        program.error("a SOURCE and an --output are needed")
    try:
        Template(options.robot)
        if not 1 <= options.workers <= 4096:
            raise ValueError(f"--workers is not between 1 and 4096: {options.workers}")
        if not 0 < options.time_limit <= 86400:
            raise ValueError(f"--time-limit is not between 0 and 86400 s: {options.time_limit}")
        if not 0 <= options.least_speed <= 1000:
            raise ValueError(f"--least-speed is not between 0 and 1000 m/s: {options.least_speed}")
        if options.address and options.executor not in ("dask", "ray"):
            raise ValueError("--address is for --executor dask and ray")
        inner, outer = (
            one.partition("?")[0].rstrip("/") if one.startswith("s3://") else os.path.realpath(one)
            for one in (options.output, options.source))
        if (inner + "/").startswith(outer + "/"):
            raise ValueError("--output is inside SOURCE: its tables would be taken for recordings")
    except ValueError as error:
        program.error(str(error))
    return options


def executor(options: argparse.Namespace) -> Executor:
    """The executor of a command line."""
    if options.executor == "dask":
        return Dask(options.address, options.workers)
    if options.executor == "spark":
        return Spark()
    return Ray(options.address or "auto") if options.executor == "ray" else Pool(options.workers)


def say(text: str) -> None:
    """A line for people."""
    print(f"headingd.fleet: {plain(text)}", file=sys.stderr, flush=True)


def stop(*_: int | FrameType | None) -> None:
    """Ends the program as Ctrl-C does, once."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(words: list[str] | None = None) -> int:
    """The program; returns its status."""
    options = arguments(words)
    if options.schema:
        print("\n\n".join(table.markdown() for table in TABLES.values()))
        return 0
    signal.signal(signal.SIGTERM, stop)
    plan = Plan(
        options.source, Options(options.robot, options.least_speed), options.size_limit, options.time_limit,
        options.memory_limit)
    worker = executor(options)
    if not options.quiet:
        say(f"{options.source} to {options.output} with {worker.name}")
    try:
        calibrations = proposals(Path(options.calibrations).read_bytes()) if options.calibrations else None
    except (OSError, ValueError, MissingPackage) as error:
        say(f"{options.calibrations}: {error}")
        return 69 if isinstance(error, MissingPackage) else 66
    try:
        report = run(plan, options.output, worker, retry_poison=options.retry_poison, calibrations=calibrations,
                     progress=Progress(quiet=options.quiet))
    except KeyboardInterrupt:
        say("stopped; the same command goes on from here")
        return 130
    except (Locked, Interrupted) as error:
        say(str(error))
        return 75
    except OtherRun as error:
        say(str(error))
        return 73
    except StoreError as error:
        say(str(error))
        return 66 if isinstance(error, SourceError) else 73
    except (MissingPackage, WorkerBroken) as error:
        say(str(error))
        return 69
    say(
        f"{report.results} recordings in {span(report.seconds)}, {report.poison} set aside, {report.duplicates} duplicates, "
        f"{report.skipped} done before, {report.unmatched} names that are none; {report.robots} robots in {options.output}")
    if report.deferred:
        say(f"{report.deferred} could not be read: start again")
        return 75
    return 0


if __name__ == "__main__":
    sys.exit(main())
