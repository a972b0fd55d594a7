"""Starts ros2_node.py beside this file: ros2 launch ros2_launch.py [frame:=imu_link] [address:=boat.local:5450]

Not run in this project's tests, which have no ROS 2.
"""
# mypy: ignore-errors

from pathlib import Path

from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration


def generate_launch_description():
    """The node with its two parameters."""
    node = str(Path(__file__).with_name("ros2_node.py"))
    parameters = [part for name in ("frame", "address") for part in ("-p", [name, ":=", LaunchConfiguration(name)])]
    return LaunchDescription([
        DeclareLaunchArgument("frame", default_value="base_link"),
        DeclareLaunchArgument("address", default_value="''"),
        ExecuteProcess(cmd=["python3", node, "--ros-args", *parameters], output="screen"),
    ])
