"""Runs the built tests: run.py FOLDER HEADINGD [CONFORMANCE].

The conformance streams, a hostile server, the real daemon with its simulated sensors. Nothing sleeps: each
step waits for a line, within a limit.
"""

from __future__ import annotations

import json
import math
import os
import queue
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent
BUILD = Path(sys.argv[1])
LIMIT = 30.0


def need(good: object, what: object) -> None:
    """Ends the test."""
    if not good:
        sys.exit(f"not in order: {what}")


class Program:
    """A program whose lines are awaited."""

    started: list[subprocess.Popen] = []

    def __init__(self, *command: object) -> None:
        self.process = subprocess.Popen([str(one) for one in command], stdout=subprocess.PIPE, text=True)
        Program.started.append(self.process)
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Queues the lines."""
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, matches) -> str:
        """The next line that matches."""
        seen = []
        end = time.monotonic() + LIMIT
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                line = None
            if line is None:
                sys.exit(f"not in order: {self.process.args} ended or is silent after {seen[-9:]}")
            if matches(line):
                return line
            seen.append(line)

    def event(self, **values: object) -> dict:
        """The next JSON line with these values."""
        found = {}

        def matches(line: str) -> bool:
            found.clear()
            found.update(json.loads(line))
            return all(found.get(key) == value for key, value in values.items())

        self.line(matches)
        return found

    def end(self) -> None:
        """Ends it; it must not have ended by itself."""
        need(self.process.poll() is None, f"{self.process.args} ended with {self.process.returncode}")
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_) -> None:
        if kind is None:
            self.end()
        else:
            self.process.kill()


# ---- Streams ----

TEXTS = {"heading_axis": ("+y", "-z", "+z"), "heading_source": ("magnetic_field", "motion", "external")}
# Objects of numbers within an update.
GROUPS = ("error_terms", "waves")
ERRORS = {
    "this is not headingd": "not_headingd",
    "a line is too long: this is not headingd": "not_headingd",
    "the daemon has a newer protocol": "newer_protocol",
}
NO_ERROR = "the daemon ended the connection"


def decoded(data: bytes) -> list[dict]:
    """What the client decodes from the bytes of a connection, which come in pieces."""
    pieces = random.Random(len(data))
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        path = f"{folder}/s"
        server.bind(path)
        server.listen()
        client = subprocess.Popen([BUILD / "events", path], stdout=subprocess.PIPE)

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                try:
                    at = 0
                    while at < len(data):
                        size = pieces.choice((1, 7, 100, 4000, 100_000))
                        connection.sendall(data[at : at + size])
                        at += size
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(4096):
                        pass
                except OSError:
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        output, _ = client.communicate(timeout=LIMIT)
        thread.join(LIMIT)
        need(client.returncode == 0, f"events ended with {client.returncode}")
    return [json.loads(line) for line in output.decode().splitlines()]


def same_update(event: dict, expected: dict, names: set[str]) -> bool:
    """Whether an update is decoded as expected."""
    value = event["value"]
    expected = dict(expected)
    text = expected.pop("time", None)
    try:
        time_value = datetime.fromisoformat(text).timestamp() if text else None
    except ValueError:
        time_value = None
    if (value["time"] is None) != (time_value is None) or (time_value and abs(value["time"] - time_value) > 1e-6):
        return False
    for key, words in TEXTS.items():
        if value[key] != (expected.get(key) if expected.get(key) in words else None):
            return False
        expected.pop(key, None)
    reasons = [one for one in expected.pop("reasons") if one != "malformed_value" or not event["malformed"]]
    known = [one for one in reasons if one in names]
    if sorted(set(known)) != sorted(value["reasons"]) or len(reasons) - len(known) != value["unknown_reasons"]:
        return False
    if sorted(set(expected.pop("sources")) & names) != sorted(value["sources"]):
        return False
    for group in GROUPS:
        members = expected.pop(group, None) or {}
        if any(value[group][key] != members.get(key) for key in value[group]):
            return False
    if event["missed"] != expected.pop("missed", 0):
        return False
    rest = {k: v for k, v in value.items() if k not in ("time", *TEXTS, "reasons", "unknown_reasons", "sources", *GROUPS)}
    return all(rest[key] == expected.pop(key, None) for key in rest) and not expected


def conformance(folder: Path, names: set[str]) -> None:
    """The streams that every client decodes."""
    streams = sorted(folder.glob("*/*.stream"))
    need(len(streams) > 10, f"{folder} has no streams")
    updates = 0
    for stream in streams:
        expected = [json.loads(line) for line in stream.with_suffix(".expected").read_text().splitlines()]
        events = decoded(stream.read_bytes())
        if events and events[-1].get("error") == NO_ERROR:
            events.pop()
        need(len(events) == len(expected), f"{stream.name}: {len(events)} events instead of {len(expected)}")
        for event, wanted in zip(events, expected):
            if wanted["kind"] == "update":
                good = event["kind"] == "update" and same_update(event, {k: v for k, v in wanted.items() if k != "kind"}, names)
                updates += 1
            elif wanted["kind"] == "error":
                good = ERRORS.get(event.get("error"), "refused") == wanted["error"] and (
                    wanted["error"] != "refused" or event["error"] == wanted["reason"])
            elif wanted["kind"] == "greeting":
                good = event["kind"] == "greeting" and event["server"] == wanted["server"]
            else:
                good = event == wanted
            need(good, f"{stream.name}:\n{event}\ninstead of\n{wanted}")
    print(f"conformance: {len(streams)} streams, {updates} updates in order")


# ---- A hostile server ----

GREETING = b'{"class":"greeting","protocol":1,"server":"test"}\n'


def update(heading: float, age: float = 0.0, **values: object) -> bytes:
    """An update whose sample is so old."""
    line = {
        "boot_time": time.clock_gettime(time.CLOCK_BOOTTIME) - age, "latency": 0.001, "magnetic_heading": heading,
        "heading_axis": "+y", "status": "valid", "steer": "ok", "reasons": [], "simulated": True, **values}
    return json.dumps(line).encode() + b"\n"


# The first connection of each; none may make a robot drive. Those with a heading have 77.
HOSTILE = {
    "noise": lambda: random.Random(1).randbytes(100_000),
    "another protocol": lambda: b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "endless line": lambda: b"x" * 2_000_000,
    "endless string": lambda: GREETING + b'{"a":"' + b"x" * 2_000_000,
    "nesting": lambda: GREETING + b'{"a":' + b"[" * 60_000 + b"\n" + update(77),
    "not a number": lambda: GREETING + update(77).replace(b"77", b"NaN"),
    "infinite": lambda: GREETING + update(77).replace(b"77", b"1e999") * 9,
    "invalid UTF-8": lambda: GREETING + update(77, name="xx").replace(b"xx", b"\xff\xfe"),
    "zeros": lambda: GREETING + b"\0" * 300_000 + update(77),
    "torn": lambda: GREETING + update(77)[:-20],
    "torn inside": lambda: GREETING + update(77)[:-20] + b"\n" + update(77),
    "two in a line": lambda: GREETING + update(77)[:-1] + update(77),
    "before the greeting": lambda: update(77),
    "a newer protocol": lambda: GREETING.replace(b"1", b"2", 1) + update(77),
    "refused": lambda: b'{"class":"error","reason":"too many\\u001b[2J"}\n' + update(77),
    "flood of lines": lambda: GREETING + b'{"class":"x"}\n' * 200_000,
    "old": lambda: GREETING + b"".join(update(77, age=5 - i / 50) for i in range(200)),
    "of unknown age": lambda: GREETING + update(77, latency=None) + update(77, boot_time="now") * 9,
    "coasting without an end": lambda: GREETING + update(77, steer="coast") * 9,
    "another word": lambda: GREETING + update(77, steer="OK") * 9,
    "a heading that is none": lambda: GREETING + update(777) + update(-77) + update([77]) + update("77"),
}


def hostile(name: str) -> None:
    """Serves a hostile connection, then a good one, by which the robot must drive."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{folder}/s")
        server.listen()
        server.settimeout(LIMIT)
        with Program(BUILD / "drive", f"{folder}/s") as robot:
            connection, _ = server.accept()
            with connection:
                try:
                    connection.sendall(HOSTILE[name]())
                except OSError:
                    pass
            connection, _ = server.accept()
            with connection:
                connection.sendall(GREETING)
                done = threading.Event()

                def serve() -> None:
                    while not done.wait(0.05):
                        line = update(123)
                        for at in range(0, len(line), 50):
                            connection.sendall(line[at : at + 50])

                thread = threading.Thread(target=serve)
                thread.start()
                first = robot.event(drive=True)
                done.set()
                thread.join()
            need(first["heading"] == 123, f"{name}: drives by {first}")


def all_hostile() -> None:
    """All of them, a few at once."""
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(hostile, HOSTILE))
    print(f"hostile: {len(HOSTILE)} servers in order")


# ---- The daemon ----


class Daemon(Program):
    """headingd with simulated sensors."""

    def __init__(self, headingd: Path, folder: str, port: int) -> None:
        self.path = f"{folder}/s"
        self.port = port
        super().__init__(headingd, "--simulate", "--heave-point", "0,0,0", "--socket", self.path, "--port", port)


def schema(headingd: Path) -> None:
    """The daemon's own list of names is that of the header."""
    compass = headingd.with_name("compass")
    if not compass.exists():
        return
    properties = json.loads(subprocess.run([compass, "schema"], check=True, capture_output=True).stdout)["properties"]
    source = (SOURCES / "headingd.c").read_text()
    for key in properties:
        need(f'"{key}"' in source, f"headingd.c does not read {key}")
    header = (SOURCES / "headingd.h").read_text()
    known = re.findall(r'"(\w+)"\)', header.split("HEADINGD_REASONS(X)")[1].split("HEADINGD_INPUTS(X)")[0])
    need(known == properties["reasons"]["items"]["enum"], "the reasons of headingd.h are not those of the daemon")
    print(f"schema: {len(properties)} keys, {len(known)} reasons in order")


def live(daemon: Daemon, names: set[str]) -> None:
    """Lines of the daemon, decoded by the client and by Python."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.settimeout(LIMIT)
        stream.connect(daemon.path)
        stream.sendall(b'{"class":"request","rate":50}\n')
        file = stream.makefile("rb")
        lines = [file.readline() for _ in range(60)]
    expected = [json.loads(line) for line in lines]
    events = decoded(b"".join(lines))
    need(len(events) == len(lines) + 1, "an event for each line")
    compared = 0
    for event, line in zip(events, expected):
        if "class" in line:
            continue
        wanted = {key: value for key, value in line.items() if value is not None}
        for group in GROUPS:
            if group in wanted:
                wanted[group] = {k: v for k, v in wanted[group].items() if v is not None}
        need(same_update(event, wanted, names), f"{event}\ninstead of\n{line}")
        compared += 1
    need(compared > 40, "updates came")
    print(f"live: {compared} updates as Python decodes them")


def commands(daemon: Daemon) -> None:
    """Each command of the program is answered, by enum headingd_kind, in any order."""
    with Program(BUILD / "drive", daemon.path, "command") as asker:
        answers, progress = [], []
        while len(answers) < 7:
            line = json.loads(asker.line(lambda line: "answer" in line or "progress" in line))
            if "progress" in line:
                progress.append(line)
            else:
                answers.append((line["answer"], "profile" in line["reason"]))
        wanted = [(10, False), (11, False), (11, False), (12, False), (13, False), (14, False), (17, True)]
        need(sorted(answers) == wanted, f"answers {answers}")
        # A calibration begins without samples, and is then cancelled.
        need(progress == [{"progress": 0, "target": 2.5, "complete": False}], f"progress {progress}")


def read_lines(path: str, count: int) -> None:
    """Waits until the daemon has published so many lines."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.settimeout(LIMIT)
        stream.connect(path)
        file = stream.makefile("rb")
        for _ in range(count):
            file.readline()


def real(headingd: Path, names: set[str]) -> None:
    """The daemon is stopped, continued, killed and started again; and so is the robot."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["HEADINGD_SOCKET"] = f"{folder}/s"
        # Before the daemon: the robot waits for it.
        with Program(BUILD / "drive", f"{folder}/s") as robot, Program(
            BUILD / "drive", f"127.0.0.1:{port}") as remote, Program(BUILD / "host", port) as board:
            robot.event(drive=False, cause="no_update")
            daemon = Daemon(headingd, folder, port)
            commands(daemon)
            for one in (robot, remote):
                one.event(drive=True)
            board.line(lambda line: line == "drives")
            live(daemon, names)

            daemon.process.send_signal(signal.SIGSTOP)
            stops = [one.event(drive=False) for one in (robot, remote)]
            board.line(lambda line: line == "stands")
            # On a busy machine the daemon itself may have been late before.
            need(all(0.2 <= stop["age"] < 1.25 or stop["cause"] == "daemon" for stop in stops), f"stopped: {stops}")
            ages = [stop["age"] for stop in stops]
            print(f"daemon hangs: stopped {ages[0]:.3f} s and over TCP {ages[1]:.3f} s after the last sample")
            daemon.process.send_signal(signal.SIGCONT)
            for one in (robot, remote):
                one.event(drive=True)
            board.line(lambda line: line == "drives")

            # The robot's program hangs; `drive` ends with a signal if it then drives by what waited.
            for one in (robot, remote):
                one.process.send_signal(signal.SIGSTOP)
            read_lines(daemon.path, 200)
            for one in (robot, remote):
                one.process.send_signal(signal.SIGCONT)
                one.event(continued=True)
            print("program hangs: no old heading")

            daemon.process.kill()
            daemon.process.wait()
            for one in (robot, remote):
                one.event(error=NO_ERROR)
                one.event(drive=False, cause="no_update")
            board.line(lambda line: line == "stands")
            daemon = Daemon(headingd, folder, port)
            for one in (robot, remote):
                one.event(greeting=True)
                one.event(drive=True)
            board.line(lambda line: line == "drives")
            print("daemon killed: stopped, connected again; ESP32 sketch too")

            for name, word in (("print_heading", "SIMULATED"), ("steer", "go: ok"), ("robot", "speed 1.00")):
                with Program(BUILD / name) as example:
                    example.line(lambda line: line.startswith(word))
            print("examples: in order")
            daemon.end()


def main() -> None:
    """All tests."""
    headingd = Path(sys.argv[2]).absolute()
    names = set(re.findall(r'X\(\w+, "(\w+)"\)', (SOURCES / "headingd.h").read_text()))
    if len(sys.argv) > 3 and Path(sys.argv[3]).is_dir():
        conformance(Path(sys.argv[3]), names)
    schema(headingd)
    all_hostile()
    real(headingd, names)


try:
    main()
finally:
    for program in Program.started:
        program.kill()
