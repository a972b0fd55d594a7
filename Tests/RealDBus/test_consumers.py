"""The programs that docs/dbus.md names, each with the truth of a turning body."""

from __future__ import annotations

import contextlib
import functools
import json
import operator
import os
import re
import socket
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from body import difference
from machine import STEP, TOLERANCE, Machine
from programs import COMPASS, HEADING, QCOMPASS, SYSTEM, Program, busctl, owner, run, until

WHERE_AM_I = Path("/usr/libexec/geoclue-2.0/demos/where-am-i")

#: Where GeoClue reads sentences, by its configuration of this test; the course that they say.
SENTENCES, COURSE = "/run/nmea.sock", 111.0

GEOCLUE = f"""[agent]
whitelist=geoclue-demo-agent
[network-nmea]
enable=true
nmea-socket={SENTENCES}
[wifi]
enable=false
url=http://127.0.0.1:9/
[3g]
enable=false
[cdma]
enable=false
[modem-gps]
enable=false
[compass]
enable=true
[geoclue-where-am-i]
allowed=true
system=true
users=
"""


def sentence(text: str) -> bytes:
    """A sentence of NMEA 0183 with its checksum."""
    return f"${text}*{functools.reduce(operator.xor, text.encode()):02X}\r\n".encode()


class Receiver(threading.Thread):
    """A GNSS receiver on a Unix socket: a ship that goes to 111 degrees."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._listening = socket.socket(socket.AF_UNIX)
        Path(SENTENCES).unlink(missing_ok=True)
        self._listening.bind(SENTENCES)
        self._listening.listen()
        os.chmod(SENTENCES, 0o666)

    def run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                stream, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(stream,), daemon=True).start()

    @staticmethod
    def _serve(stream: socket.socket) -> None:
        with contextlib.suppress(OSError), stream:
            while True:
                clock, date = time.strftime("%H%M%S.00 %d%m%y", time.gmtime()).split()
                stream.sendall(
                    sentence(f"GPGGA,{clock},4724.000,N,00830.000,E,1,09,0.9,408.0,M,47.0,M,,")
                    + sentence(f"GPRMC,{clock},A,4724.000,N,00830.000,E,5.0,{COURSE},{date},,,A"))
                time.sleep(0.5)

    def stop(self) -> None:
        """Ends it."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


class ConsumerTests(unittest.TestCase):
    """One machine for all."""

    machine: Machine

    @classmethod
    def setUpClass(cls) -> None:
        cls.machine = cls.enterClassContext(Machine())

    def follows(self, log: Callable[[], str], pattern: str) -> None:
        """Turns the body, and compares the last value of a program's output with the truth after each turn."""
        for heading in (20, 110, 200, 290, 350, 10):
            with self.subTest(heading=heading):
                self.machine.turn(heading)

                def last() -> float:
                    found = re.findall(pattern, log())
                    return float(found[-1]) if found else -1.0
                until(lambda: abs(difference(self.machine.body.truth[0], last())) <= TOLERANCE + STEP,
                      f"it shows {heading}: {log()[-300:]}", 10)
                self.assertTrue(0 <= last() < 360)

    def test_busctl_shows_every_property(self) -> None:
        """As docs/dbus.md says it, without an address, as a member of the group."""
        result = run("busctl", "introspect", "org.headingd.Heading1", "/org/headingd/Heading1", user="anna")
        self.assertEqual(result.returncode, 0, result.stderr)
        value = re.search(r"\.MagneticHeading +property +d +(\S+)", result.stdout)
        assert value, result.stdout
        self.assertTrue(self.machine.is_true(float(value[1])), result.stdout)
        for line in (r"\.Claim +method +- +-", r"\.Release +method +- +-", r"\.Status +property +s +\"valid\"",
                     r"\.Simulated +property +b +false", r"\.Version +property +u +1 "):
            self.assertRegex(result.stdout, line)

    def test_busctl_tree_shows_the_objects(self) -> None:
        for name, path in ((HEADING[0], HEADING[1]), (COMPASS[0], "/net/hadess/SensorProxy"), (COMPASS[0], COMPASS[1])):
            with self.subTest(path=path):
                self.assertIn(path + "\n", busctl("tree", "--list", name).stdout)

    def test_gdbus_reads_it(self) -> None:
        result = run("gdbus", "introspect", "--system", "--dest", COMPASS[0], "--object-path", COMPASS[1])
        self.assertIn("readonly b HasCompass = true", result.stdout, result.stderr)

    def test_busctl_monitors_the_signals_of_a_claim(self) -> None:
        monitor = self.machine.start("monitor", ["busctl", f"--address={SYSTEM}", "monitor", "--json=short",
                                                 HEADING[0]])
        until(lambda: "Monitoring" in monitor.log, f"it monitors: {monitor.log}")
        client = self.machine.peer("claimant", "anna", "claim", "heading").ready()
        client.has_more()
        self.machine.turn(77)

        def seen() -> float:
            rows = [json.loads(line) for line in monitor.log.splitlines() if line.endswith("}")]
            values = [row["payload"]["data"][1].get("MagneticHeading") for row in rows
                      if row.get("member") == "PropertiesChanged"]
            return float(([one["data"] for one in values if one] or [-1.0])[-1])
        until(lambda: self.machine.is_true(seen()), f"a signal shows 77: {monitor.log[-500:]}")
        client.kill()
        monitor.stop()

    def test_monitor_sensor(self) -> None:
        command = ["runuser", "-u", "geoclue", "--", "stdbuf", "-oL", "monitor-sensor"]
        program = self.machine.start("monitor-sensor", command)
        until(lambda: "Has compass" in program.log, f"it has a compass: {program.log}")
        self.assertIn("No accelerometer", program.log)
        self.follows(lambda: program.log, r"Compass heading changed: (-?[\d.]+)")
        program.stop()

    def test_qt(self) -> None:
        if not QCOMPASS:
            self.skipTest("Qt's sensors are not installed: apt install libqt5sensors5-dev qt6-sensors-dev g++")
        for path in QCOMPASS:
            with self.subTest(path=path):
                self.qt(self.machine.start(Path(path).name, [path, "60"], "geoclue"))

    def qt(self, program: Program) -> None:
        """Compares Qt's azimuth with the truth."""
        until(lambda: "started" in program.log, "it starts")
        self.assertIn("connected 1", program.log)
        self.assertIn("started 1", program.log)
        self.follows(lambda: program.log, r"azimuth (-?[\d.]+)")
        program.stop()

    def test_geoclue(self) -> None:
        if not WHERE_AM_I.exists():
            self.skipTest("GeoClue's demo is not installed: apt install geoclue-2-demo")
        Path("/etc/geoclue/geoclue.conf").write_text(GEOCLUE, "utf-8")
        receiver = Receiver()
        receiver.start()
        self.addCleanup(receiver.stop)
        geoclue = self.machine.start("geoclue", ["/usr/libexec/geoclue"], "geoclue", HOME="/var/lib/geoclue")
        until(lambda: owner("org.freedesktop.GeoClue2"), "GeoClue is on the bus")
        agent = self.machine.start("agent", ["/usr/libexec/geoclue-2.0/demos/agent"], "anna")
        until(lambda: agent.is_running, "the agent runs")
        program = self.machine.start("where", ["stdbuf", "-oL", str(WHERE_AM_I), "-t", "60", "-a", "8"], "anna")
        until(lambda: "Heading:" in program.log, f"a location: {program.log} {geoclue.log}", 30)
        self.follows(lambda: program.log, r"Heading: +(-?[\d.]+)")
        for one in (program, agent, geoclue):
            one.stop()


if __name__ == "__main__":
    unittest.main()
