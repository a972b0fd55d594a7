"""A daemon's MAVLink over UDP, TCP and a serial line, decoded by pymavlink and compared with its own stream."""

from __future__ import annotations

import faulthandler
import importlib.util
import math
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty
import unittest
from pathlib import Path
from typing import Any

os.environ["MAVLINK20"] = "1"

import headingd  # noqa: E402
from pymavlink import mavutil  # noqa: E402
from pymavlink.dialects.v20 import common as mavlink  # noqa: E402
from support import PATIENCE, Daemon, first  # noqa: E402

PROGRAM = os.environ["HEADINGD_PROGRAM"]
MESSAGES = "[ATTITUDE, ATTITUDE_QUATERNION_COV, ODOMETRY, GLOBAL_POSITION_INT, VFR_HUD, SCALED_PRESSURE, HIGHRES_IMU]"

#: How long messages are collected, s.
SPAN = 4.0

#: The largest difference of an angle, degrees.
TOLERANCE = 0.5

#: MAVProxy loads many modules, s.
STATION_PATIENCE = 120.0

# In place of the shorter limit of the clients' tests.
faulthandler.dump_traceback_later(900, exit=True)


class Receiver:
    """Collects the bytes of one transport, and decodes them."""

    def __init__(self, descriptor: Any) -> None:
        self.descriptor = descriptor
        self.link = mavlink.MAVLink(None)
        self.data = b""
        self.messages: list[Any] = []

    def read(self) -> None:
        """Reads what is there."""
        self.data += os.read(self.descriptor, 65_536) if isinstance(self.descriptor, int) else \
            self.descriptor.recv(65_536)

    def decode(self) -> None:
        """Decodes all; a byte that is no part of a frame is an error of pymavlink."""
        self.messages = self.link.parse_buffer(self.data) or []


class Rig:
    """A daemon with three outputs, its receivers, and its own updates at the same time."""

    def __init__(self, scenario: str, settings: str = "") -> None:
        self.scenario = scenario
        self.settings = settings
        self.updates: list[headingd.Update] = []

    def collect(self) -> Rig:
        """Runs the daemon until it has a place and a heading, and then collects for a while."""
        with tempfile.TemporaryDirectory() as folder, socket.socket(type=socket.SOCK_DGRAM) as datagrams:
            datagrams.bind(("127.0.0.1", 0))
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            master, line = os.openpty()
            tty.setraw(line)
            configuration = Path(folder) / "headingd.yaml"
            common = f"rate: 20, messages: {MESSAGES}, gps_input: true{self.settings}"
            configuration.write_text(
                "outputs:\n  mavlink:\n"
                f"    - {{to: 'udp:127.0.0.1:{datagrams.getsockname()[1]}', {common}}}\n"
                f"    - {{to: 'tcp:{port}', system: 42, component: 1, {common}}}\n"
                f"    - {{to: 'serial:{os.ttyname(line)}:921600', {common}}}\n", "utf-8")
            arguments = ("--config", str(configuration), "--simulate", "--scenario", self.scenario)
            try:
                with Daemon(PROGRAM, *arguments) as daemon:
                    client = headingd.Client(daemon.path)
                    first(client.updates(), lambda one: None not in (one.true_heading, one.velocity, one.altitude))
                    with socket.create_connection(("127.0.0.1", port), PATIENCE) as stream:
                        self._collect(client, {"udp": datagrams, "tcp": stream, "serial": master})
            finally:
                os.close(master)
                os.close(line)
        return self

    def _collect(self, client: headingd.Client, sources: dict[str, Any]) -> None:
        # What was queued before is not compared.
        with selectors.DefaultSelector() as drained:
            for source in sources.values():
                drained.register(source, selectors.EVENT_READ)
            while ready := [key.fileobj for key, _ in drained.select(0)]:
                for source in ready:
                    os.read(source, 65_536) if isinstance(source, int) else source.recv(65_536)
        self.receivers = {name: Receiver(source) for name, source in sources.items()}
        # The first bytes of a serial line may be the end of a frame.
        for receiver in self.receivers.values():
            receiver.link.robust_parsing = receiver.descriptor is sources["serial"]
        end = time.monotonic() + SPAN

        def follow() -> None:
            # Every update, where updates() gives the newest one to a slow reader.
            for event in client.events():
                if isinstance(event, headingd.Update):
                    self.updates.append(event)
                if time.monotonic() > end + 0.5:
                    return

        thread = threading.Thread(target=follow)
        thread.start()
        with selectors.DefaultSelector() as selector:
            for receiver in self.receivers.values():
                selector.register(receiver.descriptor, selectors.EVENT_READ, receiver)
            while (left := end - time.monotonic()) > 0:
                for key, _ in selector.select(left):
                    key.data.read()
        thread.join(PATIENCE)
        for receiver in self.receivers.values():
            receiver.decode()

    def candidates(self, message: Any) -> list[headingd.Update]:
        """The updates from one of which a message was made: several sensors deliver at the same time."""
        seconds = message.time_usec / 1e6 if hasattr(message, "time_usec") else message.time_boot_ms / 1e3
        return [one for one in self.updates if -1e-5 < (one.boot_time or 0) - seconds < 0.00101]


def turn(one: float, other: float) -> float:
    """The smaller angle between two directions, degrees."""
    return abs((one - other + 180) % 360 - 180)


def rotated(q: Any, v: tuple[float, float, float]) -> tuple[float, float, float]:
    """A vector rotated by a quaternion w, x, y, z."""
    w, x, y, z = q
    tx, ty, tz = 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])
    return (v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx)


def inverse(q: Any) -> tuple[float, ...]:
    """The conjugate of a quaternion w, x, y, z."""
    return (q[0], -q[1], -q[2], -q[3])


class Comparison(unittest.TestCase):
    """Every field of every message, in all quadrants, across north, upside down and driving."""

    def compare(self, rig: Rig, heading: str = "true_heading", accuracy: str = "true_heading_accuracy") -> set[str]:
        """Compares all messages of all transports with the updates; returns the names of those compared."""
        names: set[str] = set()
        for transport, receiver in rig.receivers.items():
            counts: dict[str, int] = {}
            for message in receiver.messages:
                name = message.get_type()
                if name in ("HEARTBEAT", "BAD_DATA", "VFR_HUD"):
                    continue
                candidates = rig.candidates(message)
                if not candidates:
                    continue
                counts[name] = counts.get(name, 0) + 1
                with self.subTest(rig.scenario, transport=transport, message=name):
                    self.assertTrue(any(self.agrees(message, one, heading, accuracy) for one in candidates[:-1])
                                    or self.check(message, candidates[-1], heading, accuracy))
            self.assertNotIn("GPS_INPUT", counts, "simulated sensors")
            self.assertGreater(min(counts.values()), SPAN * 20 / 2, f"{transport}: {counts}")
            names |= set(counts)
        return names

    def check(self, message: Any, update: headingd.Update, heading: str, accuracy: str) -> bool:
        """Compares a message with an update."""
        getattr(self, "check_" + message.get_type().lower())(
            message, update, getattr(update, heading), getattr(update, accuracy))
        return True

    def agrees(self, message: Any, update: headingd.Update, heading: str, accuracy: str) -> bool:
        """Whether a message agrees with an update."""
        try:
            return self.check(message, update, heading, accuracy)
        except AssertionError:
            return False

    def check_attitude(self, message: Any, update: headingd.Update, heading: float, _: float) -> None:
        self.assertLessEqual(abs(message.yaw), math.pi + 1e-6)
        self.assertLess(turn(math.degrees(message.yaw), heading), TOLERANCE)
        self.assertLess(turn(math.degrees(message.pitch), update.pitch), TOLERANCE)
        self.assertLess(turn(math.degrees(message.roll), update.roll), TOLERANCE)
        self.check_rates(message, update)

    def check_rates(self, message: Any, update: headingd.Update) -> None:
        right, forward, up = update.rotation_rate
        for value, expected in ((message.rollspeed, forward), (message.pitchspeed, right), (message.yawspeed, -up)):
            self.assertAlmostEqual(math.degrees(value), expected, delta=TOLERANCE)

    def check_quaternion(self, q: Any, update: headingd.Update, heading: float) -> None:
        self.assertAlmostEqual(sum(one * one for one in q), 1, delta=1e-5)
        forward, down = rotated(q, (1, 0, 0)), rotated(q, (0, 0, 1))
        self.assertLess(turn(math.degrees(math.atan2(forward[1], forward[0])), heading), TOLERANCE)
        self.assertLess(turn(math.degrees(math.asin(-forward[2])), update.pitch), TOLERANCE)
        # Cosine of the tilt: negative when upside down.
        tilt = math.cos(math.radians(update.pitch)) * math.cos(math.radians(update.roll))
        self.assertAlmostEqual(down[2], tilt, delta=0.01)

    def check_attitude_quaternion_cov(
        self, message: Any, update: headingd.Update, heading: float, accuracy: float
    ) -> None:
        self.check_quaternion(message.q, update, heading)
        self.check_rates(message, update)
        triangle = [message.covariance[index] for index in (0, 1, 2, 4, 5, 8)]
        self.check_covariance(triangle, update, accuracy)

    def check_covariance(self, triangle: Any, update: headingd.Update, accuracy: float) -> None:
        """Roll's and pitch's variances are those of the daemon's accuracies, the yaw's is at least its own."""
        roll, pitch, yaw = (math.degrees(math.sqrt(triangle[index])) for index in (0, 3, 5))
        self.assertAlmostEqual(roll, update.roll_accuracy, delta=0.02 + 0.01 * roll)
        self.assertAlmostEqual(pitch, update.pitch_accuracy, delta=0.02 + 0.01 * pitch)
        self.assertGreater(yaw, 0.6 * accuracy)
        self.assertLess(yaw, 2 * accuracy + 2 * abs(math.tan(math.radians(update.pitch))) * max(roll, pitch))

    def check_odometry(self, message: Any, update: headingd.Update, heading: float, accuracy: float) -> None:
        self.check_quaternion(message.q, update, heading)
        self.check_rates(message, update)
        self.assertEqual((message.frame_id, message.child_frame_id), (mavlink.MAV_FRAME_LOCAL_NED,
                                                                      mavlink.MAV_FRAME_BODY_FRD))
        self.check_covariance(message.pose_covariance[15:], update, accuracy)
        self.assertTrue(math.isnan(message.x) and math.isnan(message.pose_covariance[0]))
        self.assertEqual(message.quality, -1, "simulated sensors")
        if heading == update.true_heading:
            north, east, down = rotated(message.q, (message.vx, message.vy, message.vz))
            for value, expected in zip((east, north, -down), update.velocity):
                self.assertAlmostEqual(value, expected, delta=0.05 + 0.01 * abs(expected))
        if update.climb_rate_accuracy is not None:
            variances = [message.velocity_covariance[index] for index in (0, 6, 11)]
            expected = 2 * update.speed_accuracy**2 + update.climb_rate_accuracy**2
            self.assertAlmostEqual(sum(variances), expected, delta=0.02 * expected + 1e-4)

    def check_global_position_int(self, message: Any, update: headingd.Update, heading: float, _: float) -> None:
        self.assertLess(turn(message.hdg / 100, heading), TOLERANCE)
        self.assertAlmostEqual(message.lat / 1e7, update.latitude, delta=2e-7)
        self.assertAlmostEqual(message.lon / 1e7, update.longitude, delta=2e-7)
        self.assertAlmostEqual(message.alt / 1e3, update.altitude, delta=0.1)
        east, north, up = update.velocity
        for value, expected in ((message.vx, north), (message.vy, east), (message.vz, -up)):
            self.assertAlmostEqual(value / 100, expected, delta=0.02)

    def check_scaled_pressure(self, message: Any, update: headingd.Update, _: float, __: float) -> None:
        self.assertAlmostEqual(message.press_abs * 100, update.pressure, delta=1)

    def check_highres_imu(self, message: Any, update: headingd.Update, _: float, __: float) -> None:
        right, forward, up = update.field
        for value, expected in ((message.xmag, forward), (message.ymag, right), (message.zmag, -up)):
            self.assertAlmostEqual(value * 100, expected, delta=0.1)
        acceleration, up = update.linear_acceleration, rotated(inverse(update.attitude), (0, 0, 9.80665))
        right, forward, up = (one + other for one, other in zip(acceleration, up))
        for value, expected in ((message.xacc, forward), (message.yacc, right), (message.zacc, -up)):
            self.assertAlmostEqual(value, expected, delta=0.02)
        right, forward, up = update.rotation_rate
        for value, expected in ((message.xgyro, forward), (message.ygyro, right), (message.zgyro, -up)):
            self.assertAlmostEqual(math.degrees(value), expected, delta=TOLERANCE)
        self.assertAlmostEqual(message.abs_pressure * 100, update.pressure, delta=1)

    def test_poses_in_all_quadrants_and_upside_down(self) -> None:
        for heading, pitch, roll in ((45, 10, -5), (135, -20, 30), (225, 40, -60), (315, 0, 175), (356.3, -60, 0)):
            rig = Rig(f"pose:heading={heading},pitch={pitch},roll={roll},iron=none,latitude=47.4,longitude=8.5").collect()
            names = self.compare(rig)
            self.assertEqual(names, {"ATTITUDE", "ATTITUDE_QUATERNION_COV", "ODOMETRY", "GLOBAL_POSITION_INT",
                                     "SCALED_PRESSURE", "HIGHRES_IMU"})
            # The pose itself, with the declination of Zürich in these years.
            yaw = math.degrees([one for one in rig.receivers["udp"].messages if one.get_type() == "ATTITUDE"][-1].yaw)
            self.assertLess(turn(yaw, heading + 3.6), 3)

    def test_a_turn_across_north(self) -> None:
        rig = Rig("turning:pitch=8,roll=-5,rate=120,iron=none").collect()
        self.compare(rig)
        yaws = [one.yaw for one in rig.receivers["udp"].messages if one.get_type() == "ATTITUDE"]
        self.assertTrue(min(yaws) < -3 and max(yaws) > 3, "all the way round")
        self.assertTrue(any(one < 0 < other for one, other in zip(yaws, yaws[1:])), "to the right across north")

    def test_a_drive(self) -> None:
        rig = Rig("driving").collect()
        self.compare(rig)
        self.assertGreater(max(update.speed for update in rig.updates), 3)
        huds = [one for one in rig.receivers["udp"].messages if one.get_type() == "VFR_HUD"]
        speeds = [update.speed for update in rig.updates]
        headings = [update.true_heading for update in rig.updates]
        for hud in huds:
            self.assertLess(min(abs(hud.groundspeed - speed) for speed in speeds), 0.05)
            self.assertLess(min(turn(hud.heading, heading) for heading in headings), 1)
            self.assertTrue(math.isnan(hud.airspeed))
            self.assertEqual(hud.throttle, 0)

    def test_magnetic_north(self) -> None:
        self.compare(Rig("pose:heading=1,iron=none", ", north: magnetic").collect(), "magnetic_heading",
                     "heading_accuracy")

    def test_heartbeats_and_numbers(self) -> None:
        rig = Rig("pose:heading=45").collect()
        for transport, (system, component) in {"udp": (1, 197), "tcp": (42, 1), "serial": (1, 197)}.items():
            messages = [one for one in rig.receivers[transport].messages if one.get_type() != "BAD_DATA"]
            self.assertEqual({one.get_srcSystem() for one in messages}, {system})
            self.assertEqual({one.get_srcComponent() for one in messages}, {component})
            numbers = [one.get_seq() for one in messages]
            self.assertTrue(all((number + 1) % 256 == other for number, other in zip(numbers, numbers[1:])), transport)
            beats = [one for one in messages if one.get_type() == "HEARTBEAT"]
            self.assertAlmostEqual(len(beats), SPAN, delta=1)
            for beat in beats:
                self.assertEqual(beat.type, mavlink.MAV_TYPE_ONBOARD_CONTROLLER)
                self.assertEqual(beat.autopilot, mavlink.MAV_AUTOPILOT_INVALID)
                self.assertEqual(beat.base_mode, mavlink.MAV_MODE_FLAG_HIL_ENABLED)
                self.assertIn(beat.system_status, (mavlink.MAV_STATE_ACTIVE, mavlink.MAV_STATE_CRITICAL))


@unittest.skipUnless(importlib.util.find_spec("MAVProxy"), "MAVProxy is not installed")
class GroundStation(unittest.TestCase):
    """MAVProxy records what it receives."""

    def test_mavproxy_records_the_heading(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            with socket.socket(type=socket.SOCK_DGRAM) as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            configuration = Path(folder) / "headingd.yaml"
            configuration.write_text(f"outputs: {{mavlink: [{{to: 'udp:127.0.0.1:{port}', component: 1}}]}}\n", "utf-8")
            log = Path(folder) / "station.tlog"
            station = subprocess.Popen(
                [sys.executable, str(Path(sys.executable).parent / "mavproxy.py"), f"--master=udpin:127.0.0.1:{port}",
                 "--daemon", "--non-interactive", f"--logfile={log}", f"--state-basedir={folder}"],
                cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                env={**os.environ, "HOME": folder})
            try:
                with Daemon(PROGRAM, "--config", str(configuration), "--simulate", "--scenario",
                            "pose:heading=200,pitch=10,roll=-5,iron=none"):
                    end = time.monotonic() + STATION_PATIENCE
                    while not log.exists() or log.stat().st_size < 50_000:
                        self.assertIsNone(station.poll(), "MAVProxy has ended")
                        self.assertLess(time.monotonic(), end, "MAVProxy records nothing")
                        threading.Event().wait(0.05)
            finally:
                station.terminate()
                output = station.communicate(timeout=PATIENCE)[0]
            reader = mavutil.mavlink_connection(str(log))
            attitudes = []
            while (message := reader.recv_match(type="ATTITUDE")) is not None:
                attitudes.append(message)
            self.assertGreater(len(attitudes), 20, output)
            self.assertAlmostEqual(math.degrees(attitudes[-1].pitch), 10, delta=1)
            self.assertAlmostEqual(math.degrees(attitudes[-1].roll), -5, delta=1)


if __name__ == "__main__":
    unittest.main()
