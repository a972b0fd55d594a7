"""The client with a real daemon, whose simulated sensors are the truth. $HEADINGD_PROGRAM names it."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import unittest

import headingd
from support import PATIENCE, Daemon, first, until

PROGRAM = os.environ.get("HEADINGD_PROGRAM", "")

#: A hat that lies still; without disturbing iron, so that the claimed accuracy holds.
POSE = ("--simulate", "--scenario", "pose:heading=45,pitch=10,roll=-5")


def is_ok(update: headingd.Update) -> bool:
    """Whether a robot may steer by it."""
    return update.steer is headingd.Steer.OK


@unittest.skipUnless(PROGRAM, "HEADINGD_PROGRAM is not set")
class WithPose(unittest.TestCase):
    """One daemon for all."""

    daemon: Daemon
    client: headingd.Client
    port: int

    @classmethod
    def setUpClass(cls) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            cls.port = free.getsockname()[1]
        cls.daemon = Daemon(PROGRAM, *POSE, "--port", str(cls.port))
        cls.daemon.__enter__()
        cls.addClassCleanup(cls.daemon.__exit__)
        cls.client = headingd.Client(cls.daemon.path)

    def test_the_heading_is_the_simulated_one_within_its_accuracy(self) -> None:
        update = first(self.client.updates(), is_ok)
        assert update.magnetic_heading is not None and update.heading_accuracy_95 is not None
        self.assertLess(abs(update.magnetic_heading - 45), 2 * update.heading_accuracy_95)
        self.assertAlmostEqual(update.pitch or 0, 10, delta=1)
        self.assertAlmostEqual(update.roll or 0, -5, delta=1)
        self.assertTrue(update.simulated)
        assert update.error_terms is not None and update.heading_accuracy is not None
        terms = [update.error_terms.noise, update.error_terms.gyroscope_hold, update.error_terms.calibration,
                 update.error_terms.disturbance, update.error_terms.local_field, update.error_terms.tilt]
        self.assertAlmostEqual(sum((one or 0) ** 2 for one in terms) ** 0.5, update.heading_accuracy, delta=0.01)

    def test_a_missing_value_has_its_reasons(self) -> None:
        update = first(self.client.updates(), is_ok)
        self.assertIsNone(update.course)
        # A body at rest has no course, which needs no reason; without a geoid the receiver's height has one.
        self.assertLessEqual(set(update.why("course")), {"not_reported"})
        self.assertEqual(update.why("magnetic_heading"), ())
        with self.assertRaises(AttributeError):
            update.why("nothing")

    def test_a_rate_spaces_the_updates(self) -> None:
        updates = self.client.updates(rate=5)
        first(updates, is_ok)
        times = [next(updates).boot_time or 0 for _ in range(5)]
        for before, after in zip(times, times[1:]):
            self.assertGreater(after - before, 0.1)

    def test_events_bring_samples(self) -> None:
        events = self.client.events(("samples", "updates"))
        sample = first(events, lambda one: isinstance(one, headingd.Sample) and one.sensor == "magnetometer")
        self.assertEqual(len(sample.values), 3)
        self.assertTrue(20 < sum(one * one for one in sample.values) ** 0.5 < 100, sample)
        self.assertTrue(sample.simulated)
        self.assertAlmostEqual(sample.boot_time, headingd.now(), delta=PATIENCE)
        first(events, lambda one: isinstance(one, headingd.Update))

    def test_commands_are_answered(self) -> None:
        with self.client.commands() as commands:
            status = commands.status()
            self.assertTrue(status.simulated and status.calibrated)
            self.assertIn(("magnetometer", "present"), [(one.sensor, one.state) for one in status.sensors])
            calibration = commands.calibration()
            self.assertTrue(calibration.calibrated)
            self.assertEqual(calibration.hard_iron, (19.5, -22.8, 14.1))
            self.assertEqual(len(calibration.soft_iron or ()), 3)
            self.assertEqual(commands.profiles(), [])
            commands.load(12.5)
            with self.assertRaisesRegex(headingd.NotFollowed, "no better calibration"):
                commands.accept_calibration()
            with self.assertRaisesRegex(headingd.NotFollowed, "no calibration before"):
                commands.rollback_calibration()
            with self.assertRaisesRegex(headingd.NotFollowed, "no such profile"):
                commands.use_profile("nowhere")
            with self.assertRaisesRegex(headingd.NotFollowed, "is not known"):
                commands.command("of_tomorrow")
            self.assertEqual(commands.command("status")["class"], "status")

    def test_too_many_requests_are_refused(self) -> None:
        with self.client.commands() as commands, self.assertRaisesRegex(headingd.Refused, "too many requests"):
            for _ in range(200):
                commands.load(1)

    def test_over_the_network_there_is_no_place_and_no_order(self) -> None:
        client = headingd.Client(f"127.0.0.1:{self.port}")
        update = first(client.updates(deadline=5), is_ok)
        self.assertIsNone(update.latitude)
        self.assertEqual(set(update.why("latitude")) & {"place_withheld"}, {"place_withheld"})
        with self.assertRaisesRegex(headingd.NotFollowed, "may not give orders"):
            client.load(1)
        with headingd.Steering(f"127.0.0.1:{self.port}", deadline=5) as steering:
            self.assertAlmostEqual(until(steering.heading_or_none), 45, delta=10)

    def test_asyncio(self) -> None:
        async def run() -> None:
            for address in (self.daemon.path, f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
                client = headingd.AsyncClient(address)
                updates = client.updates(rate=20, deadline=5)
                async for update in updates:
                    if is_ok(update):
                        break
                await updates.aclose()
                self.assertAlmostEqual(update.magnetic_heading or 0, 45, delta=10)
                self.assertTrue((await client.status()).simulated)

        asyncio.run(asyncio.wait_for(run(), PATIENCE))

    def test_the_package_has_the_version_of_the_daemon(self) -> None:
        said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True, timeout=PATIENCE)
        self.assertEqual(said.stdout.strip(), headingd.__version__)
        self.assertEqual(self.client.check(), f"headingd {headingd.__version__}")


@unittest.skipUnless(PROGRAM, "HEADINGD_PROGRAM is not set")
class WithADaemonThatEnds(unittest.TestCase):
    """A daemon that is stopped, killed and started again."""

    def test_a_stopped_daemon_gives_no_stale_heading(self) -> None:
        with Daemon(PROGRAM, *POSE) as daemon, headingd.Steering(daemon.path) as steering:
            until(steering.heading_or_none)
            daemon.stop()
            stopped = headingd.now()

            def answer_at() -> tuple[float, float | None]:
                now = headingd.now()
                return now, steering.heading_or_none(now)

            # No sample is newer than the stop, so beyond the deadline every answer must be none.
            answers = [answer_at()]
            while answers[-1][0] < stopped + 1:
                answers.append(answer_at())
            self.assertEqual([one for one in answers if one[0] > stopped + 0.25 and one[1] is not None], [])
            self.assertTrue(any(one[1] is not None for one in answers))
            daemon.resume()
            self.assertAlmostEqual(until(steering.heading_or_none), 45, delta=10)

    def test_a_killed_daemon_ends_the_heading_and_a_new_one_brings_it_back(self) -> None:
        with Daemon(PROGRAM, *POSE) as daemon, headingd.Steering(daemon.path) as steering:
            until(steering.heading_or_none)
            updates = headingd.Client(daemon.path).updates(deadline=5)
            first(updates, is_ok)
            daemon.kill()
            until(lambda: steering.heading_or_none() is None and steering.problem)
            first(updates, lambda one: headingd.CONNECTION_LOST in one.reasons)
            daemon.start()
            self.assertAlmostEqual(until(steering.heading_or_none), 45, delta=10)
            first(updates, is_ok)

    def test_without_sensors_there_is_no_heading_but_a_reason(self) -> None:
        with Daemon(PROGRAM, "--uri", "ip:127.0.0.1:1") as daemon:
            update = next(headingd.Client(daemon.path).updates())
            self.assertIs(update.steer, headingd.Steer.STOP)
            self.assertIs(update.status, headingd.Status.INVALID)
            self.assertIn("magnetometer_missing", update.why("magnetic_heading"))


if __name__ == "__main__":
    unittest.main()
