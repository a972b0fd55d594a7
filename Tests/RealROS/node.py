"""Compares the messages of the example node with those of a bag: node.py EXAMPLE BAG UPDATES

There is no rclpy here: modules with the names of ROS stand in for it, and only the function that makes a message is run.
"""

import importlib.util
import json
import math
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

from rosbags.highlevel import AnyReader

example, bag, lines = sys.argv[1:]
sys.path.insert(0, str(Path(example).parents[1] / "src"))


class Imu(SimpleNamespace):
    def __init__(self):
        def triple():
            return SimpleNamespace(x=0.0, y=0.0, z=0.0)
        names = ("orientation", "angular_velocity", "linear_acceleration")
        super().__init__(
            header=SimpleNamespace(), orientation=SimpleNamespace(x=0.0, y=0.0, z=0.0, w=1.0),
            angular_velocity=triple(), linear_acceleration=triple(), **{n + "_covariance": [0.0] * 9 for n in names})


for name, content in {
    "rclpy": {}, "rclpy.node": {"Node": None}, "rclpy.qos": {"qos_profile_sensor_data": None},
    "sensor_msgs": {}, "sensor_msgs.msg": {"Imu": Imu},
}.items():
    sys.modules[name] = ModuleType(name)
    vars(sys.modules[name]).update(content)
spec = importlib.util.spec_from_file_location("ros2_node", example)
node = importlib.util.module_from_spec(spec)
spec.loader.exec_module(node)
import headingd  # noqa: E402: found by the path above

updates, seen = [], set()
for line in open(lines):
    update = json.loads(line)
    # A bag has no repeated updates.
    if update["boot_time"] not in seen:
        seen.add(update["boot_time"])
        updates.append(headingd.Update.of(update))
count = 0
with AnyReader([Path(bag)]) as reader:
    connections = [c for c in reader.connections if c.topic == "/imu/data"]
    for (connection, _, raw), update in zip(reader.messages(connections), updates):
        expected = reader.deserialize(raw, connection.msgtype)
        made = node.message(update, None, "base_link")
        for field in ("orientation", "angular_velocity", "linear_acceleration"):
            ours, theirs = getattr(made, field), getattr(expected, field)
            assert all(math.isclose(getattr(ours, axis), getattr(theirs, axis), abs_tol=1e-5) for axis in vars(ours)), field
            covariances = getattr(made, field + "_covariance"), getattr(expected, field + "_covariance")
            assert all(math.isclose(a, b, rel_tol=1e-9) for a, b in zip(*covariances)), field
        count += 1
assert count == len(updates) > 0
print(f"ok   the example node makes the same {count} messages")
