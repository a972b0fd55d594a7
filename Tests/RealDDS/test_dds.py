"""headingd-ros2 as subscribers see it: every field, discovery, what stays on this machine, losses and returns."""

from __future__ import annotations

import calendar
import contextlib
import json
import math
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cyclonedds.builtin import BuiltinDataReader, BuiltinTopicDcpsParticipant, BuiltinTopicDcpsPublication
from cyclonedds.core import Policy, Qos, ReadCondition, SampleState, InstanceState, ViewState, WaitSet
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from mcap.writer import Writer
from messages import TOPICS, DiagnosticArray, Imu, ParticipantEntitiesInfo
from rosbags.typesys import Stores, get_typestore
from support import PATIENCE, Daemon, Server, until, update

DAEMON, PROGRAM, FAST_READER = (os.environ[name] for name in ("HEADINGD_PROGRAM", "HEADINGD_ROS2", "FAST_READER"))
HERE = Path(__file__).parent
ROS = get_typestore(Stores.ROS2_JAZZY)

#: How nodes of ROS set Cyclone DDS up. Source: ros2/rmw_cyclonedds, check_create_domain.
NUMBERED = "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>32</MaxAutoParticipantIndex>"
CONFIGURATIONS = {
    "humble, localhost": '<General><Interfaces><NetworkInterface address="127.0.0.1"/></Interfaces></General>',
    "jazzy, localhost": "<General><AllowMulticast>false</AllowMulticast></General>"
                        f'<Discovery>{NUMBERED}<Peers><Peer address="localhost"/></Peers></Discovery>',
    "jazzy, subnet": f"<Discovery>{NUMBERED}</Discovery>",
}

#: The longest time until participants find each other, s: those that do not listen to multicast announce themselves each 8 s.
DISCOVERY = 20.0

#: The largest difference of an angle, degrees.
TOLERANCE = 0.5

EVERY = Qos(Policy.History.KeepAll, Policy.Reliability.BestEffort)
RELIABLE = Qos(Policy.History.KeepAll, Policy.Reliability.Reliable(100_000_000))

# The domain of this process; ends with it.
domain = Domain(0, CONFIGURATIONS["jazzy, localhost"])


class Subscriber:
    """Subscribes topics, and keeps their messages."""

    def __init__(self, prefix: str = "", topics: dict[str, Any] = TOPICS, number: int = 0) -> None:
        self.participant = DomainParticipant(number)
        self._wait = WaitSet(self.participant)
        self._readers = {}
        for name, (_, kind, reliable) in topics.items():
            path = "rt" + ("" if name in ("/tf", "/diagnostics") else prefix) + name
            reader = DataReader(self.participant, Topic(self.participant, path, kind), RELIABLE if reliable else EVERY)
            self._wait.attach(ReadCondition(reader, SampleState.Any | ViewState.Any | InstanceState.Any))
            self._readers[name] = reader
        self.messages: dict[str, list[Any]] = {name: [] for name in topics}

    def collect(self, enough: Callable[[dict[str, list[Any]]], Any], patience: float = PATIENCE) -> bool:
        """Collects until it is enough; returns whether it came to that."""
        end = time.monotonic() + patience
        while not enough(self.messages):
            if (left := end - time.monotonic()) <= 0:
                return False
            self._wait.wait(int(left * 1e9))
            for name, reader in self._readers.items():
                kind = TOPICS[name][1]
                # A sample without data tells that a publisher went.
                self.messages[name] += [one for one in reader.take(1000) if isinstance(one, kind)]
        return True

    def clear(self) -> None:
        """Forgets the messages."""
        self.collect(lambda _: True)
        for kept in self.messages.values():
            kept.clear()


class Program:
    """headingd-ros2."""

    def __init__(self, *arguments: str, environment: dict[str, str] | None = None) -> None:
        self._log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stderr=self._log, env={**os.environ, **(environment or {})})

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._log.close()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Ends it by a signal, and returns the exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    @property
    def log(self) -> str:
        """What it said."""
        self._log.seek(0)
        return self._log.read().decode()


class Capture:
    """Messages and updates of one run of the daemon, from the start of both."""

    def __init__(self, scenario: str, *arguments: str, seconds: float = 2.0) -> None:
        self.updates: list[dict[str, Any]] = []
        subscriber = Subscriber()
        daemon = Daemon(DAEMON, "--simulate", "--scenario", scenario)
        with Program("--connect", daemon.path, *arguments) as program:
            # Without a daemon there are diagnostics; then the two have found each other.
            if not subscriber.collect(lambda kept: kept["/diagnostics"], DISCOVERY):
                raise AssertionError("no diagnostics without a daemon: " + program.log)
            # Before the program, whose first position is the map's origin.
            thread = threading.Thread(target=self._follow, args=(daemon.path,))
            thread.start()
            with daemon:
                if not subscriber.collect(lambda kept: kept["/odometry"]):
                    raise AssertionError("no odometry: " + program.log)
                end = time.monotonic() + seconds
                subscriber.collect(lambda _: time.monotonic() > end, seconds + 1)
            thread.join(PATIENCE)
            if program.end() != 0:
                raise AssertionError(program.log)
        self.messages = subscriber.messages
        # Those of the time without a daemon.
        self.messages["/diagnostics"] = [one for one in self.messages["/diagnostics"] if one.status[0].values]

    def _follow(self, path: str) -> None:
        with socket.socket(socket.AF_UNIX) as stream:
            until(lambda: stream.connect_ex(path) == 0)
            for line in stream.makefile("rb"):
                with contextlib.suppress(ValueError):
                    values = json.loads(line)
                    if "boot_time" in values and values["boot_time"] not in {one["boot_time"] for one in self.updates[-5:]}:
                        self.updates.append(values)

    def common(self) -> list[dict[str, Any]]:
        """The updates of which messages of /imu/data are; one message each."""
        stamps = [nanoseconds(one) for one in self.messages["/imu/data"]]
        times = [round(one["boot_time"] * 1e3) if one["time"] is None else milliseconds(one["time"]) for one in self.updates]
        wanted = [round(one / 1e6) for one in stamps]
        # Both begin with the daemon; one of the two connections may have missed its first updates.
        for skipped in range(len(times)):
            if times[skipped:skipped + 20] == wanted[:20]:
                break
        else:
            skipped = 0
            for lost in range(len(wanted)):
                if wanted[lost:lost + 20] == times[:20]:
                    wanted = wanted[lost:]
                    self.messages["/imu/data"] = self.messages["/imu/data"][lost:]
                    break
        count = min(len(wanted), len(times) - skipped)
        if times[skipped:skipped + count] != wanted[:count] or count < 50:
            raise AssertionError(f"messages are not those of the updates: {wanted[:5]}, {times[:5]}, {count}")
        self.messages["/imu/data"] = self.messages["/imu/data"][:count]
        return self.updates[skipped:skipped + count]

    def write(self, folder: str) -> tuple[str, str]:
        """Writes a bag, and the updates as lines."""
        updates = self.common()
        first, last = (nanoseconds(self.messages["/imu/data"][index]) for index in (0, -1))
        bag, lines = f"{folder}/bag.mcap", f"{folder}/updates.jsonl"
        with open(bag, "wb") as file:
            writer = Writer(file)
            writer.start("ros2")
            for name, (kind, _, _) in TOPICS.items():
                definition, _ = ROS.generate_msgdef(kind, ros_version=2)
                schema = writer.register_schema(kind, "ros2msg", definition.encode())
                channel = writer.register_channel(name, "cdr", schema)
                for message in self.messages[name]:
                    if first <= (stamp := nanoseconds(message)) <= last:
                        writer.add_message(channel, stamp, unfilled(message.raw, kind), stamp)
            writer.finish()
        Path(lines).write_text("".join(json.dumps(one) + "\n" for one in updates), "utf-8")
        return bag, lines


def unfilled(raw: bytes, kind: str) -> bytes:
    """The bytes without the zeros that fill the last word on the wire; they are those that rosbags writes."""
    written = bytes(ROS.serialize_cdr(ROS.deserialize_cdr(raw, kind), kind))
    if raw != written + bytes(-len(written) % 4):
        raise AssertionError(f"{kind}: {raw.hex()} is not {written.hex()}")
    return written


def milliseconds(text: str) -> int:
    """Time of a text such as 2026-11-26T06:00:00.000Z, ms since 1970."""
    seconds, fraction = text.rstrip("Z").split(".")
    import calendar
    return calendar.timegm(time.strptime(seconds, "%Y-%m-%dT%H:%M:%S")) * 1000 + int(fraction)


def nanoseconds(message: Any) -> int:
    """The stamp of a message."""
    stamp = (message.transforms[0] if hasattr(message, "transforms") else message).header.stamp
    return stamp.sec * 10**9 + stamp.nanosec


def turned(q: Any, v: tuple[float, float, float]) -> list[float]:
    """A vector of the body in the earth frame."""
    x, y, z, w = q.x, q.y, q.z, q.w
    rows = ((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
            (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
            (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)))
    return [sum(a * b for a, b in zip(row, v)) for row in rows]


def axes(heading: float, pitch: float, roll: float) -> list[list[float]]:
    """Forward, left and up of a body with these angles in east, north, up."""
    (s, c), (sp, cp), (sr, cr) = [(math.sin(math.radians(a)), math.cos(math.radians(a))) for a in (heading, pitch, roll)]
    level_left, level_up = (-c, s, 0), (-s * sp, -c * sp, cp)
    return [[s * cp, c * cp, sp], [cr * a + sr * b for a, b in zip(level_left, level_up)],
            [cr * b - sr * a for a, b in zip(level_left, level_up)]]


def angle(one: list[float], other: list[float]) -> float:
    """Angle between two vectors, degrees."""
    dot = sum(a * b for a, b in zip(one, other)) / math.hypot(*one) / math.hypot(*other)
    return math.degrees(math.acos(max(-1.0, min(1.0, dot))))


class Fields(unittest.TestCase):
    """Every field, against the daemon's own updates and against what is simulated."""

    def check_bag(self, capture: Capture, north: str = "magnetic", base: str = "base_link", frame: str = "map") -> None:
        """The checks of bags: bytes are those of rosbags, values those of the updates."""
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, HERE.parent / "RealROS" / "bag.py", *capture.write(folder), north, base, frame],
                capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])

    POSES = (
        ("heading=45", 45, 0, 0), ("heading=135,pitch=20", 135, 20, 0), ("heading=225,roll=-30", 225, 0, -30),
        ("heading=315,pitch=-25,roll=10", 315, -25, 10), ("heading=359.8", 359.8, 0, 0), ("heading=0.2", 0.2, 0, 0),
        ("heading=100,roll=180", 100, 0, 180), ("heading=290,roll=-20,latitude=-33.9,longitude=151.2", 290, 0, -20))

    def test_poses(self) -> None:
        for settings, heading, pitch, roll in self.POSES:
            with self.subTest(settings):
                capture = Capture("pose:" + settings)
                self.check_bag(capture)
                self.check_truth(capture, heading, pitch, roll, south="latitude=-" in settings)

    def check_truth(self, capture: Capture, heading: float, pitch: float, roll: float, south: bool) -> None:
        body = axes(heading, pitch, roll)
        valid = [one for one in capture.messages["/imu/data"] if one.orientation_covariance[0] != -1][-40:]
        self.assertEqual(len(valid), 40)
        for imu in valid:
            for unit, expected in zip(((1, 0, 0), (0, 1, 0), (0, 0, 1)), body):
                self.assertLess(angle(turned(imu.orientation, unit), expected), TOLERANCE)
            self.assertGreater(min(imu.orientation_covariance[index] for index in (0, 4, 8)), 0)
            force = imu.linear_acceleration
            for axis, value in zip(body, (force.x, force.y, force.z)):
                self.assertAlmostEqual(value, 9.8 * axis[2], delta=0.3)
            rate = imu.angular_velocity
            self.assertLess(math.hypot(rate.x, rate.y, rate.z), 0.05)
        for message in capture.messages["/imu/mag"][-40:]:
            field = message.magnetic_field
            east, north, up = (sum(v * axis[index] for v, axis in zip((field.x, field.y, field.z), body)) for index in range(3))
            self.assertLess(abs(math.degrees(math.atan2(east, north))), 2, "noise of one sample")
            self.assertGreater(up * (1 if south else -1), 10e-6)
            self.assertTrue(20e-6 < math.hypot(east, north, up) < 70e-6)
        declination = capture.updates[-1]["declination"]
        self.assertGreater(abs(declination), 0.5)
        for message, quaternion in [(one, one.quaternion) for one in capture.messages["/heading"][-40:]] + [
                (one, one.pose.pose.orientation) for one in capture.messages["/odometry"][-40:]]:
            self.assertEqual(message.header.frame_id, "map")
            self.assertLess(angle(turned(quaternion, (1, 0, 0)), axes(heading + declination, pitch, roll)[0]), TOLERANCE)
        for message in capture.messages["/odometry"][-40:]:
            place, speed = message.pose.pose.position, message.twist.twist.linear
            self.assertLess(math.hypot(place.x, place.y, place.z), 20)
            self.assertLess(math.hypot(speed.x, speed.y, speed.z), 1)
        self.assertTrue(capture.messages["/gps/fix"])
        for message in capture.messages["/gps/fix"]:
            if south:
                self.assertLess(abs(message.latitude + 33.9) + abs(message.longitude - 151.2), 5e-4)
            self.assertEqual((message.status.status, message.position_covariance_type), (0, 1))
        for message in capture.messages["/pressure"]:
            self.assertTrue(90_000 < message.fluid_pressure < 105_000)
        status = capture.messages["/diagnostics"][-1].status[0]
        self.assertEqual((status.name, status.hardware_id), ("headingd: heading", "headingd"))
        self.assertTrue(status.message.startswith("SIMULATED: "))

    def test_turning(self) -> None:
        self.check_bag(Capture("turning:heading=330,rate=20", seconds=6))

    def test_driving(self) -> None:
        capture = Capture("driving", seconds=15)
        self.check_bag(capture)
        speeds = [message.twist.twist.linear for message in capture.messages["/odometry"]]
        self.assertGreater(max(one.x for one in speeds), 5, "forward is x")
        self.assertEqual(len(capture.messages["/tf"]), len(capture.messages["/odometry"]))

    def test_other_choices(self) -> None:
        capture = Capture("pose:heading=200", "--ros-north", "true", "--base-frame", "imu_link", "--map-frame", "earth")
        self.check_bag(capture, "true", "imu_link", "earth")

    def test_bytes_at_fast_dds(self) -> None:
        with Daemon(DAEMON, "--simulate") as daemon, Program("--connect", daemon.path):
            for topic in ("/imu/data", "/diagnostics"):
                kind, of_dds, _ = TOPICS[topic]
                done = subprocess.run(
                    [FAST_READER, "jazzy", "0", "5", str(int(DISCOVERY)), "rt" + topic, of_dds.__idl_typename__],
                    capture_output=True, text=True, timeout=60)
                self.assertEqual(done.returncode, 0, topic)
                for line in done.stdout.split():
                    unfilled(bytes.fromhex(line), kind)


class Withheld(unittest.TestCase):
    """What an update does not have is not published, or marked as the message's convention says."""

    def last(self, *arguments: str, **values: Any) -> dict[str, list[Any]]:
        """The messages of one update, sent again and again with a newer time."""
        def send(peer: Any) -> None:
            peer.send(b'{"capabilities":["updates"],"class":"greeting","protocol":1,"server":"headingd 0.0.0"}\n')
            for _ in range(2000):
                peer.send(update(heading_axis="+y", **values))
                ended.wait(0.02)

        ended = threading.Event()
        subscriber = Subscriber()
        with Server(send) as server, Program("--connect", server.path, *arguments) as program:
            try:
                # The first diagnostics may come before the subscriber is known, the next a second later.
                self.assertTrue(subscriber.collect(
                    lambda kept: len(kept["/imu/data"]) > 10 and any(one.status[0].values for one in kept["/diagnostics"]),
                    DISCOVERY), program.log)
            finally:
                ended.set()
        return subscriber.messages

    def test_a_bare_update(self) -> None:
        messages = self.last(status="invalid", reasons=["magnetometer_missing"])
        self.assertEqual({name for name, kept in messages.items() if kept}, {"/imu/data", "/diagnostics"})
        imu = messages["/imu/data"][-1]
        for covariance in (imu.orientation_covariance, imu.angular_velocity_covariance, imu.linear_acceleration_covariance):
            self.assertEqual(list(covariance), [-1, *[0] * 8])
        status = messages["/diagnostics"][-1].status[0]
        self.assertEqual(status.message, "SIMULATED: invalid, magnetometer_missing")

    def test_true_north_without_a_declination(self) -> None:
        values = {"attitude": [1, 0, 0, 0], "rotation_rate": [0, 0, 0], "latitude": 47.0, "longitude": 8.0}
        imu = self.last("--ros-north", "true", **values)["/imu/data"][-1]
        self.assertEqual((imu.orientation_covariance[0], imu.angular_velocity_covariance[0]), (-1, 0))
        messages = self.last(**values)
        self.assertEqual(messages["/imu/data"][-1].orientation_covariance[0], 0)
        self.assertFalse(messages["/heading"] or messages["/odometry"] or messages["/tf"])

    def test_what_is_no_heading(self) -> None:
        for wrong in ([1, 0, 0], [0, 0, 0, 0], [1e308, 1e308, 0, 0]):
            imu = self.last(attitude=wrong)["/imu/data"][-1]
            self.assertEqual(imu.orientation_covariance[0], -1, wrong)
        imu = self.last(attitude=[1, 0, 0, 0], heading_source="external")["/imu/data"][-1]
        self.assertEqual(imu.orientation_covariance[0], -1)


class Discovery(unittest.TestCase):
    """What participants learn from DDS itself, as rmw reads it."""

    def check(self, distribution: str, number: int, configuration: str) -> None:
        other = Domain(number, CONFIGURATIONS[configuration])
        participant = DomainParticipant(number)
        publications = BuiltinDataReader(participant, BuiltinTopicDcpsPublication)
        participants = BuiltinDataReader(participant, BuiltinTopicDcpsParticipant)
        late = Qos(Policy.Reliability.Reliable(100_000_000), Policy.Durability.TransientLocal, Policy.History.KeepAll)
        arguments = ("--connect", "/nowhere/socket", "--domain", str(number), "--namespace", "/robot1", "--node", "compass")
        with Program(*arguments, environment={"ROS_DISTRO": distribution}) as program:
            found: dict[str, Any] = {}
            end = time.monotonic() + DISCOVERY
            while len(found) < 9 and time.monotonic() < end:
                # The reader of a built-in topic has no condition that can be waited for.
                threading.Event().wait(0.05)
                found.update({one.topic_name: one for one in publications.take(100) if one.type_name.endswith("_")})
            expected = {"rt" + ("" if name in ("/tf", "/diagnostics") else "/robot1") + name: (name, values)
                        for name, values in TOPICS.items()}
            self.assertEqual(set(found), {*expected, "ros_discovery_info"})
            for path, (name, (kind, of_dds, reliable)) in expected.items():
                one = found[path]
                self.assertEqual(one.type_name, of_dds.__idl_typename__)
                data = one.qos[Policy.Userdata].data
                self.assertEqual(data, f"typehash={ROS.hash_rihs01(kind)};".encode(), name)
                self.assertEqual(isinstance(one.qos[Policy.Reliability], Policy.Reliability.Reliable), reliable)
            owner = found["ros_discovery_info"].participant_key
            mine = [one for one in participants.take(100) if one.key == owner]
            self.assertEqual(mine[0].qos[Policy.Userdata].data, b"enclave=/;")
            # It comes later than the message, and gets it still.
            topic = Topic(participant, "ros_discovery_info", ParticipantEntitiesInfo)
            reader = DataReader(participant, topic, late)
            wait = WaitSet(participant)
            wait.attach(ReadCondition(reader, SampleState.Any | ViewState.Any | InstanceState.Any))
            self.assertTrue(wait.wait(int(DISCOVERY * 1e9)))
            store = get_typestore(Stores.ROS2_HUMBLE if distribution == "humble" else Stores.ROS2_JAZZY)
            raw = self.raw(reader)
            name = "rmw_dds_common/msg/ParticipantEntitiesInfo"
            info = store.deserialize_cdr(raw, name)
            self.assertEqual(bytes(store.serialize_cdr(info, name)), raw)
            node, = info.node_entities_info_seq
            self.assertEqual((node.node_namespace, node.node_name), ("/robot1", "compass"))
            self.assertEqual(bytes(info.gid.data)[:16], owner.bytes)
            self.assertEqual({bytes(gid.data)[:16] for gid in node.writer_gid_seq},
                             {found[path].key.bytes for path in expected})
            self.assertEqual(len(info.gid.data), 24 if distribution == "humble" else 16)
            self.assertEqual(program.end(), 0)
        del other

    def raw(self, reader: Any) -> bytes:
        """The bytes of a sample, whatever its type."""
        kept: list[bytes] = []

        def keep(data: bytes, **_: Any) -> Any:
            kept.append(bytes(data))
            return SimpleNamespace()

        original = ParticipantEntitiesInfo.deserialize
        ParticipantEntitiesInfo.deserialize = keep  # type: ignore[method-assign]
        try:
            reader.take(10)
        finally:
            ParticipantEntitiesInfo.deserialize = original  # type: ignore[method-assign]
        return kept[0]

    def test_jazzy(self) -> None:
        self.check("jazzy", 11, "jazzy, localhost")

    def test_humble(self) -> None:
        self.check("humble", 12, "humble, localhost")


class Wire:
    """What leaves through the interface: packets of UDP, and questions for an address there."""

    def __enter__(self) -> Wire:
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        self._socket.bind(("net1", 0))
        self._socket.setblocking(False)
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def packets(self) -> list[bytes]:
        """Those since the call before."""
        found = []
        with contextlib.suppress(BlockingIOError):
            while True:
                data, (_, _, kind, *_) = self._socket.recvfrom(65_536)
                if kind != socket.PACKET_OUTGOING and (
                        data[12:14] == b"\x08\x06" or data[12:14] == b"\x08\x00" and data[23] == socket.IPPROTO_UDP):
                    found.append(data)
        return found


class Networks(unittest.TestCase):
    """Who is reached, and that no packet leaves the machine unless an interface is named."""

    def reached(self, number: int, configuration: str) -> bool:
        code = (
            "import sys; from cyclonedds.domain import Domain; from test_dds import Subscriber\n"
            "other = Domain(int(sys.argv[1]), sys.argv[2])\n"
            "one = Subscriber(topics={'/diagnostics': TOPICS['/diagnostics']}, number=int(sys.argv[1]))\n"
            f"sys.exit(not one.collect(lambda kept: kept['/diagnostics'], {DISCOVERY}))\n")
        code = code.replace("import Subscriber", "import Subscriber, TOPICS")
        return subprocess.run([sys.executable, "-c", code, str(number), configuration], timeout=60).returncode == 0

    def fast(self, number: int, mode: str) -> bool:
        command = [FAST_READER, mode, str(number), "1", str(int(DISCOVERY)), "rt/diagnostics", DiagnosticArray.__idl_typename__]
        return subprocess.run(command, stdout=subprocess.DEVNULL, timeout=60).returncode == 0

    def test_this_machine(self) -> None:
        for number, distribution in ((21, "jazzy"), (22, "humble")):
            with Wire() as wire, \
                    Program("--connect", "/nowhere/socket", "--domain", str(number), "--distribution", distribution):
                with self.subTest("Cyclone", of=distribution):
                    self.assertTrue(self.reached(number, CONFIGURATIONS[distribution + ", localhost"]))
                    self.assertEqual(wire.packets(), [])
                with self.subTest("Fast", of=distribution):
                    self.assertTrue(self.fast(number, distribution))
                if distribution == "jazzy":
                    self.assertTrue(self.fast(number, "default"))
                    self.assertTrue(self.reached(number, CONFIGURATIONS["jazzy, subnet"]))
                    self.assertTrue(wire.packets(), "those of the subscribers")

    def test_an_interface(self) -> None:
        with Wire() as wire, Program("--connect", "/nowhere/socket", "--domain", "23", "--interface", "net0"):
            self.assertTrue(self.reached(23, CONFIGURATIONS["jazzy, subnet"]))
            self.assertTrue(self.fast(23, "default"))
            self.assertTrue(wire.packets())


class Losses(unittest.TestCase):
    """The daemon, the subscriber and the program go and come back."""

    def test_all(self) -> None:
        subscriber = Subscriber()
        daemon = Daemon(DAEMON, "--simulate")

        def diagnosed(words: str) -> Callable[[dict[str, list[Any]]], bool]:
            def enough(kept: dict[str, list[Any]]) -> bool:
                return any(one.status[0].level in (3, b"\x03") and words in one.status[0].message
                           for one in kept["/diagnostics"])
            return enough

        def flows(kept: dict[str, list[Any]]) -> bool:
            return len(kept["/imu/data"]) > 20 and kept["/odometry"]

        with Program("--connect", daemon.path) as program:
            self.assertTrue(subscriber.collect(diagnosed("is not running"), DISCOVERY))
            with daemon:
                self.assertTrue(subscriber.collect(flows))
                daemon.kill()
                subscriber.clear()
                self.assertTrue(subscriber.collect(diagnosed("headingd at"), 4))
                self.assertFalse(subscriber.collect(lambda kept: kept["/imu/data"], 0.5))
                daemon.start()
                begun = time.monotonic()
                self.assertTrue(subscriber.collect(flows))
                print("the daemon is back: messages after", round(time.monotonic() - begun, 2), "s", file=sys.stderr)
                daemon.stop()
                subscriber.clear()
                self.assertTrue(subscriber.collect(diagnosed("does not respond"), 6))
                daemon.resume()
                subscriber.clear()
                self.assertTrue(subscriber.collect(flows))
                # The subscriber goes and comes back.
                del subscriber
                begun = time.monotonic()
                subscriber = Subscriber()
                self.assertTrue(subscriber.collect(flows, DISCOVERY))
                print("the subscriber is back: messages after", round(time.monotonic() - begun, 2), "s", file=sys.stderr)
                # The program is killed and comes back.
                program.process.kill()
                program.process.wait(PATIENCE)
                subscriber.clear()
                with Program("--connect", daemon.path) as other:
                    self.assertTrue(subscriber.collect(flows, DISCOVERY))
                    self.assertEqual(other.end(signal.SIGINT), 0)
                    self.assertIn("SIMULATED", other.log)


class CommandLine(unittest.TestCase):
    """What is wrong is said, and what to do."""

    def run_program(self, *arguments: str, **environment: str) -> tuple[int, str]:
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=30,
                              env={**os.environ, **environment})
        return done.returncode, done.stderr

    def test_wrong_arguments(self) -> None:
        for arguments, words in (
                (("--domain", "233"), "232"), (("--domain", "x"), "232"), (("--interface", "a/b"), "ip link"),
                (("--node", "1a"), "name of ROS"), (("--namespace", "/a b"), "name of ROS"), (("--rate", "0"), "0.1"),
                (("--connect", ":::"), "HOST"), (("--base-frame", "/a"), "slash"), (("--ros-north", "x"), "magnetic"),
                (("--cyclone", ""), "CYCLONEDDS_URI"), (("--interface", "lo", "--cyclone", "x"), "one of them"),
                (("--distribution", "melodic"), "humble")):
            status, text = self.run_program(*arguments)
            self.assertEqual(status, 64, arguments)
            self.assertIn(words, text)
        for variable in ("ROS_DOMAIN_ID", "ROS_DISTRO"):
            status, text = self.run_program(**{variable: "x"})
            self.assertEqual(status, 64)
            self.assertIn("$" + variable, text)

    def test_an_interface_that_is_not_there(self) -> None:
        status, text = self.run_program("--interface", "nothing0")
        self.assertEqual(status, 69)
        self.assertIn("nothing0", text)
        self.assertIn("ip link", text)

    def test_the_end(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with Program("--connect", "/nowhere/socket") as program:
                subscriber = Subscriber(topics={"/diagnostics": TOPICS["/diagnostics"]})
                self.assertTrue(subscriber.collect(lambda kept: kept["/diagnostics"], DISCOVERY))
                begun = time.monotonic()
                self.assertEqual(program.end(number), 0)
                self.assertLess(time.monotonic() - begun, 2)
                self.assertIn("Trying again", program.log)


if __name__ == "__main__":
    unittest.main(verbosity=2)
