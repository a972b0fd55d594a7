"""A flight controller played by pymavlink as the daemon's sensors: headings against the truth, times, faults, signatures."""

from __future__ import annotations

import hashlib
import json
import math
import os
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any, Callable, Iterator

from controller import ALTITUDE, PRESSURE, Controller, Datagrams, Line, Pose, Server, mavlink

import headingd
from pymavlink import mavutil
from support import PATIENCE, Daemon, until

PROGRAM = os.environ["HEADINGD_PROGRAM"]
COMPASS = os.environ["COMPASS_PROGRAM"]

#: The largest difference of a heading, degrees.
TOLERANCE = 0.5

#: What PX4, ArduPilot and others send.
PX4 = {"HEARTBEAT": 1.0, "HIGHRES_IMU": 50.0, "GPS_RAW_INT": 5.0, "ATTITUDE": 10.0}
ARDUPILOT = {"HEARTBEAT": 1.0, "RAW_IMU": 50.0, "SCALED_PRESSURE": 10.0, "GPS_RAW_INT": 5.0, "ATTITUDE": 10.0}
OTHER = {"HEARTBEAT": 1.0, "SCALED_IMU": 50.0, "SCALED_PRESSURE": 10.0}

PASSPHRASE = "the passphrase of a ground station"


def port() -> int:
    """A free UDP port."""
    with socket.socket(type=socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def turn(one: float, other: float) -> float:
    """The smaller angle between two directions, degrees."""
    return abs((one - other + 180) % 360 - 180)


class Reading:
    """A daemon that reads a flight controller, with its updates as they come."""

    def __init__(self, source: str, settings: str = "", more: str = "") -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.folder = Path(self._folder.name)
        configuration = self.folder / "headingd.yaml"
        configuration.write_text(f"mavlink: {{from: '{source}'{settings}}}\n{more}", "utf-8")
        os.environ["STATE_DIRECTORY"] = str(self.folder)
        self.daemon = Daemon(PROGRAM, "--config", str(configuration))

    def __enter__(self) -> Reading:
        self.daemon.__enter__()
        self.client = headingd.Client(self.daemon.path)
        return self

    def __exit__(self, *error: Any) -> None:
        if error[0] is not None:
            print((Path(self.daemon.path).parent / "log").read_text("utf-8"))
        self.daemon.__exit__(*error)
        self._folder.cleanup()

    def log(self) -> str:
        """What the daemon said."""
        return (Path(self.daemon.path).parent / "log").read_text("utf-8")

    def updates(self) -> Iterator[headingd.Update]:
        """Updates, the newest one each."""
        return self.client.updates()

    def first(self, condition: Callable[[headingd.Update], bool], patience: float = PATIENCE) -> headingd.Update:
        """The first update for which a condition holds."""
        end = time.monotonic() + patience
        last = None
        for last in self.updates():
            if condition(last):
                return last
            if time.monotonic() > end:
                break
        raise AssertionError(f"it does not come true; {last and last.reasons}; {self.log()}")

    def states(self) -> dict[str, str]:
        """The states of the sensors."""
        return {one.sensor: one.state for one in self.client.status().sensors}


class Truth(unittest.TestCase):
    """Headings against the simulated truth."""

    def follow(self, reading: Reading, controller: Controller, seconds: float = 3.0) -> list[headingd.Update]:
        """Compares each update of some seconds with the truth of its time."""
        reading.first(lambda one: one.magnetic_heading is not None)
        # The filter settles after its first sample.
        settled = time.monotonic() + 2
        found: list[headingd.Update] = []
        for update in reading.updates():
            now = time.monotonic()
            if now > settled + seconds:
                break
            if now < settled:
                continue
            self.assertIsNotNone(update.magnetic_heading, update.reasons)
            self.assertFalse(update.simulated)
            age = headingd.now() - update.boot_time
            truth = controller.pose.heading_at(controller.elapsed - age)
            self.assertLess(turn(update.magnetic_heading, truth), TOLERANCE + abs(controller.pose.rate) * 0.01,
                            f"{truth} {update}")
            self.assertLess(turn(update.pitch, controller.pose.pitch), TOLERANCE)
            # At the zenith a roll is one of the heading.
            self.assertLess(turn(update.roll, controller.pose.roll), TOLERANCE / math.cos(math.radians(update.pitch)))
            found.append(update)
        self.assertGreater(len(found), 10)
        return found

    def test_poses_in_all_quadrants_upside_down_and_in_the_south(self) -> None:
        for pose in (Pose(45, 10, -5), Pose(135, -20, 30), Pose(225, 40, -60), Pose(315, 0, 175), Pose(0.2, -5, 3),
                     Pose(200, 5, -170, inclination=-62), Pose(300, -10, 10, inclination=-66, strength=56)):
            with self.subTest(vars(pose)):
                number = port()
                with Controller(Datagrams(number), pose, PX4) as controller, \
                        Reading(f"udp:127.0.0.1:{number}") as reading:
                    found = self.follow(reading, controller, 1.5)
                    self.assertAlmostEqual(found[-1].pressure, 100 * PRESSURE, delta=10)
                    self.assertEqual(reading.states()["gyroscope"], "present")

    def test_a_turn_across_north_of_ardupilot_over_tcp(self) -> None:
        server = Server()
        with Controller(server, Pose(300, 8, -5, rate=45), ARDUPILOT, autopilot=3) as controller, \
                Reading(f"tcp:127.0.0.1:{server.port}") as reading:
            found = self.follow(reading, controller, 6)
            headings = [one.magnetic_heading for one in found]
            self.assertTrue(any(one > 350 and other < 10 for one, other in zip(headings, headings[1:])))
            self.assertAlmostEqual(found[-1].rotation_rate[2], -45 * math.cos(math.radians(8)) *
                                   math.cos(math.radians(5)), delta=1)
            self.assertAlmostEqual(found[-1].pressure, 100 * PRESSURE, delta=10)

    def test_scaled_values_over_a_serial_line(self) -> None:
        line = Line()
        with Controller(line, Pose(190, -12, 20), OTHER, autopilot=mavlink.MAV_AUTOPILOT_GENERIC) as controller, \
                Reading(f"serial:{line.path}@115200") as reading:
            self.follow(reading, controller, 2)

    def test_values_that_are_not_new_are_not_used(self) -> None:
        number = port()

        def spoil(message: Any) -> None:
            # PX4 repeats the field between its samples; here it would be another one.
            spoil.count += 1
            if message.get_type() == "HIGHRES_IMU" and spoil.count % 2:
                message.fields_updated &= ~(0b111 << 6 | 1 << 9)
                message.xmag, message.ymag, message.abs_pressure = -message.xmag, 0.4, 500.0

        spoil.count = 0
        with Controller(Datagrams(number), Pose(30, 5, 5), PX4) as controller, \
                Reading(f"udp:127.0.0.1:{number}") as reading:
            controller.spoil = spoil
            found = self.follow(reading, controller)
            self.assertAlmostEqual(found[-1].pressure, 100 * PRESSURE, delta=10)


class Systems(unittest.TestCase):
    """Several systems, requests, silence and reboots."""

    def test_it_is_asked_for_its_sensors_also_after_a_reboot(self) -> None:
        server = Server()
        with Controller(server, Pose(120), {"HEARTBEAT": 1.0}, autopilot=3, is_asked=True) as controller, \
                Reading(f"tcp:127.0.0.1:{server.port}", ", rate: 40") as reading:
            reading.first(lambda one: one.magnetic_heading is not None and turn(one.magnetic_heading, 120) < TOLERANCE)
            self.assertEqual(controller.streams,
                             {"HEARTBEAT": 1.0, "RAW_IMU": 40.0, "SCALED_PRESSURE": 10.0, "GPS_RAW_INT": 5.0})
            asked = controller.heard[-1]
            self.assertEqual((asked.get_srcSystem(), asked.get_srcComponent()), (1, 191))
            beats = [one for one in controller.heard if one.get_type() == "HEARTBEAT"]
            self.assertEqual((beats[0].type, beats[0].autopilot), (mavlink.MAV_TYPE_ONBOARD_CONTROLLER, 8))
            controller.reboot()
            reading.first(lambda one: one.magnetic_heading is None)
            reading.first(lambda one: one.magnetic_heading is not None)
            self.assertEqual(controller.streams["RAW_IMU"], 40.0)

    def test_nothing_is_sent_where_that_is_configured(self) -> None:
        number = port()
        with Controller(Datagrams(number), Pose(120), PX4) as controller, \
                Reading(f"udp:127.0.0.1:{number}", ", request: false") as reading:
            reading.first(lambda one: one.magnetic_heading is not None)
            until(lambda: controller.elapsed > 5)
            self.assertEqual(controller.heard, [])

    def test_silence_has_a_reason_within_a_second_and_ends(self) -> None:
        number = port()
        with Controller(Datagrams(number), Pose(250), PX4) as controller, \
                Reading(f"udp:127.0.0.1:{number}") as reading:
            reading.first(lambda one: one.magnetic_heading is not None)
            time_of_silence = time.monotonic()
            controller.is_silent = True
            silent = reading.first(lambda one: one.magnetic_heading is None)
            self.assertLess(time.monotonic() - time_of_silence, 1.5)
            self.assertTrue(any("stale" in one or "silent" in one or "missing" in one for one in silent.reasons),
                            silent.reasons)
            until(lambda: reading.states()["magnetometer"] in ("silent", "absent"))
            controller.is_silent = False
            reading.first(lambda one: one.magnetic_heading is not None and turn(one.magnetic_heading, 250) < TOLERANCE)

    def test_times_that_jump_are_followed(self) -> None:
        for later in (lambda c: 1_700_000_000.0, lambda c: -c.elapsed + 0.05, lambda c: c.offset + 7):
            number = port()
            with Controller(Datagrams(number), Pose(80, rate=20), PX4, start=500) as controller, \
                    Reading(f"udp:127.0.0.1:{number}") as reading:
                reading.first(lambda one: one.magnetic_heading is not None)
                controller.offset = later(controller)
                end = time.monotonic() + 4
                for update in reading.updates():
                    if time.monotonic() > end:
                        break
                age = headingd.now() - update.boot_time
                self.assertLess(age, 0.5)
                self.assertLess(turn(update.magnetic_heading, controller.pose.heading_at(controller.elapsed - age)), 1)

    def test_milliseconds_wrap(self) -> None:
        number = port()
        with Controller(Datagrams(number), Pose(80), OTHER, autopilot=0, start=2**32 / 1000 - 8) as controller, \
                Reading(f"udp:127.0.0.1:{number}") as reading:
            reading.first(lambda one: one.magnetic_heading is not None)
            until(lambda: controller.elapsed > 10)
            update = reading.first(lambda one: one.magnetic_heading is not None)
            self.assertLess(turn(update.magnetic_heading, 80), TOLERANCE)

    def test_one_system_of_several_is_read(self) -> None:
        number = port()
        link = Datagrams(number)
        companion = Controller(link, Pose(10), {"HEARTBEAT": 1.0, "HIGHRES_IMU": 50.0}, component=197, system=1,
                               kind=mavlink.MAV_TYPE_ONBOARD_CONTROLLER, autopilot=mavlink.MAV_AUTOPILOT_INVALID)
        first = Controller(link, Pose(100), PX4, system=7)
        second = Controller(link, Pose(200), PX4, system=8)
        with companion, first:
            with Reading(f"udp:127.0.0.1:{number}", ", system: 8") as reading, second:
                reading.first(lambda one: one.magnetic_heading is not None)
                until(lambda: second.elapsed > 4)
                update = reading.first(lambda one: one.magnetic_heading is not None)
                self.assertLess(turn(update.magnetic_heading, 200), TOLERANCE)
        number = port()
        link = Datagrams(number)
        companion = Controller(link, Pose(10), {"HEARTBEAT": 1.0, "HIGHRES_IMU": 50.0}, component=197, system=1,
                               kind=mavlink.MAV_TYPE_ONBOARD_CONTROLLER, autopilot=mavlink.MAV_AUTOPILOT_INVALID)
        with companion, Reading(f"udp:127.0.0.1:{number}") as reading:
            until(lambda: "no IMU of a flight controller" in reading.log())
            with Controller(link, Pose(100), PX4, system=7):
                reading.first(lambda one: one.magnetic_heading is not None and turn(one.magnetic_heading, 100) < 1)

    def test_raw_values_of_unknown_units_are_refused(self) -> None:
        number = port()
        with Controller(Datagrams(number), Pose(100), {"HEARTBEAT": 1.0, "RAW_IMU": 50.0}, autopilot=0), \
                Reading(f"udp:127.0.0.1:{number}") as reading:
            until(lambda: "RAW_IMU, whose units are known of ArduPilot only" in reading.log())
            self.assertNotEqual(reading.states().get("magnetometer"), "present")


class Receiver(unittest.TestCase):
    """Fixes of the controller's receiver, and GPS_INPUT made of them."""

    def test_a_fix_and_what_it_does_not_know(self) -> None:
        number = port()
        with socket.socket(type=socket.SOCK_DGRAM) as output:
            output.bind(("127.0.0.1", 0))
            output.settimeout(PATIENCE)
            to = output.getsockname()[1]
            outputs = f"outputs: {{mavlink: [{{to: 'udp:127.0.0.1:{to}', messages: [], gps_input: true}}]}}\n" \
                      "place: {date: 2026-11-26}\n"
            with Controller(Datagrams(number), Pose(120), PX4) as controller, \
                    Reading(f"udp:127.0.0.1:{number}", more=outputs) as reading:
                update = reading.first(lambda one: one.latitude is not None and one.true_heading is not None)
                self.assertAlmostEqual(update.latitude, 47.38, delta=2e-4)
                self.assertAlmostEqual(update.longitude, 8.54, delta=2e-4)
                # Zürich's declination of these years.
                self.assertLess(turn(update.true_heading - update.magnetic_heading, 3.6), 1)
                self.assertEqual(reading.states()["GNSS receiver"], "present")
                self._check_gps_input(output, controller)
                controller.fix = {"fix_type": 1}
                until(lambda: reading.states()["GNSS receiver"] == "failed")
                controller.fix = {}
                until(lambda: reading.states()["GNSS receiver"] == "present")

    def _check_gps_input(self, output: socket.socket, controller: Controller) -> None:
        link = mavlink.MAVLink(None)
        end = time.monotonic() + PATIENCE
        found = None
        while time.monotonic() < end:
            for message in link.parse_buffer(output.recv(65_536)) or []:
                if message.get_type() == "GPS_INPUT" and message.yaw and message.alt:
                    found = message
            if found is not None and not found.ignore_flags & mavlink.GPS_INPUT_IGNORE_FLAG_ALT:
                break
        self.assertIsNotNone(found)
        self.assertAlmostEqual(found.lat / 1e7, 47.38, delta=2e-4)
        self.assertAlmostEqual(found.lon / 1e7, 8.54, delta=2e-4)
        self.assertAlmostEqual(found.alt, ALTITUDE, delta=10)
        self.assertLess(turn(found.yaw / 100, 120 + 3.6), 1.5)
        self.assertEqual(found.fix_type, 3)
        self.assertEqual(found.satellites_visible, 255)
        self.assertGreater(found.horiz_accuracy, 0.1)
        self.assertLess(found.horiz_accuracy, 20)
        flags = found.ignore_flags
        self.assertTrue(flags & mavlink.GPS_INPUT_IGNORE_FLAG_HDOP and flags & mavlink.GPS_INPUT_IGNORE_FLAG_VDOP)
        self.assertFalse(flags & mavlink.GPS_INPUT_IGNORE_FLAG_HORIZONTAL_ACCURACY)


class Programs(unittest.TestCase):
    """What people see."""

    def run_compass(self, *arguments: str, seconds: float = 30) -> subprocess.CompletedProcess[str]:
        """Runs `compass` to its end."""
        return subprocess.run([COMPASS, *arguments], capture_output=True, text=True, timeout=seconds)

    def test_devices_doctor_and_recording(self) -> None:
        number = port()
        source = f"udp:127.0.0.1:{number}"
        with Controller(Datagrams(number), Pose(222, 5, 5), PX4, system=9):
            devices = json.loads(self.run_compass("devices", "--mavlink", source, "--json").stdout)
            sender = devices["senders"][0]
            self.assertEqual(sender["device"], "mavlink-9")
            self.assertEqual({one["name"]: one["used_for"] for one in sender["sensors"]},
                             {name: [name] for name in ("magnetometer", "accelerometer", "gyroscope", "barometer")})
            for sensor in sender["sensors"]:
                self.assertAlmostEqual(sensor["measured_rate"], 50, delta=10)
            self.assertIn("x=forward,y=right,z=down", self.run_compass("devices", "--mavlink", source).stdout)
            doctor = self.run_compass("doctor", "--mavlink", source, "--gpsd", "none").stdout
            self.assertIn("mavlink-9 on " + source, doctor)
            once = json.loads(self.run_compass("--mavlink", source, "--gpsd", "none", "--json", "--once").stdout)
            self.assertLess(turn(once["magnetic_heading"], 222), 1)
            with tempfile.TemporaryDirectory() as folder:
                path = f"{folder}/drive.mcap"
                recorded = self.run_compass("record", path, "--mavlink", source, "--gpsd", "none", "--seconds", "6")
                self.assertEqual(recorded.returncode, 0, recorded.stderr)
                lines = self.run_compass("replay", path, "--json").stdout.splitlines()
                self.assertLess(turn(json.loads(lines[-1])["magnetic_heading"], 222), TOLERANCE)

    def test_what_is_wrong_is_said(self) -> None:
        for arguments, text in ((("--mavlink", "nowhere"), "is not udp:HOST:PORT, tcp:HOST:PORT or serial"),
                                (("--mavlink-system", "3"), "--mavlink-system needs --mavlink"),
                                (("--mavlink", "udp:127.0.0.1:1", "--mavlink-key", "/nowhere"), "cannot be read")):
            answer = self.run_compass("--once", *arguments)
            self.assertNotEqual(answer.returncode, 0)
            self.assertIn(text, answer.stderr)


class Signatures(unittest.TestCase):
    """Signed links, in both directions, with pymavlink at the other end."""

    def setUp(self) -> None:
        self.key = hashlib.sha256(PASSPHRASE.encode()).digest()
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.file = Path(self._folder.name) / "key"
        self.file.write_text(PASSPHRASE + "\n", "utf-8")
        self.file.chmod(0o600)

    @property
    def signing(self) -> str:
        return f", signing: {{key_file: {self.file}}}"

    def test_a_signed_controller_is_read_and_asked(self) -> None:
        server = Server()
        controller = Controller(server, Pose(33), {"HEARTBEAT": 1.0}, is_asked=True, key=self.key)
        # Its clock is a year behind: it follows what it receives, as the rules of signing say.
        controller.mavlink.signing.timestamp -= 365 * 86_400 * 100_000
        with controller, Reading(f"tcp:127.0.0.1:{server.port}", self.signing) as reading:
            reading.first(lambda one: one.magnetic_heading is not None and turn(one.magnetic_heading, 33) < TOLERANCE)
            self.assertTrue(all(one.get_signed() for one in controller.heard))
            self.assertIn("COMMAND_LONG", {one.get_type() for one in controller.heard})
            self.assertNotIn(PASSPHRASE, reading.log())
            self.assertNotIn(self.key.hex(), reading.log())

    def test_unsigned_wrong_and_repeated_frames_are_refused(self) -> None:
        other = hashlib.sha256(b"another").digest()
        for key, text in ((None, "without a signature"), (other, "signs with another key")):
            number = port()
            with Controller(Datagrams(number), Pose(33), PX4, key=key), \
                    Reading(f"udp:127.0.0.1:{number}", self.signing) as reading:
                until(lambda: text in reading.log())
                self.assertNotEqual(reading.states().get("magnetometer"), "present")
        number = port()
        with Controller(Datagrams(number), Pose(33), PX4, key=self.key) as controller, \
                Reading(f"udp:127.0.0.1:{number}", self.signing) as reading:
            reading.first(lambda one: one.magnetic_heading is not None)
            controller.is_silent = True
            until(lambda: reading.states()["magnetometer"] in ("silent", "absent"))
            end = time.monotonic() + 3
            recorded = list(controller.sent)
            while time.monotonic() < end:
                for data in recorded:
                    controller.link.send(data)
                time.sleep(0.05)
            self.assertIn("sends signatures of a past time", reading.log())
            self.assertNotEqual(reading.states()["magnetometer"], "present")

    def test_recorded_frames_of_yesterday_are_refused(self) -> None:
        number = port()
        with Controller(Datagrams(number), Pose(33), PX4, key=self.key) as controller:
            controller.mavlink.signing.timestamp -= 86_400 * 100_000
            with Reading(f"udp:127.0.0.1:{number}", self.signing + ", request: false") as reading:
                until(lambda: "sends signatures of a past time" in reading.log())
                self.assertNotEqual(reading.states().get("magnetometer"), "present")

    def test_an_output_is_signed_for_pymavlink(self) -> None:
        number, folder = port(), Path(self._folder.name)
        configuration = folder / "headingd.yaml"
        configuration.write_text(f"outputs: {{mavlink: [{{to: 'udp:127.0.0.1:{number}', signing: {{key_file: "
                                 f"{self.file}, link: 9}}}}]}}\n", "utf-8")
        os.environ["STATE_DIRECTORY"] = str(folder)
        arguments = ("--config", str(configuration), "--simulate", "--scenario", "pose:heading=45")
        station = mavutil.mavlink_connection(f"udpin:127.0.0.1:{number}", dialect="common")
        self.addCleanup(station.close)
        station.setup_signing(self.key)
        times: list[int] = []

        def take(count: int) -> list[bytes]:
            frames: list[bytes] = []
            while len(frames) < count:
                message = station.recv_match(blocking=True, timeout=PATIENCE)
                self.assertIsNotNone(message)
                self.assertNotEqual(message.get_type(), "BAD_DATA", message)
                self.assertTrue(message.get_signed())
                self.assertEqual(message.get_link_id(), 9)
                frames.append(bytes(message.get_msgbuf()))
                times.append(int.from_bytes(frames[-1][-12:-6], "little"))
            return frames

        with Daemon(PROGRAM, *arguments):
            frames = take(60)
        self.assertEqual(station.mav.signing.sig_count, len(times))
        self.assertAlmostEqual(times[0] / 1e5, Controller.signing_time() / 1e5, delta=60)
        # The same frames again are refused, and those of another key.
        count = station.mav.signing.goodsig_count
        for frame in frames:
            with self.assertRaises(mavlink.MAVError):
                station.mav.decode(bytearray(frame))
        self.assertEqual(station.mav.signing.goodsig_count, count)
        other = mavlink.MAVLink(None)
        other.signing.secret_key = hashlib.sha256(b"another").digest()
        with self.assertRaises(mavlink.MAVError):
            other.decode(bytearray(frames[0]))
        # A restart goes on, also where the clock has gone back: the file is ahead of it.
        reserved = int((folder / "mavlink-signing-time").read_text("utf-8"))
        self.assertGreater(reserved, times[-1])
        with Daemon(PROGRAM, *arguments):
            while times[-1] < reserved:
                take(1)
        self.assertEqual(len(times), len(set(times)))
        self.assertEqual(times, sorted(times))


if __name__ == "__main__":
    unittest.main()
