"""Messages of ROS 2 as types of DDS, written from the public message definitions; each sample keeps the bytes it came in."""

from dataclasses import dataclass
from typing import Any

from cyclonedds.idl import IdlStruct
from cyclonedds.idl.types import array, byte, float64, int8, int32, sequence, uint8, uint16, uint32


@dataclass
class Time(IdlStruct, typename="builtin_interfaces::msg::dds_::Time_"):
    sec: int32
    nanosec: uint32


@dataclass
class Header(IdlStruct, typename="std_msgs::msg::dds_::Header_"):
    stamp: Time
    frame_id: str


@dataclass
class Quaternion(IdlStruct, typename="geometry_msgs::msg::dds_::Quaternion_"):
    x: float64
    y: float64
    z: float64
    w: float64


@dataclass
class Vector3(IdlStruct, typename="geometry_msgs::msg::dds_::Vector3_"):
    x: float64
    y: float64
    z: float64


@dataclass
class Point(IdlStruct, typename="geometry_msgs::msg::dds_::Point_"):
    x: float64
    y: float64
    z: float64


@dataclass
class Imu(IdlStruct, typename="sensor_msgs::msg::dds_::Imu_"):
    header: Header
    orientation: Quaternion
    orientation_covariance: array[float64, 9]
    angular_velocity: Vector3
    angular_velocity_covariance: array[float64, 9]
    linear_acceleration: Vector3
    linear_acceleration_covariance: array[float64, 9]


@dataclass
class MagneticField(IdlStruct, typename="sensor_msgs::msg::dds_::MagneticField_"):
    header: Header
    magnetic_field: Vector3
    magnetic_field_covariance: array[float64, 9]


@dataclass
class FluidPressure(IdlStruct, typename="sensor_msgs::msg::dds_::FluidPressure_"):
    header: Header
    fluid_pressure: float64
    variance: float64


@dataclass
class NavSatStatus(IdlStruct, typename="sensor_msgs::msg::dds_::NavSatStatus_"):
    status: int8
    service: uint16


@dataclass
class NavSatFix(IdlStruct, typename="sensor_msgs::msg::dds_::NavSatFix_"):
    header: Header
    status: NavSatStatus
    latitude: float64
    longitude: float64
    altitude: float64
    position_covariance: array[float64, 9]
    position_covariance_type: uint8


@dataclass
class QuaternionStamped(IdlStruct, typename="geometry_msgs::msg::dds_::QuaternionStamped_"):
    header: Header
    quaternion: Quaternion


@dataclass
class Pose(IdlStruct, typename="geometry_msgs::msg::dds_::Pose_"):
    position: Point
    orientation: Quaternion


@dataclass
class PoseWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::PoseWithCovariance_"):
    pose: Pose
    covariance: array[float64, 36]


@dataclass
class Twist(IdlStruct, typename="geometry_msgs::msg::dds_::Twist_"):
    linear: Vector3
    angular: Vector3


@dataclass
class TwistWithCovariance(IdlStruct, typename="geometry_msgs::msg::dds_::TwistWithCovariance_"):
    twist: Twist
    covariance: array[float64, 36]


@dataclass
class Odometry(IdlStruct, typename="nav_msgs::msg::dds_::Odometry_"):
    header: Header
    child_frame_id: str
    pose: PoseWithCovariance
    twist: TwistWithCovariance


@dataclass
class Transform(IdlStruct, typename="geometry_msgs::msg::dds_::Transform_"):
    translation: Vector3
    rotation: Quaternion


@dataclass
class TransformStamped(IdlStruct, typename="geometry_msgs::msg::dds_::TransformStamped_"):
    header: Header
    child_frame_id: str
    transform: Transform


@dataclass
class TFMessage(IdlStruct, typename="tf2_msgs::msg::dds_::TFMessage_"):
    transforms: sequence[TransformStamped]


@dataclass
class KeyValue(IdlStruct, typename="diagnostic_msgs::msg::dds_::KeyValue_"):
    key: str
    value: str


@dataclass
class DiagnosticStatus(IdlStruct, typename="diagnostic_msgs::msg::dds_::DiagnosticStatus_"):
    level: byte
    name: str
    message: str
    hardware_id: str
    values: sequence[KeyValue]


@dataclass
class DiagnosticArray(IdlStruct, typename="diagnostic_msgs::msg::dds_::DiagnosticArray_"):
    header: Header
    status: sequence[DiagnosticStatus]


@dataclass
class Gid(IdlStruct, typename="rmw_dds_common::msg::dds_::Gid_"):
    data: array[uint8, 16]


@dataclass
class NodeEntitiesInfo(IdlStruct, typename="rmw_dds_common::msg::dds_::NodeEntitiesInfo_"):
    node_namespace: str
    node_name: str
    reader_gid_seq: sequence[Gid]
    writer_gid_seq: sequence[Gid]


@dataclass
class ParticipantEntitiesInfo(IdlStruct, typename="rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"):
    gid: Gid
    node_entities_info_seq: sequence[NodeEntitiesInfo]


#: Topics, their types in ROS and in DDS, and whether subscribers want reliable messages.
TOPICS = {
    "/imu/data": ("sensor_msgs/msg/Imu", Imu, False),
    "/imu/mag": ("sensor_msgs/msg/MagneticField", MagneticField, False),
    "/pressure": ("sensor_msgs/msg/FluidPressure", FluidPressure, False),
    "/gps/fix": ("sensor_msgs/msg/NavSatFix", NavSatFix, False),
    "/heading": ("geometry_msgs/msg/QuaternionStamped", QuaternionStamped, False),
    "/odometry": ("nav_msgs/msg/Odometry", Odometry, True),
    "/tf": ("tf2_msgs/msg/TFMessage", TFMessage, True),
    "/diagnostics": ("diagnostic_msgs/msg/DiagnosticArray", DiagnosticArray, True),
}


def keep_bytes(kind: Any) -> None:
    """Has each sample of a type keep the bytes it came in, in `raw`."""
    original = kind.deserialize

    def deserialize(data: bytes, **options: Any) -> Any:
        made = original(data, **options)
        made.raw = bytes(data)
        return made

    kind.deserialize = deserialize


for _, kept, _ in TOPICS.values():
    keep_bytes(kept)
