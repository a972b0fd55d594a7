"""Comparison of sentences with the truth of a vessel."""

from __future__ import annotations

import unittest
from dataclasses import dataclass
from typing import Any

from consumers import Arrival, Listener, agree, by_pynmea2, by_pynmeagps, checksum_of, name_of
from programs import until
from rig import Rig
from vessel import KNOT, Truth, wrapped

SENTENCES = ("HDT", "HDM", "ROT", "XDR", "HDG", "THS", "PASHR", "RMC", "GGA", "VTG", "GST")
POSITIONS = ("RMC", "GGA", "VTG", "GST")

#: The largest difference of each quantity from the truth, and where it was.
LARGEST: dict[str, tuple[float, str]] = {}


def report(title: str) -> None:
    """Prints the largest differences, and forgets them."""
    print(f"\n{title}: largest differences from the truth")
    for name, (size, where) in sorted(LARGEST.items()):
        print(f"  {name:24s} {size:9.4f}  {where}")
    LARGEST.clear()


@dataclass(frozen=True)
class Tolerance:
    """The largest differences: degrees, degrees a minute, metres, knots, seconds."""

    heading: float = 0.5
    tilt: float = 0.5
    rate: float = 30.0
    position: float = 3.0
    altitude: float = 8.0
    knots: float = 0.2
    course: float = 1.5
    latency: float = 0.5


class Comparison(unittest.TestCase):
    """Sentences of one moment against the truth of it, in both packages' reading."""

    tolerance = Tolerance()
    where = ""

    def setUp(self) -> None:
        self.failed: set[tuple[str, str]] = set()

    def near(self, name: str, value: float, expected: float, limit: float, is_angle: bool = False) -> None:
        """Compares a value, and remembers the difference."""
        difference = value - expected
        size = abs(wrapped(difference) if is_angle else difference)
        if size > LARGEST.get(name, (-1.0, ""))[0]:
            LARGEST[name] = (size, self.where)
        self.assertLessEqual(size, limit, f"{name}: {value}, true is {expected:.4f}")

    def compare(self, rig: Rig, group: Arrival) -> list[str]:
        """Compares a group that has a time with the truth of this time; returns the sentences' names."""
        moment = self.time_of(rig, group)
        truth = rig.truth(moment)
        self.near("latency, s", group.time, moment, self.tolerance.latency)
        names = []
        for line in group.lines:
            name = name_of(line)
            names.append(name)
            # One report of a sentence and a place is enough.
            if (self.where, name) not in self.failed:
                with self.subTest(self.where, line=line):
                    self.failed.add((self.where, name))
                    self.check(rig, line, truth, group.time)
                    self.failed.remove((self.where, name))
        return names

    def time_of(self, rig: Rig, group: Arrival) -> float:
        """The boottime of a group's values, which are cut to hundredths of a second."""
        times = [by_pynmeagps(line)["time"] for line in group.lines if name_of(line) in ("PASHR", "GGA")]
        self.assertTrue(times, group)
        self.assertEqual(len(set(times)), 1, group)
        return rig.boottime(times[0], group.time) + 0.005

    def check(self, rig: Rig, line: str, truth: Truth, arrival: float) -> None:
        """Compares a sentence with the truth."""
        self.assertLessEqual(len(line) + 2, 82, "IEC 61162-1 allows 82 characters")
        self.assertEqual(line[line.rindex("*") + 1:], checksum_of(line))
        name = name_of(line)
        self.assertEqual(line[1:3], "PA" if name == "PASHR" else "IN" if name in POSITIONS else "HC")
        values = by_pynmeagps(line)
        if name == "THS":
            with self.assertRaises(Exception, msg="docs/nmea.md: pynmea2 does not know THS"):
                by_pynmea2(line)
        else:
            other = by_pynmea2(line)
            self.assertEqual(set(values), set(other))
            for key, value in values.items():
                self.assertTrue(agree(value, other[key]), f"{key}: {value} by pynmeagps, {other[key]} by pynmea2")
        if "epoch" in values:
            self.near("date and time, s", rig.vessel.utc + truth.time, values["epoch"] + 0.005, 0.011)
        getattr(self, "check_" + name.lower())(values, truth, rig.vessel.field.declination)

    def check_hdt(self, values: dict[str, Any], truth: Truth, _: float) -> None:
        self.near("HDT, °", values["heading"], truth.heading, self.tolerance.heading, True)
        self.assertTrue(0 <= values["heading"] < 360)

    def check_hdm(self, values: dict[str, Any], truth: Truth, declination: float) -> None:
        self.near("HDM, °", values["heading"], truth.heading - declination, self.tolerance.heading, True)
        self.assertTrue(0 <= values["heading"] < 360)

    def check_ths(self, values: dict[str, Any], truth: Truth, _: float) -> None:
        self.near("THS, °", values["heading"], truth.heading, self.tolerance.heading, True)
        self.assertEqual(values["mode"], "A")

    def check_rot(self, values: dict[str, Any], truth: Truth, _: float) -> None:
        self.near("ROT, °/min", values["rate"], truth.rate * 60, self.tolerance.rate)
        self.assertEqual(values["status"], "A")

    def check_xdr(self, values: dict[str, Any], truth: Truth, _: float) -> None:
        self.assertEqual(set(values), {"PTCH", "ROLL"})
        for name, expected in (("PTCH", truth.pitch), ("ROLL", truth.roll)):
            value, kind, unit = values[name]
            self.assertEqual((kind, unit), ("A", "D"))
            self.near(f"XDR {name}, °", value, expected, self.tolerance.tilt, True)

    def check_hdg(self, values: dict[str, Any], truth: Truth, declination: float) -> None:
        compass = values["heading"] + (values["deviation"] or 0)
        self.near("HDG, °", compass, truth.heading - declination, self.tolerance.heading, True)
        self.near("variation, °", values["variation"], declination, 0.1)

    def check_pashr(self, values: dict[str, Any], truth: Truth, _: float) -> None:
        self.near("PASHR heading, °", values["heading"], truth.heading, self.tolerance.heading, True)
        self.near("PASHR pitch, °", values["pitch"], truth.pitch, self.tolerance.tilt, True)
        self.near("PASHR roll, °", values["roll"], truth.roll, self.tolerance.tilt, True)
        for name in ("heading_accuracy", "pitch_accuracy", "roll_accuracy"):
            self.assertTrue(0 < values[name] < 10, name)
        self.assertEqual((values["aiding"], values["empty"]), (1, (None, None)))

    def position(self, values: dict[str, Any], truth: Truth) -> None:
        """Compares latitude and longitude."""
        distance = truth.distance(values["latitude"], values["longitude"])
        self.near("position, m", distance, 0, self.tolerance.position)

    def motion(self, values: dict[str, Any], truth: Truth, declination: float) -> None:
        """Compares speed and course."""
        self.near("speed, kn", values["knots"], truth.speed / KNOT, self.tolerance.knots)
        if "kilometres" in values:
            self.near("speed, km/h", values["kilometres"], truth.speed * 3.6, self.tolerance.knots * 1.852)
        if truth.speed > 1:
            self.near("course, °", values["course"], truth.course, self.tolerance.course, True)
            if "magnetic" in values:
                self.near("magnetic course, °", values["magnetic"], truth.course - declination,
                          self.tolerance.course, True)
        elif truth.speed == 0:
            self.assertIsNone(values["course"], "a vessel at rest has no course")

    def check_rmc(self, values: dict[str, Any], truth: Truth, declination: float) -> None:
        self.assertEqual((values["status"], values["mode"]), ("A", "A"))
        self.position(values, truth)
        self.motion(values, truth, declination)
        self.near("variation, °", values["variation"], declination, 0.1)

    def check_gga(self, values: dict[str, Any], truth: Truth, _: float) -> None:
        self.assertEqual(values["quality"], 1)
        self.position(values, truth)
        self.assertEqual(values["units"], ("M", "M"))
        self.near("altitude, m", values["altitude"], truth.altitude, self.tolerance.altitude)
        self.assertIsNotNone(values["separation"])

    def check_vtg(self, values: dict[str, Any], truth: Truth, declination: float) -> None:
        self.assertEqual(values["mode"], "A")
        self.motion(values, truth, declination)

    def check_gst(self, values: dict[str, Any], _: Truth, __: float) -> None:
        for name in ("latitude", "longitude", "altitude"):
            self.assertTrue(0.05 < values[name] < 40, f"{name}: {values[name]}")


def every_sentence(listener: Listener) -> str:
    """The section of an output of all sentences to a socket."""
    return f"  nmea:\n    - to: udp:127.0.0.1:{listener.port}\n      sentences: [{', '.join(SENTENCES)}]\n"


def groups(rig: Rig, arrivals: Any, after: float, count: int) -> list[Arrival]:
    """The next groups of an output that arrive after a time."""
    found: list[Arrival] = until(lambda: some if len(some := arrivals(after)) >= count else None,
                                 f"{count} groups after {after:.1f}: {rig.newest}")
    return found[:count]


__all__ = ["Comparison", "LARGEST", "POSITIONS", "SENTENCES", "Tolerance", "every_sentence", "groups", "report"]
