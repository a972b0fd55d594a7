"""Robots that publish through a Zenoh router, seen from the fleet's host, on which these tests run."""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Callable

import headingd
import zenoh
from support import Daemon, until

PROGRAM = os.environ["HEADINGD_PROGRAM"]
HERE = Path(__file__).parent

EXAMPLE = HERE.parents[1] / "clients/python/examples/zenoh_fleet.py"

#: The router as robots and the fleet reach it.
NEAR, FAR = "tcp/10.77.1.1:7447", "tcp/10.77.2.1:7447"

#: The largest difference of a heading from what is simulated, degrees.
TOLERANCE = 0.5

#: After a router's start or a link's return, s.
RETURN = 5.0

FOLDER = tempfile.TemporaryDirectory()
unittest.addModuleCleanup(FOLDER.cleanup)
faulthandler.dump_traceback_later(600, exit=True)


class Process:
    """A program on one of the hosts."""

    def __init__(self, host: str, *command: str) -> None:
        self._log = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            ["ip", "netns", "exec", host, *command], stdout=self._log, stderr=self._log)

    def log(self) -> str:
        """What it has said so far."""
        return os.pread(self._log.fileno(), 1 << 20, 0).decode()

    def end(self, by: int = signal.SIGKILL) -> int:
        """Ends it, and returns its status."""
        self._process.send_signal(by)
        return self._process.wait(20)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.end()
        self._log.close()


def configuration(**values: object) -> Path:
    """A file of Zenoh."""
    with tempfile.NamedTemporaryFile("w", suffix=".json5", dir=FOLDER.name, delete=False) as file:
        json.dump({"scouting": {"multicast": {"enabled": False}}, **values}, file)
    return Path(file.name)


def router(listen: str = "tcp/0.0.0.0:7447", **values: object) -> Process:
    """A running router."""
    file = configuration(mode="router", listen={"endpoints": [listen]}, **values)
    binary = shutil.which("zenohd")
    if binary:
        return Process("router", binary, "--config", str(file))
    return Process("router", sys.executable, str(HERE / "router.py"), str(file))


@contextlib.contextmanager
def robot(name: str, scenario: str, *arguments: str) -> Iterator[tuple[Daemon, Process]]:
    """A robot's daemon and publisher."""
    with Daemon("ip", "netns", "exec", "robot", PROGRAM, "--simulate", "--scenario", scenario) as daemon:
        with publisher(name, daemon, *arguments) as process:
            yield daemon, process


def publisher(name: str, daemon: Daemon, *arguments: str) -> Process:
    """The program that is tested."""
    return Process("robot", sys.executable, "-m", "headingd.zenoh", "--robot", name, "--daemon", daemon.path,
                   "--connect", NEAR, *arguments)


class Fleet:
    """A session on the fleet's host, with what it has received."""

    def __init__(self) -> None:
        #: Arrival, key and object of every sample.
        self.samples: list[tuple[float, str, dict[str, Any]]] = []

        #: Arrival, robot and whether it is alive, of every change.
        self.changes: list[tuple[float, str, bool]] = []

    def __enter__(self) -> Fleet:
        config = zenoh.Config()
        for name, value in {
            "mode": "client", "scouting/multicast/enabled": False, "connect/endpoints": [FAR],
        }.items():
            config.insert_json5(name, json.dumps(value))

        def opened() -> Any:
            with contextlib.suppress(zenoh.ZError):
                return zenoh.open(config)
            return None

        self.session = until(opened)
        self._data = self.session.declare_subscriber("headingd/*/*", lambda one: self.samples.append(
            (time.monotonic(), str(one.key_expr), json.loads(one.payload.to_bytes()))))
        self._alive = self.session.liveliness().declare_subscriber(
            "headingd/*/alive/*", lambda one: self.changes.append(
                (time.monotonic(), str(one.key_expr).split("/")[1], one.kind == zenoh.SampleKind.PUT)), history=True)
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    def after(self, moment: float, subject: str, condition: Callable[[dict[str, Any]], bool] = bool) -> Any:
        """The first sample of a subject after a moment for which a condition holds: arrival and object."""
        def found() -> Any:
            return next(((arrival, value) for arrival, key, value in list(self.samples)
                         if arrival > moment and key.endswith("/" + subject) and condition(value)), None)

        return until(found)

    def headings(self, count: int) -> list[dict[str, Any]]:
        """So many headings from now on, of a robot that has one."""
        start = self.after(time.monotonic(), "heading", lambda one: one["magnetic_heading"] is not None)[0]

        def found() -> Any:
            values = [value for arrival, key, value in list(self.samples) if arrival >= start and "/heading" in key]
            return values if len(values) >= count else None

        values: list[dict[str, Any]] = until(found)
        return values

    def change(self, moment: float, name: str, alive: bool) -> float:
        """When a robot's token came or went, after a moment."""
        def found() -> Any:
            return next((arrival for arrival, one, is_alive in list(self.changes)
                         if arrival > moment and one == name and is_alive == alive), None)

        return float(until(found))

    def ask(self, selector: str) -> dict[str, dict[str, Any]]:
        """The answers of all robots, by key."""
        return {str(reply.ok.key_expr): json.loads(reply.ok.payload.to_bytes())
                for reply in self.session.get(selector, timeout=5) if reply.ok}


def turn(one: float, other: float) -> float:
    """The smaller angle between two directions, degrees."""
    return abs((one - other + 180) % 360 - 180)


def seconds(text: str) -> float:
    """A time of the wire in seconds."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Values(unittest.TestCase):
    """What arrives is what was simulated."""

    def test_headings_in_all_quadrants_across_north_and_in_the_south(self) -> None:
        south = ",latitude=-33.9,longitude=18.4"
        poses = [(45, 10, -5, ""), (135, -20, 30, ""), (225, 40, -60, ""), (315, 0, 175, ""), (359.9, 5, 5, ""),
                 (0.1, -5, 5, ""), (60, 10, -5, south), (200, -30, 20, south), (300, 5, 5, south)]
        with router(), Fleet() as fleet:
            for heading, pitch, roll, place in poses:
                with self.subTest(heading=heading, pitch=pitch, roll=roll, place=place):
                    scenario = f"pose:heading={heading},pitch={pitch},roll={roll},iron=none{place}"
                    with robot("rover-7", scenario, "--rate", "20"):
                        # Within two seconds of the first one the estimate of a body at rest has settled.
                        fleet.headings(40)
                        moment = time.monotonic()
                        values = fleet.headings(40)
                        for value in values:
                            self.assertLess(turn(value["magnetic_heading"], heading), TOLERANCE)
                            self.assertEqual((value["version"], value["robot"]), (1, "rover-7"))
                            self.assertIs(value["simulated"], True)
                        attitude = fleet.after(moment, "attitude")[1]
                        self.assertLess(turn(attitude["pitch"], pitch), TOLERANCE)
                        self.assertLess(turn(attitude["roll"], roll), 2 * TOLERANCE)
                        where = fleet.after(moment, "place", lambda one: one["latitude"] is not None)[1]
                        self.assertEqual(where["latitude"] < 0, bool(place))

    def test_a_turn_across_north(self) -> None:
        # Each is the daemon's own heading of that moment: `pairs` compares them.
        with router(), Fleet() as fleet, robot("rover-7", "turning:pitch=8,roll=-5,rate=40,iron=none",
                                               "--rate", "0") as (daemon, _):
            pairs = self.pairs(fleet, daemon, 11)
        headings = [one["magnetic_heading"] for one, _ in pairs]
        self.assertTrue(any(one > 300 and other < 60 for one, other in zip(headings, headings[1:])), "across north")

    def test_the_update_is_the_wires(self) -> None:
        with router(), Fleet() as fleet, robot("rover-7", "driving", "--rate", "0") as (daemon, _):
            for value, event in self.pairs(fleet, daemon, 3):
                for name in ("latitude", "longitude", "speed", "pressure", "heading_accuracy_95", "fix_age"):
                    self.assertEqual(value[name], getattr(event, name))
                self.assertEqual(value["velocity"], event.velocity and list(event.velocity))

    def pairs(self, fleet: Fleet, daemon: Daemon, span: float) -> list[tuple[dict[str, Any], headingd.Update]]:
        """What has come through the network for so many seconds, each with the daemon's own update of that moment."""
        fleet.headings(1)
        events: dict[tuple[object, object], headingd.Update] = {}
        end = time.monotonic() + span
        for event in headingd.Client(daemon.path).events():
            if isinstance(event, headingd.Update):
                events[event.boot_time, event.latency] = event
            if time.monotonic() > end:
                break
        fleet.after(time.monotonic(), "update")
        values = [value for _, key, value in list(fleet.samples) if key.endswith("/update")]
        found = [(value, events[key]) for value in values if (key := (value["boot_time"], value["latency"])) in events]
        self.assertGreater(len(found), 10 * span)
        for value, event in found:
            self.assertEqual(value["magnetic_heading"], event.magnetic_heading)
            self.assertEqual(value["attitude"], event.attitude and list(event.attitude))
        return found


class Ages(unittest.TestCase):
    """No value is without its time and its end."""

    def test_a_late_joiner_gets_a_value_with_its_time(self) -> None:
        with router(), Fleet() as fleet, robot("rover-7", "pose:heading=45,iron=none") as (daemon, _):
            fleet.headings(5)
            with Fleet() as late:
                start = time.time()
                value = late.ask("headingd/*/heading")["headingd/rover-7/heading"]
                self.assertLess(turn(value["magnetic_heading"], 45), 3)
                self.assertLess(value["age"], 0.5)
                self.assertAlmostEqual(value["age"] + value["valid_for"], 0.5, delta=0.002)
                self.assertLess(abs(seconds(value["time"]) - start), 1)
                self.assertAlmostEqual(seconds(value["expires"]) - seconds(value["time"]), 0.5, delta=0.01)
                self.assertEqual(len(late.ask("headingd/rover-7/*")), 4)

                # A daemon that hangs: its last value is withheld once it is too old, and all are told.
                moment = time.monotonic()
                daemon.stop()
                _, silent = late.after(moment, "heading", lambda one: one["magnetic_heading"] is None)
                self.assertIn("connection_silent", silent["reasons"])
                answer = late.ask("headingd/*/*")["headingd/rover-7/update"]
                for name in ("magnetic_heading", "true_heading", "attitude", "latitude", "expires"):
                    self.assertIsNone(answer[name], name)
                self.assertEqual((answer["valid_for"], answer["steer"], answer["status"]), (0, "stop", "invalid"))
                daemon.resume()
                late.after(time.monotonic(), "heading", lambda one: one["magnetic_heading"] is not None)

    def test_a_daemon_that_is_killed_and_started_again(self) -> None:
        with router(), Fleet() as fleet, robot("rover-7", "pose:heading=45,iron=none") as (daemon, process):
            fleet.headings(5)
            moment = time.monotonic()
            daemon.kill()
            arrival, value = fleet.after(moment, "heading", lambda one: one["magnetic_heading"] is None)
            self.assertLess(arrival - moment, 0.5)
            self.assertEqual(value["reasons"], ["connection_lost"])
            self.assertFalse([one for one in fleet.changes if not one[2]], "the robot itself is still there")
            daemon.start()
            fleet.after(arrival, "heading", lambda one: one["magnetic_heading"] is not None)
            self.assertIn("no heading: connection_lost", process.log())

    def test_no_value_is_valid_for_longer_than_it_says(self) -> None:
        with router(), Fleet() as fleet, robot("rover-7", "pose:heading=45", "--deadline", "0.25"):
            for value in fleet.headings(30):
                self.assertLessEqual(value["valid_for"], 0.25)
                if value["magnetic_heading"] is not None:
                    self.assertGreater(value["valid_for"], 0)
                    self.assertLess(seconds(value["expires"]) - seconds(value["time"]), 0.26)


class Losses(unittest.TestCase):
    """Routers, links and robots that go and come back."""

    def test_a_router_that_is_killed_and_comes_back(self) -> None:
        running = router()
        with Fleet() as fleet, contextlib.ExitStack() as stack, \
                robot("rover-7", "pose:heading=45,iron=none") as (_, process):
            fleet.headings(5)
            for outage in (0.5, 4.0):
                with running:
                    running.end()
                end = time.monotonic() + outage
                until(lambda: time.monotonic() > end)
                moment = time.monotonic()
                running = stack.enter_context(router())
                arrival, value = fleet.after(moment, "heading", lambda one: one["magnetic_heading"] is not None)
                print(f"\n  router back: heading after {arrival - moment:.2f} s", file=sys.stderr)
                self.assertLess(arrival - moment, RETURN)
                self.assertLess(value["age"], 0.25, "nothing old was queued")
                until(lambda: fleet.changes and fleet.changes[-1][2])
            until(lambda: process.log().count("Zenoh is connected") == 3)

    def test_a_router_that_comes_later(self) -> None:
        with robot("rover-7", "pose:heading=45,iron=none") as (_, process):
            until(lambda: "Is the router running?" in process.log())
            with router(), Fleet() as fleet:
                moment = time.monotonic()
                arrival, _ = fleet.after(moment, "heading")
                self.assertLess(arrival - moment, RETURN)

    def test_a_robot_that_is_killed_cut_off_or_stopped(self) -> None:
        with router(), Fleet() as fleet:
            with robot("rover-7", "pose:heading=45,iron=none") as (daemon, process):
                fleet.headings(5)
                moment = time.monotonic()
                process.end()
                gone = fleet.change(moment, "rover-7", alive=False) - moment
                self.assertEqual(fleet.ask("headingd/*/heading"), {})

                # Its network fails: nobody says so.
                with publisher("rover-7", daemon) as process:
                    fleet.change(time.monotonic() - 0.1, "rover-7", alive=True)
                    fleet.headings(5)
                    moment = time.monotonic()
                    subprocess.run(["ip", "-n", "robot", "link", "set", "eth0", "down"], check=True)
                    cut = fleet.change(moment, "rover-7", alive=False) - moment
                    moment = time.monotonic()
                    subprocess.run(["ip", "-n", "robot", "link", "set", "eth0", "up"], check=True)
                    back = fleet.after(moment, "heading", lambda one: one["magnetic_heading"] is not None)[0] - moment
                    fleet.change(moment, "rover-7", alive=True)

                    moment = time.monotonic()
                    self.assertEqual(process.end(signal.SIGTERM), 0)
                    stopped = fleet.change(moment, "rover-7", alive=False) - moment
        print(f"\n  token gone: killed {gone:.2f} s, cut off {cut:.2f} s, stopped {stopped:.2f} s; "
              f"link back: heading after {back:.2f} s", file=sys.stderr)
        self.assertLess(gone, 1)
        self.assertLess(stopped, 1)
        self.assertLess(cut, RETURN)
        self.assertLess(back, RETURN)

    def test_a_fleet_of_two_and_one_with_a_name_twice(self) -> None:
        with router(), Fleet() as fleet, robot("rover-7", "pose:heading=45,iron=none") as (daemon, first), \
                robot("rover-8", "pose:heading=225,iron=none"):
            fleet.headings(40)
            for name, heading in (("rover-7", 45), ("rover-8", 225)):
                answers = until(lambda name=name: fleet.ask(f"headingd/{name}/heading"))
                self.assertLess(turn(answers[f"headingd/{name}/heading"]["magnetic_heading"], heading), 3)
            self.assertEqual(set(fleet.ask("headingd/*/heading")),
                             {"headingd/rover-7/heading", "headingd/rover-8/heading"})
            self.assertNotIn("has the name", first.log())
            with publisher("rover-7", daemon) as second:
                until(lambda: "has the name rover-7 too" in second.log() and "has the name rover-7 too" in first.log())


class Readers(unittest.TestCase):
    """The readers that the documentation shows."""

    def test_the_example(self) -> None:
        with router(), robot("rover-7", "pose:heading=45,iron=none") as (daemon, process):
            until(lambda: "Zenoh is connected" in process.log())
            with Process("fleet", sys.executable, str(EXAMPLE), FAR) as reader:
                until(lambda: "rover-7 4" in reader.log())
                daemon.kill()
                until(lambda: "rover-7 no heading: connection_lost" in reader.log())
                process.end()
                until(lambda: "rover-7 gone" in reader.log())

    def test_the_page(self) -> None:
        page = (HERE.parents[1] / "docs/zenoh.md").read_text("utf-8")
        program = page.split("```python\n")[1].split("```")[0].replace("127.0.0.1", "10.77.2.1")
        with router(), robot("rover-7", "pose:heading=45,iron=none") as (_, process):
            until(lambda: "Zenoh is connected" in process.log())
            with Process("fleet", sys.executable, "-u", "-c", program) as reader:
                until(lambda: "rover-7 4" in reader.log())

    def test_a_robot_that_is_the_router(self) -> None:
        with Daemon("ip", "netns", "exec", "robot", PROGRAM, "--simulate", "--scenario", "pose:heading=45") as daemon, \
                Process("robot", sys.executable, "-m", "headingd.zenoh", "--robot", "rover-7", "--daemon", daemon.path,
                        "--mode", "router", "--listen", "tcp/0.0.0.0:7448") as process:
            until(lambda: "publishing" in process.log())
            with Process("router", sys.executable, str(EXAMPLE), "tcp/10.77.1.2:7448") as reader:
                until(lambda: "rover-7 4" in reader.log())


class Encrypted(unittest.TestCase):
    """TLS, with certificates of both ends."""

    def test_only_a_robot_with_a_certificate_is_let_in(self) -> None:
        def file(name: str) -> str:
            return f"{FOLDER.name}/{name}"

        def openssl(*words: str) -> None:
            subprocess.run(["openssl", *words], check=True, stderr=subprocess.DEVNULL)

        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        openssl("req", "-x509", *key, "-keyout", file("ca.key"), "-out", file("ca.pem"), "-days", "2", "-subj", "/CN=fleet")
        for name in ("router", "rover-7"):
            openssl("req", *key, "-keyout", file(f"{name}.key"), "-out", file(f"{name}.csr"), "-subj", f"/CN={name}")
            Path(file("extensions")).write_text("subjectAltName=IP:10.77.1.1\n", "utf-8")
            openssl("x509", "-req", "-in", file(f"{name}.csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"),
                    "-CAcreateserial", "-out", file(f"{name}.pem"), "-days", "2", "-extfile", file("extensions"))
        ours = {"root_ca_certificate": file("ca.pem"), "enable_mtls": True}
        with_one = configuration(
            mode="client", connect={"endpoints": ["tls/10.77.1.1:7448"]}, transport={"link": {"tls": {
                **ours, "connect_certificate": file("rover-7.pem"), "connect_private_key": file("rover-7.key")}}})
        without = configuration(
            mode="client", connect={"endpoints": ["tls/10.77.1.1:7448"]},
            transport={"link": {"tls": {"root_ca_certificate": file("ca.pem")}}})
        listening = {"link": {"tls": {
            **ours, "listen_certificate": file("router.pem"), "listen_private_key": file("router.key")}}}
        with Daemon("ip", "netns", "exec", "robot", PROGRAM, "--simulate", "--scenario", "pose:heading=45") as daemon, \
                router("tls/0.0.0.0:7448", transport=listening):
            def robot_with(file: Path) -> Process:
                return Process("robot", sys.executable, "-m", "headingd.zenoh", "--robot", "rover-7", "--daemon",
                               daemon.path, "--config", str(file))

            with robot_with(with_one) as process:
                until(lambda: "Zenoh is connected" in process.log())
            with robot_with(without) as process:
                until(lambda: "Unable to connect" in process.log())
                self.assertNotIn("Zenoh is connected", process.log())


class Arguments(unittest.TestCase):
    """Without a network."""

    def run_with(self, *arguments: str) -> tuple[int, str]:
        """Status and text."""
        done = subprocess.run([sys.executable, "-m", "headingd.zenoh", *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=20, check=False)
        return done.returncode, done.stdout

    def test_what_is_wrong_is_said(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".json5") as file:
            file.write("{mode: 'nonsense'}")
            file.flush()
            for words, status, text in (
                (["--robot", "a/b"], 64, "a robot's name has"), (["--rate", "1"], 64, "expire before the next"),
                (["--connect", "nonsense"], 78, "Endpoints must be of the form"),
                (["--config", file.name], 78, "unknown variant"), (["--config", "/nowhere"], 78, "No such file"),
                (["--help"], 0, "examples:"),
            ):
                with self.subTest(words):
                    code, said = self.run_with(*words)
                    self.assertEqual(code, status, said)
                    self.assertIn(text, said)
                    self.assertNotIn(".rs:", said)
                    self.assertNotIn("Traceback", said)


if __name__ == "__main__":
    unittest.main()
