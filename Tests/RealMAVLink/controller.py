"""A flight controller played by pymavlink: its own physics, messages, requests, signatures and faults."""

from __future__ import annotations

import contextlib
import math
import os
import random
import socket
import threading
import time
import tty
from typing import Any, Callable

os.environ["MAVLINK20"] = "1"

from pymavlink.dialects.v20 import common as mavlink  # noqa: E402

GRAVITY = 9.80665

#: Height above the sea, m, and the pressure there in the standard atmosphere, hPa.
ALTITUDE = 431.0
PRESSURE = 962.6

Vector = tuple[float, float, float]


class Pose:
    """A vehicle's attitude by nose and right side, turning at a steady rate; degrees."""

    def __init__(self, heading: float, pitch: float = 0, roll: float = 0, rate: float = 0,
                 inclination: float = 64, strength: float = 48) -> None:
        self.heading, self.pitch, self.roll, self.rate = heading, pitch, roll, rate
        self.inclination, self.strength = inclination, strength

    def heading_at(self, seconds: float) -> float:
        """The magnetic heading of the nose."""
        return (self.heading + self.rate * seconds) % 360

    def body(self, vector: Vector, seconds: float) -> Vector:
        """A vector north, east, down as forward, right, down: Rx(roll)ᵀ Ry(pitch)ᵀ Rz(yaw)ᵀ."""
        yaw, pitch, roll = (math.radians(one) for one in (self.heading_at(seconds), self.pitch, self.roll))
        north, east, down = vector
        x, y = north * math.cos(yaw) + east * math.sin(yaw), east * math.cos(yaw) - north * math.sin(yaw)
        x, z = x * math.cos(pitch) - down * math.sin(pitch), x * math.sin(pitch) + down * math.cos(pitch)
        return x, y * math.cos(roll) + z * math.sin(roll), z * math.cos(roll) - y * math.sin(roll)

    def acceleration(self, seconds: float) -> Vector:
        """The specific force at rest, m/s²: upward."""
        return self.body((0, 0, -GRAVITY), seconds)

    def angular_rate(self, seconds: float) -> Vector:
        """The angular rate, rad/s."""
        return self.body((0, 0, math.radians(self.rate)), seconds)

    def field(self, seconds: float) -> Vector:
        """The field, µT."""
        dip = math.radians(self.inclination)
        return self.body((self.strength * math.cos(dip), 0, self.strength * math.sin(dip)), seconds)


class Link:
    """What the controller sends to and reads from."""

    def send(self, data: bytes) -> None:
        raise NotImplementedError

    def receive(self) -> bytes:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class Datagrams(Link):
    """Datagrams to a port."""

    def __init__(self, port: int) -> None:
        self.socket = socket.socket(type=socket.SOCK_DGRAM)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setblocking(False)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            self.socket.send(data)

    def receive(self) -> bytes:
        with contextlib.suppress(OSError):
            return self.socket.recv(65_536)
        return b""

    def close(self) -> None:
        self.socket.close()


class Server(Link):
    """A TCP server, as ArduPilot's simulator has one."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.listening.setblocking(False)
        self.port = self.listening.getsockname()[1]
        self.connection: socket.socket | None = None

    def send(self, data: bytes) -> None:
        if self.connection is None:
            with contextlib.suppress(OSError):
                self.connection, _ = self.listening.accept()
                self.connection.setblocking(False)
        if self.connection is not None:
            try:
                self.connection.send(data)
            except OSError:
                self.connection = None

    def receive(self) -> bytes:
        with contextlib.suppress(OSError):
            if self.connection is not None:
                return self.connection.recv(65_536)
        return b""

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.listening.close()


class Line(Link):
    """A serial line."""

    def __init__(self) -> None:
        self.master, self.line = os.openpty()
        tty.setraw(self.line)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self.line)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self.master, data)

    def receive(self) -> bytes:
        with contextlib.suppress(OSError):
            return os.read(self.master, 65_536)
        return b""

    def close(self) -> None:
        os.close(self.master)
        os.close(self.line)


class Controller:
    """Sends what its streams say, from the beginning to the end of a `with`."""

    def __init__(self, link: Link, pose: Pose, streams: dict[str, float], *, autopilot: int = mavlink.MAV_AUTOPILOT_PX4,
                 system: int = 1, component: int = 1, kind: int = mavlink.MAV_TYPE_QUADROTOR, key: bytes | None = None,
                 start: float = 3.0, is_asked: bool = False) -> None:
        self.link, self.pose, self.autopilot, self.kind = link, pose, autopilot, kind
        self.streams = dict(streams)
        #: Whether it sends more when asked.
        self.is_asked = is_asked
        self.mavlink = mavlink.MAVLink(None, srcSystem=system, srcComponent=component)
        self.mavlink.robust_parsing = True
        if key is not None:
            self.mavlink.signing.secret_key = key
            self.mavlink.signing.sign_outgoing = True
            self.mavlink.signing.link_id = 3
            self.mavlink.signing.timestamp = self.signing_time()
        self.offset = start
        self.began = time.monotonic()
        self.is_silent = False
        #: Changes a message before it is packed.
        self.spoil: Callable[[Any], None] = lambda message: None
        self.fix: dict[str, Any] = {}
        self.heard: list[Any] = []
        self.sent: list[bytes] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._noise = random.Random(1)

    @staticmethod
    def signing_time() -> int:
        """The present in units of signatures."""
        return int((time.time() - 1_420_070_400) * 1e5)

    @property
    def elapsed(self) -> float:
        """The time of its motion, s."""
        return time.monotonic() - self.began

    @property
    def clock(self) -> float:
        """Its own time, s."""
        return self.elapsed + self.offset

    @property
    def heading(self) -> float:
        """The true magnetic heading now."""
        return self.pose.heading_at(self.elapsed)

    def __enter__(self) -> Controller:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(10)
        self.link.close()

    def reboot(self) -> None:
        """Begins anew: its clock, its streams, nothing that it was asked for."""
        self.streams = {"HEARTBEAT": 1.0}
        self.offset = 0.1 - self.elapsed

    def _run(self) -> None:
        due = {name: 0.0 for name in self.streams}
        while not self._ended.wait(0.002):
            for message in self.mavlink.parse_buffer(self.link.receive()) or []:
                self._take(message)
            for name, rate in list(self.streams.items()):
                if self.elapsed >= due.get(name, 0.0):
                    due[name] = max(due.get(name, 0.0) + 1 / rate, self.elapsed - 0.5 / rate)
                    if not self.is_silent and (message := self._message(name)) is not None:
                        self.spoil(message)
                        data = message.pack(self.mavlink)
                        self.mavlink.seq = (self.mavlink.seq + 1) % 256
                        self.sent = [*self.sent[-50:], data]
                        self.link.send(data)

    def _take(self, message: Any) -> None:
        self.heard.append(message)
        if self.is_asked and message.get_type() == "COMMAND_LONG" and message.command == 511:
            self.streams[mavlink.mavlink_map[int(message.param1)].msgname] = 1e6 / message.param2

    def _message(self, name: str) -> Any:
        seconds = self.elapsed
        noise = self._noise.gauss
        acceleration = [one + noise(0, 0.01) for one in self.pose.acceleration(seconds)]
        rate = [one + noise(0, 0.0005) for one in self.pose.angular_rate(seconds)]
        field = [one + noise(0, 0.05) for one in self.pose.field(seconds)]
        microseconds = int(self.clock * 1e6)
        whole = [*(round(one * 1000 / GRAVITY) for one in acceleration), *(round(one * 1000) for one in rate),
                 *(round(one * 10) for one in field)]
        if name == "HEARTBEAT":
            return mavlink.MAVLink_heartbeat_message(self.kind, self.autopilot, 0, 0, mavlink.MAV_STATE_ACTIVE, 3)
        if name == "HIGHRES_IMU":
            return mavlink.MAVLink_highres_imu_message(
                microseconds, *acceleration, *rate, *(one / 100 for one in field), PRESSURE + noise(0, 0.02), 0, 0, 25,
                0x1FFF)
        if name == "RAW_IMU":
            return mavlink.MAVLink_raw_imu_message(microseconds, *whole, 0, 2500)
        if name == "SCALED_IMU":
            return mavlink.MAVLink_scaled_imu_message(int(self.clock * 1000) % 2**32, *whole, 2500)
        if name == "SCALED_PRESSURE":
            return mavlink.MAVLink_scaled_pressure_message(
                int(self.clock * 1000) % 2**32, PRESSURE + noise(0, 0.02), 0, 2500)
        if name == "GPS_RAW_INT":
            values = {
                "time_usec": microseconds, "fix_type": 3, "lat": 473_800_000, "lon": 85_400_000, "alt": int(ALTITUDE * 1000),
                "eph": 65_535, "epv": 65_535, "vel": 0, "cog": 65_535, "satellites_visible": 12, "alt_ellipsoid": 479_000,
                "h_acc": 1200, "v_acc": 2100, "vel_acc": 150, "hdg_acc": 0, "yaw": 0, **self.fix}
            return mavlink.MAVLink_gps_raw_int_message(**values)
        if name == "ATTITUDE":
            return mavlink.MAVLink_attitude_message(int(self.clock * 1000) % 2**32, 0, 0, 0, 0, 0, 0)
        return None
