/// The topics of a bag.
package enum ROSTopic: UInt16, Sendable, CaseIterable {
  /// `/imu/data`, `sensor_msgs/Imu`.
  case imu = 1
  /// `/imu/mag`, `sensor_msgs/MagneticField`.
  case magneticField
  /// `/pressure`, `sensor_msgs/FluidPressure`.
  case pressure
  /// `/gps/fix`, `sensor_msgs/NavSatFix`.
  case fix
  /// `/odometry`, `nav_msgs/Odometry`.
  case odometry
  /// `/heading`, `geometry_msgs/QuaternionStamped`.
  case heading
  /// `/diagnostics`, `diagnostic_msgs/DiagnosticArray`.
  case diagnostics
  /// `/tf`, `tf2_msgs/TFMessage`.
  case transforms

  /// The topic's name.
  package var name: String {
    switch self {
    case .imu: "/imu/data"
    case .magneticField: "/imu/mag"
    case .pressure: "/pressure"
    case .fix: "/gps/fix"
    case .odometry: "/odometry"
    case .heading: "/heading"
    case .diagnostics: "/diagnostics"
    case .transforms: "/tf"
    }
  }

  /// A message of the topic's type, with empty values.
  package var example: ROSRecord {
    switch self {
    case .imu: ImuMessage().record
    case .magneticField: MagneticFieldMessage().record
    case .pressure: FluidPressureMessage().record
    case .fix: NavSatFixMessage().record
    case .odometry: OdometryMessage().record
    case .heading: QuaternionStampedMessage().record
    case .diagnostics: DiagnosticArrayMessage().record
    case .transforms: TransformMessage().record
    }
  }

  /// The type as ROS 2 names it: `sensor_msgs/msg/Imu`.
  package var typeName: String { example.type.split(separator: "/").joined(separator: "/msg/") }
}
