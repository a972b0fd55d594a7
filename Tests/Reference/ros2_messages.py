#!/usr/bin/env python3
"""Writes ros2_messages.txt: messages of ROS 2 Humble with distinct values, serialized by rosbags: type, then hex."""
import numpy as np
from rosbags.typesys import Stores, get_typestore

store = get_typestore(Stores.ROS2_HUMBLE)


def make(kind, /, **fields):
    return store.types[kind.replace("/", "/msg/")](**fields)


def header(frame):
    return make("std_msgs/Header", stamp=make("builtin_interfaces/Time", sec=1764000000, nanosec=250000000), frame_id=frame)


def triple(name, x, y, z):
    return make("geometry_msgs/" + name, x=x, y=y, z=z)


rotation = make("geometry_msgs/Quaternion", x=0.1, y=-0.2, z=0.3, w=0.9)
nine = np.array([float(n) for n in range(1, 10)])
none = np.zeros(9)
big = np.zeros((6, 6))
big[:3, :3] = nine.reshape(3, 3)
big[3:, 3:] = 10 * nine.reshape(3, 3)
fast = np.zeros((6, 6))
fast[:3, :3] = nine.reshape(3, 3)
status = make("sensor_msgs/NavSatStatus", status=0, service=0)
messages = {
    "sensor_msgs/Imu": make(
        "sensor_msgs/Imu", header=header("base_link"), orientation=rotation, orientation_covariance=nine,
        angular_velocity=triple("Vector3", 0.01, -0.02, 0.03), angular_velocity_covariance=none,
        linear_acceleration=triple("Vector3", 1.5, -2.5, 9.75), linear_acceleration_covariance=none),
    "sensor_msgs/MagneticField": make(
        "sensor_msgs/MagneticField", header=header("mag"), magnetic_field=triple("Vector3", 2e-5, -1e-6, 4.3e-5),
        magnetic_field_covariance=none),
    "sensor_msgs/FluidPressure": make(
        "sensor_msgs/FluidPressure", header=header("b"), fluid_pressure=101325.25, variance=0.0),
    "sensor_msgs/NavSatFix": make(
        "sensor_msgs/NavSatFix", header=header("gps"), status=status, latitude=47.5, longitude=-8.25, altitude=500.125,
        position_covariance=nine, position_covariance_type=1),
    "nav_msgs/Odometry": make(
        "nav_msgs/Odometry", header=header("map"), child_frame_id="base_link",
        pose=make("geometry_msgs/PoseWithCovariance", pose=make(
            "geometry_msgs/Pose", position=triple("Point", 100.5, -20.25, 3.0), orientation=rotation),
            covariance=big.flatten()),
        twist=make("geometry_msgs/TwistWithCovariance", twist=make(
            "geometry_msgs/Twist", linear=triple("Vector3", 5.0, 0.5, -0.25), angular=triple("Vector3", 0.01, -0.02, 0.03)),
            covariance=fast.flatten())),
    "geometry_msgs/QuaternionStamped": make(
        "geometry_msgs/QuaternionStamped", header=header("map"), quaternion=rotation),
    "diagnostic_msgs/DiagnosticArray": make(
        "diagnostic_msgs/DiagnosticArray", header=header(""), status=[make(
            "diagnostic_msgs/DiagnosticStatus", level=1, name="headingd: heading", message="größer",
            hardware_id="headingd", values=[
                make("diagnostic_msgs/KeyValue", key="steer", value="ok"),
                make("diagnostic_msgs/KeyValue", key="", value="1")])]),
    "tf2_msgs/TFMessage": make("tf2_msgs/TFMessage", transforms=[make(
        "geometry_msgs/TransformStamped", header=header("map"), child_frame_id="base", transform=make(
            "geometry_msgs/Transform", translation=triple("Vector3", 1.0, 2.0, -3.0), rotation=rotation))]),
}
for name, message in messages.items():
    print(name, bytes(store.serialize_cdr(message, name.replace("/", "/msg/"))).hex())
