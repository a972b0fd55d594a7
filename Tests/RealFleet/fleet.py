"""What the tests have in common: a cluster, a database, the consumer, robots."""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import functools
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from cluster import PASSWORD, USER, Cluster
from database import Database
from programs import PATIENCE, Program, Usage, accepts, until

HERE = Path(__file__).resolve().parent

ROOT = HERE.parents[1]

EXAMPLE = Path(os.environ.get("FLEET_STORE", ROOT / "clients/python/examples/fleet_store.py"))

PROGRAM = os.environ.get("HEADINGD_PROGRAM", "headingd")

COMPASS = os.environ.get("COMPASS_PROGRAM", "compass")

#: The brokers' host, as robots reach it.
HUB = "10.78.0.1"

# Whatever hangs ends all tests, and says where.
faulthandler.dump_traceback_later(1500, exit=True)


class Folder:
    """A folder that others than root may enter."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self.path.chmod(0o755)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def password_file(folder: Path) -> Path:
    """A file with the brokers' password."""
    path = folder / "password"
    path.write_text(PASSWORD + "\n")
    path.chmod(0o600)
    return path


def consumer(folder: Path, database: Database, ports: list[int], name: str = "store", *more: str) -> Program:
    """The example that stores events."""
    brokers = [argument for port in ports for argument in ("--broker", f"127.0.0.1:{port}")]
    return Program(folder, name, [
        sys.executable, str(EXAMPLE), *brokers, "--user", USER, "--password-file", str(password_file(folder)),
        "--database", database.address, *more])


def robots(folder: Path, ports: list[int], name: str = "sim", host: str = HUB, inside: str = "robot", user: str = USER,
           **options: Any) -> Program:
    """Robots that publish; their report is read by `report`."""
    arguments = [f"--{key}={value}" for key, value in options.items()]
    credentials = [f"--user={user}", f"--password={PASSWORD}"] if user else []
    program = Program(folder, name, [
        sys.executable, str(HERE / "robots.py"), *(f"{host}:{port}" for port in ports), f"--name={name}", *credentials,
        *arguments], host=inside)
    until(lambda: program.check() or "connected" in program.log, "the robots connect", 90)
    return program


def report(program: Program, seconds: float = PATIENCE) -> dict[str, Any]:
    """What robots say at their end: sent and acknowledged, by robot."""
    if program.process.wait(seconds):
        raise AssertionError(program.log)
    robots: dict[str, Any] = json.loads(program.log.splitlines()[-1])["robots"]
    return robots


class Daemon(Program):
    """A real headingd on the robot's host, with simulated sensors."""

    def __init__(self, folder: Path, ports: list[int], name: str = "rover", more: str = "", scenario: str = "turning",
                 user: str = USER, host: str = "robot", outputs: bool = True) -> None:
        self.folder = folder / f"daemon-{name}"
        self.folder.mkdir(exist_ok=True)
        self.path = f"{self.folder}/socket"
        servers = ", ".join(f'"{HUB}:{port}"' for port in ports)
        credentials = f", user: {user}, password_file: {password_file(folder)}" if user else ""
        mqtt = f"outputs: {{mqtt: [{{server: [{servers}], robot: {name}{credentials}{more}}}]}}\n"
        (self.folder / "headingd.yaml").write_text(
            (mqtt if outputs else "") + f"state: {{file: {self.folder}/state.json}}\n")
        super().__init__(folder, name, [
            PROGRAM, "--simulate", "--scenario", scenario, "--socket", self.path, "--gpsd", "none", "--config",
            f"{self.folder}/headingd.yaml"], host=host, XDG_CONFIG_HOME=str(self.folder),
            XDG_STATE_HOME=str(self.folder))


class Stored:
    """Compares what robots sent with what the database has."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, stream: str) -> int:
        """The number of stored events of a stream."""
        return int(self.database.value("SELECT count(*) FROM fleet.event WHERE stream = %s", stream))

    def check(self, sent: dict[str, Any]) -> int:
        """Fails unless each acknowledged event is stored once and as it was sent; returns their number."""
        for name, one in sent.items():
            if one["acknowledged"] != one["events"]:
                raise AssertionError(f"{name} was not rid of its events: {one}")
        streams = {one["stream"]: (name, one["acknowledged"]) for name, one in sent.items()}
        expected = sum(count for _, count in streams.values())
        where = "FROM fleet.event WHERE stream = ANY(%s)"
        with contextlib.suppress(AssertionError):
            until(lambda: self.database.value(f"SELECT count(*) {where}", list(streams)) >= expected, "all is stored")
        rows = self.database.rows(f"SELECT robot, stream, sequence, payload {where}", list(streams))
        seen = Counter((robot, stream, sequence) for robot, stream, sequence, _ in rows)
        wanted = {(name, stream, sequence) for stream, (name, count) in streams.items()
                  for sequence in range(1, count + 1)}
        missing, extra = wanted - set(seen), set(seen) - wanted
        twice = [key for key, count in seen.items() if count > 1]
        if missing or extra or twice:
            raise AssertionError(f"of {expected}: missing {len(missing)} {sorted(missing)[:5]}, not sent "
                                 f"{sorted(extra)[:5]}, twice {twice[:5]}")
        for robot, _, sequence, payload in rows:
            if (payload["robot"], payload["sequence"]) != (robot, sequence):
                raise AssertionError(f"{payload}")
        if self.database.rows("SELECT * FROM fleet.gap WHERE stream = ANY(%s)", list(streams)):
            raise AssertionError("the database says that there are gaps")
        return expected


class Fleet:
    """A cluster and a database with the consumer between them. Their start takes half a minute: one for all tests."""

    def __init__(self) -> None:
        self._cleanup = contextlib.ExitStack()
        atexit.register(self._cleanup.close)
        self.folder = self._cleanup.enter_context(Folder())
        self.database = self._cleanup.enter_context(Database(self.folder))
        self.cluster = self._cleanup.enter_context(Cluster(self.folder))
        self.nodes = self.cluster.nodes
        #: The ports for MQTT.
        self.ports = [one.mqtt for one in self.nodes]
        self.stored = Stored(self.database)
        self.count = 0
        self.store = self.start_consumer()
        self._cleanup.callback(lambda: self.store.stop())

    def start_consumer(self, *more: str) -> Program:
        """Another process of the example, ready."""
        self.count += 1
        ports = [one.amqp for one in reversed(self.nodes)]
        program = consumer(self.folder, self.database, ports, f"store-{self.count}", *more)
        until(lambda: program.check() or "stores the events" in program.log, "the consumer is ready")
        return program


#: The fleet that all tests have in common.
shared = functools.cache(Fleet)


def network(command: str) -> None:
    """Sets the robot's link up or down."""
    subprocess.run(["ip", "-n", "robot", "link", "set", "eth0", command], check=True, timeout=10)


__all__ = ["COMPASS", "shared", "Fleet", "Cluster", "Daemon", "Database", "EXAMPLE", "Folder", "HERE", "HUB", "PASSWORD", "PATIENCE",
           "PROGRAM", "Program", "Stored", "USER", "Usage", "accepts", "consumer", "network", "password_file", "report",
           "robots", "until"]
