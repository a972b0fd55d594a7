"""The sentences of a daemon against the truth of a vessel, as pynmea2 and pynmeagps read them."""

from __future__ import annotations

import math
import unittest
from dataclasses import replace
from typing import Any

from comparison import SENTENCES, Comparison, Tolerance, every_sentence, groups, report
from consumers import Arrival, Listener, by_pynmea2, by_pynmeagps, datagrams, name_of
from rig import COMPASS, DATA, Field, Rig, Truth, Vessel, now
from vessel import KNOT, wrapped

#: Seconds of a motion to another pose, from its end until values are compared, and how many groups are.
MOTION, SETTLED, GROUPS = 1.8, 0.8, 5

#: Groups a second, the default of `rate`.
RATE = 10


def tearDownModule() -> None:
    report("test_nmea")


class Voyage(Comparison):
    """A vessel, and an output of all sentences in each datagram."""

    latitude, longitude, geoid = 54.35, 10.15, 39.5
    profile: dict[str, Any] = {}
    listener: Listener
    rig: Rig

    @classmethod
    def setUpClass(cls) -> None:
        vessel = Vessel(cls.latitude, cls.longitude, Field.at(COMPASS, cls.latitude, cls.longitude), geoid=cls.geoid)
        vessel.steer(heading=45, pitch=2, roll=-3)
        cls.listener = cls.enterClassContext(Listener(datagrams()))
        cls.rig = cls.enterClassContext(Rig(vessel, every_sentence(cls.listener), f"data: {{folder: {DATA}}}",
                                            cls.profile))
        cls.rig.ready()
        # Rotation shows the gyroscope's bias: what follows is the accuracy of a device that has been in use.
        for heading, pitch, roll in ((225, 20, -20), (45, -10, 20)):
            end = vessel.steer(3.0, heading=heading, pitch=pitch, roll=roll)
            groups(cls.rig, cls.listener.since, end + 0.5, 1)

    def next(self, after: float, count: int = GROUPS) -> list[Arrival]:
        """The next groups after a time."""
        return groups(self.rig, self.listener.since, after, count)

    def settle(self, **targets: float) -> list[Arrival]:
        """Moves the vessel, waits until it lies still, and returns the groups that follow."""
        return self.next(self.rig.vessel.steer(MOTION, **targets) + SETTLED)

    def poses(self, *poses: tuple[float, float, float]) -> None:
        """Compares all sentences in some poses: heading, pitch, roll."""
        for heading, pitch, roll in poses:
            self.where = f"heading {heading}, pitch {pitch}, roll {roll}"
            for group in self.settle(heading=heading, pitch=pitch, roll=roll):
                self.assertEqual(tuple(self.compare(self.rig, group)), SENTENCES, "the order of the configuration")

    def turn(self, rate: float, span: float) -> list[Arrival]:
        """Turns the vessel at a rate for a time, and returns the groups of it."""
        begin = self.rig.vessel.steer(1.0, rate=rate) + 0.3
        found = self.next(begin, int(span * RATE))
        end = self.rig.vessel.steer(1.0, rate=0)
        self.next(end, 1)
        return found


class North(Voyage):
    """In the northern and eastern hemisphere."""

    def test_a_four_quadrants(self) -> None:
        self.poses((45, 10, -5), (135, -20, 30), (225, 40, -60), (315, 0, 12))

    def test_b_upside_down(self) -> None:
        # By docs/design.md the heading is that of the forward axis, and the roll a turn about it.
        self.poses((315, 5, 95), (300, 5, 175), (350, -15, -170))

    def test_c_turns_across_north(self) -> None:
        self.tolerance = replace(Tolerance(), heading=0.6, knots=0.3)
        for heading, rate in ((340, 12), (20, -20)):
            self.settle(heading=heading, pitch=3, roll=-4)
            self.where = f"turning by {rate} degrees a second"
            headings = []
            for group in self.turn(rate, 3):
                self.compare(self.rig, group)
                headings += [by_pynmeagps(line)["heading"] for line in group.lines if name_of(line) == "HDT"]
            steps = [(one, other) for one, other in zip(headings, headings[1:])]
            self.assertTrue(any(abs(other - one) > 350 for one, other in steps), f"not across north: {headings}")
            self.assertTrue(all(wrapped(other - one) * rate > 0 for one, other in steps), headings)

    def test_d_turns_tilted_and_upside_down(self) -> None:
        # To the right is to a larger heading, also of a vessel that lies on its head.
        self.tolerance = replace(Tolerance(), heading=0.6, knots=0.5)
        for pitch, roll in ((30, 20), (0, 178)):
            self.settle(pitch=pitch, roll=roll)
            self.where = f"turning to the right with pitch {pitch}, roll {roll}"
            for group in self.turn(10, 1.5):
                self.compare(self.rig, group)

    def test_e_under_way_in_waves(self) -> None:
        self.settle(pitch=0, roll=0)
        self.where = "under way in waves"
        self.tolerance = replace(Tolerance(), heading=1.0, rate=60, knots=0.5, course=3)
        self.rig.vessel.leeway = 6
        end = self.rig.vessel.steer(5.0, heading=300, speed=9 * KNOT, waves=1)
        for group in self.next(end + SETTLED, 50):
            self.assertEqual(tuple(self.compare(self.rig, group)), SENTENCES)
        self.next(self.rig.vessel.steer(2.0, speed=0, waves=0), 1)


class South(Voyage):
    """In the southern and western hemisphere, with a deviation card."""

    latitude, longitude, geoid = -22.95, -43.15, -5.4
    card = {"a": 1.5, "b": 3.0, "c": -2.0, "d": 0.5, "e": 0.25}
    profile = {"deviation": card}

    def check_hdg(self, values: dict[str, Any], truth: Truth, declination: float) -> None:
        super().check_hdg(values, truth, declination)
        if values["deviation"] is None:
            # Not in docs/nmea.md: a heading from motion has no compass heading, and HDG is the magnetic heading.
            sources = {one.heading_source for one in list(self.rig.updates)
                       if abs((one.boot_time or 0) - truth.time) < 0.02}
            self.assertIn("motion", sources, f"no deviation: {values}")
            return
        compass, card = math.radians(values["heading"]), self.card
        deviation = card["a"] + card["b"] * math.sin(compass) + card["c"] * math.cos(compass) \
            + card["d"] * math.sin(2 * compass) + card["e"] * math.cos(2 * compass)
        self.near("deviation, °", values["deviation"], deviation, 0.1)

    def test_poses(self) -> None:
        self.poses((200, 12, 8), (100, -10, -25), (359.8, 3, 178))

    def test_under_way(self) -> None:
        self.settle(pitch=0, roll=0)
        self.where = "under way in the south"
        self.tolerance = replace(Tolerance(), heading=0.6, tilt=0.6)
        end = self.rig.vessel.steer(5.0, heading=250, speed=6 * KNOT)
        for group in self.next(end + SETTLED, 20):
            self.assertEqual(tuple(self.compare(self.rig, group)), SENTENCES)


class WithoutReceiver(unittest.TestCase):
    """What needs no receiver is sent without one."""

    def names(self, settings: str) -> tuple[str, ...]:
        """The sentences of a group while the vessel lies still."""
        vessel = Vessel(54.35, 10.15, Field.at(COMPASS, 54.35, 10.15))
        with Listener(datagrams()) as listener, \
                Rig(vessel, every_sentence(listener), settings, has_receiver=False) as rig:
            rig.ready()
            group = groups(rig, listener.since, now(), 2)[-1]
            for line in group.lines:
                for read in (by_pynmeagps,) if name_of(line) == "THS" else (by_pynmea2, by_pynmeagps):
                    with self.subTest(read.__name__, line=line):
                        read(line)
            return tuple(name_of(line) for line in group.lines)

    def test_neither_place_nor_date(self) -> None:
        self.assertEqual(self.names(""), ("HDM", "ROT", "XDR", "HDG"))

    def test_place_and_date_of_the_configuration(self) -> None:
        names = self.names("place: {latitude: 54.35, longitude: 10.15, date: 2026-11-26}")
        self.assertEqual(set(names) - {"RMC", "GGA", "GST"}, {"HDT", "HDM", "ROT", "XDR", "HDG", "THS"})


if __name__ == "__main__":
    unittest.main()
