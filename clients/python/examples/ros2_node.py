#!/usr/bin/env python3
"""A node of ROS 2 that publishes the daemon's attitude as sensor_msgs/Imu on imu/data: ros2_node.py

Not run in this project's tests, which have no rclpy: they check only `message`. docs/ros.md describes frames, north and covariances.
"""
# mypy: ignore-errors

import math
import threading

import headingd
import rclpy
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import Imu

GRAVITY = 9.80665


def message(update, stamp, frame):
    """An update in the frames of REP 103: ours are x right, y forward; theirs x forward, y left."""
    imu = Imu()
    imu.header.stamp, imu.header.frame_id = stamp, frame
    imu.orientation_covariance[0] = imu.angular_velocity_covariance[0] = imu.linear_acceleration_covariance[0] = -1.0
    if update.attitude is not None:
        w, x, y, z = update.attitude
        if update.status is not headingd.Status.INVALID and update.heading_source != "external":
            half = math.sqrt(0.5)
            imu.orientation.w, imu.orientation.x = half * (w - z), half * (x + y)
            imu.orientation.y, imu.orientation.z = half * (y - x), half * (w + z)
            imu.orientation_covariance = list(update.attitude_covariance or [0.0] * 9)
        if update.linear_acceleration is not None:
            right, forward, up = update.linear_acceleration
            imu.linear_acceleration.x = forward + GRAVITY * 2 * (y * z + w * x)
            imu.linear_acceleration.y = -right - GRAVITY * 2 * (x * z - w * y)
            imu.linear_acceleration.z = up + GRAVITY * (1 - 2 * (x * x + y * y))
            imu.linear_acceleration_covariance[0] = 0.0
    if update.rotation_rate is not None:
        right, forward, up = map(math.radians, update.rotation_rate)
        imu.angular_velocity.x, imu.angular_velocity.y, imu.angular_velocity.z = forward, -right, up
        imu.angular_velocity_covariance[0] = 0.0
    return imu


def main():
    rclpy.init()
    node = Node("headingd")
    frame = node.declare_parameter("frame", "base_link").value
    address = node.declare_parameter("address", "").value or None
    publisher = node.create_publisher(Imu, "imu/data", qos_profile_sensor_data)
    threading.Thread(target=rclpy.spin, args=(node,), daemon=True).start()
    for update in headingd.Client(address).updates():
        if not rclpy.ok():
            break
        publisher.publish(message(update, node.get_clock().now().to_msg(), frame))


if __name__ == "__main__":
    main()
