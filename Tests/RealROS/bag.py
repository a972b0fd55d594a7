"""Checks a bag against the updates of the same replay: bag.py BAG UPDATES NORTH BASE MAP

Every message has the bytes that rosbags writes for its values; the values are those of the updates, by formulas of
REP 103 that do not use quaternion products: directions of the body's axes in the earth frame.
"""

import contextlib
import json
import math
import sys
from collections import Counter
from pathlib import Path

from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from rosbags.highlevel import AnyReader
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

path, lines, north, base, frame = sys.argv[1:]
humble = get_typestore(Stores.ROS2_HUMBLE)
G = 9.80665
DEGREE = math.pi / 180


def definitions():
    """The definitions in the file name the types of ROS 2: the hashes of its type descriptions agree."""
    with open(path, "rb") as file:
        for schema in make_reader(file).get_summary().schemas.values():
            store = get_typestore(Stores.EMPTY)
            store.register(get_types_from_msg(schema.data.decode(), schema.name))
            assert store.hash_rihs01(schema.name) == humble.hash_rihs01(schema.name), schema.name


def rosbags_messages():
    """Each message, deserialized and serialized by rosbags, has the same bytes."""
    count = Counter()
    with AnyReader([Path(path)]) as reader:
        for connection, time, raw in reader.messages():
            message = humble.deserialize_cdr(raw, connection.msgtype)
            assert bytes(humble.serialize_cdr(message, connection.msgtype)) == bytes(raw), connection.topic
            count[connection.topic] += 1
        assert {c.topic: c.msgcount for c in reader.connections if c.msgcount} == dict(count)
    return count


def decoded():
    """The messages by topic, as mcap-ros2-support decodes them, in the order of writing."""
    messages = {}
    with open(path, "rb") as file:
        reader = make_reader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        for _, channel, record, message in reader.iter_decoded_messages(log_time_order=False):
            messages.setdefault(channel.topic, []).append((record.log_time, message))
    return messages


def turned(q, v):
    """The vector v of the body in the earth frame, by the rotation matrix of q."""
    x, y, z, w = q.x, q.y, q.z, q.w
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return [sum(a * b for a, b in zip(row, v)) for row in rows]


def between(one, other):
    """Angle between two unit vectors, degrees."""
    return math.degrees(math.atan2(math.dist(one, other), 1)) if math.dist(one, other) < 0.1 else 180


def axes(update, declination):
    """Forward, left and up of the body, east, north, up, by heading, pitch and roll."""
    w, x, y, z = update["attitude"]
    # Compass heading of the forward axis; near the vertical the update's heading is that of another axis.
    heading = math.atan2(2 * (x * y - w * z), 1 - 2 * (x * x + z * z)) + declination * DEGREE
    pitch, roll = update["pitch"] * DEGREE, update["roll"] * DEGREE
    (s, c), (sp, cp), (sr, cr) = [(math.sin(a), math.cos(a)) for a in (heading, pitch, roll)]
    forward = (s * cp, c * cp, sp)
    level_left = (-c, s, 0)
    level_up = (-s * sp, -c * sp, cp)
    left = [cr * a + sr * b for a, b in zip(level_left, level_up)]
    up = [cr * b - sr * a for a, b in zip(level_left, level_up)]
    if update["heading_axis"] == "+y":
        shown = update["magnetic_heading"] + declination
        assert abs((math.degrees(heading) - shown + 180) % 360 - 180) < 0.5, (math.degrees(heading), shown)
    return forward, left, up


def check_orientation(q, update, declination):
    for body, earth in zip(((1, 0, 0), (0, 1, 0), (0, 0, 1)), axes(update, declination)):
        assert between(turned(q, body), earth) < 0.5, (update, body)


def near(vector, values, tolerance):
    assert math.dist((vector.x, vector.y, vector.z), values) < tolerance, (vector, values)


def check_imu(message, update):
    assert message.header.frame_id == base
    declination = 0 if north == "magnetic" else update["declination"]
    # After a valid status there is an orientation, unless its north is not known.
    expected = update["status"] != "invalid" and declination is not None and update["attitude"] is not None
    assert (message.orientation_covariance[0] != -1) == expected, update
    if expected:
        check_orientation(message.orientation, update, declination)
        covariance = message.orientation_covariance
        if update.get("attitude_covariance"):
            variance = update["attitude_covariance"][8]
            if north == "true" and update["error_terms"] and update["error_terms"]["declination"]:
                variance += (update["error_terms"]["declination"] * DEGREE) ** 2
            assert math.isclose(covariance[8], variance, rel_tol=1e-9)
            # Positive definite about the horizontal axes, symmetric.
            assert covariance[0] > 0 and covariance[0] * covariance[4] > covariance[1] ** 2
            assert math.isclose(covariance[1], covariance[3], abs_tol=1e-15)
    rate = update["rotation_rate"]
    assert (message.angular_velocity_covariance[0] == -1) == (rate is None)
    if rate:
        near(message.angular_velocity, [rate[1] * DEGREE, -rate[0] * DEGREE, rate[2] * DEGREE], 1e-9)
    acceleration = update.get("linear_acceleration")
    assert (message.linear_acceleration_covariance[0] == -1) == (acceleration is None)
    if acceleration and expected:
        up = [axis[2] for axis in axes(update, declination)]
        gravity = [a + G * u for a, u in zip((acceleration[1], -acceleration[0], acceleration[2]), up)]
        near(message.linear_acceleration, gravity, 0.01)


def check_odometry(message, update):
    assert message.header.frame_id == frame and message.child_frame_id == base
    check_orientation(message.pose.pose.orientation, update, update["declination"])
    linear = message.twist.twist.linear
    velocity = turned(message.pose.pose.orientation, (linear.x, linear.y, linear.z))
    assert math.dist(velocity, update["velocity"]) < 0.02 + 0.01 * math.hypot(*update["velocity"])


def check_positions(messages, updates, origin):
    """Distances along the ground from the first position of the file, by the radii of curvature there."""
    first, checked = (origin["latitude"] * DEGREE, origin["longitude"] * DEGREE), 0
    squared = 1 - 0.00669437999014 * math.sin(first[0]) ** 2
    meridian, normal = 6378137 * (1 - 0.00669437999014) / squared**1.5, 6378137 / squared**0.5
    for message, update in zip(messages, updates):
        latitude, longitude = update["latitude"] * DEGREE, update["longitude"] * DEGREE
        point = message.pose.pose.position
        east = normal * math.cos(first[0]) * (longitude - first[1])
        northward = meridian * (latitude - first[0])
        distance = math.hypot(east, northward)
        if distance < 2000:
            assert math.hypot(point.x - east, point.y - northward) < 0.05 + 1e-3 * distance, (point, east, northward)
            checked += 1
    return checked


definitions()
count = rosbags_messages()
topics = decoded()
updates = [json.loads(line) for line in open(lines)]
at = {}
for update in updates:
    at.setdefault(update["boot_time"], update)
# A bag has no repeated updates.
updates = list(at.values())
imu = topics["/imu/data"]
assert len(imu) == len(updates), (len(imu), len(updates))
stamps = {}
for (time, message), update in zip(imu, updates):
    stamp = message.header.stamp
    assert stamp.sec * 10**9 + stamp.nanosec == time
    stamps.setdefault(time, []).append(update)
    check_imu(message, update)


def one_of(time, check, message):
    """The update of this time that the message is made of; a stamp is a whole millisecond, which two updates may share."""
    for update in stamps[time][:-1]:
        with contextlib.suppress(AssertionError):
            check(message, update)
            return update
    check(message, stamps[time][-1])
    return stamps[time][-1]


def check_field(message, update):
    field = update["field"]
    assert field is not None
    near(message.magnetic_field, [field[1] * 1e-6, -field[0] * 1e-6, field[2] * 1e-6], 1e-12)


def check_pressure(message, update):
    assert message.fluid_pressure == update["pressure"]


def check_fix(message, update):
    assert (message.latitude, message.longitude) == (update["latitude"], update["longitude"])
    height = update["ellipsoidal_altitude"]
    assert math.isnan(message.altitude) if height is None else message.altitude == height
    assert message.status.status == 0 and update["fix_age"] is not None


def check_heading(message, update):
    assert message.header.frame_id == frame
    check_orientation(message.quaternion, update, update["declination"])


def check_diagnostics(message, update):
    (status,) = message.status
    level = status.level[0] if isinstance(status.level, bytes) else status.level
    assert level in ({"valid": 0, "degraded": 1, "coasting": 1, "invalid": 2}[update["status"]], 3), (level, update["status"])
    values = {pair.key: pair.value for pair in status.values}
    assert values["reasons"].split() == update["reasons"] and values["imu_north"] == north
    assert status.message.startswith("SIMULATED: ") == update["simulated"]


for topic, check in [("/imu/mag", check_field), ("/pressure", check_pressure), ("/gps/fix", check_fix),
                     ("/heading", check_heading), ("/diagnostics", check_diagnostics)]:
    for time, message in topics.get(topic, []):
        one_of(time, check, message)
odometry = topics.get("/odometry", [])
driven = [one_of(time, check_odometry, message) for time, message in odometry]
placed = [u for u in updates if u["latitude"] is not None and (u["altitude"], u["ellipsoidal_altitude"]) != (None, None)]
checked = check_positions([m for _, m in odometry], driven, placed[0]) if placed else 0
for (time, message), (_, transforms) in zip(odometry, topics.get("/tf", [])):
    (transform,) = transforms.transforms
    assert transform.header.frame_id == frame and transform.child_frame_id == base
    p, t = message.pose.pose.position, transform.transform.translation
    assert (p.x, p.y, p.z) == (t.x, t.y, t.z)
print("ok  ", Path(path).name, ", ".join(f"{n} {topic}" for topic, n in sorted(count.items())),
      f"({checked} positions compared)")
