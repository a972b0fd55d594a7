public import HeadingROS

extension ROSTopic {
  /// Quality of service of a topic's publisher.
  public struct Quality: Sendable, Hashable {
    /// Messages kept for a slow subscriber.
    public let depth: Int32

    /// Whether lost messages are sent again.
    public let isReliable: Bool
  }

  /// The quality of service that nodes of ROS 2 give such a topic.
  ///
  /// A subscriber that wants reliable messages gets none from a publisher of the other kind. Subscribers of sensors do
  /// not want that (`SensorDataQoS`); those of odometry, diagnostics (`diagnostic_updater`) and transforms (tf2) do.
  public var quality: Quality {
    switch self {
    case .imu, .magneticField, .pressure, .fix, .heading: Quality(depth: 5, isReliable: false)
    case .odometry, .diagnostics: Quality(depth: 10, isReliable: true)
    case .transforms: Quality(depth: 100, isReliable: true)
    }
  }

  /// The topic's name in DDS: `rt/robot1/imu/data`; `/tf` and `/diagnostics` are common to all robots.
  public func name(in node: NodeName) -> String {
    switch self {
    case .transforms, .diagnostics: "rt" + name
    default: "rt" + (node.namespace == "/" ? "" : node.namespace) + name
    }
  }

  /// The type's name in DDS: `sensor_msgs::msg::dds_::Imu_`.
  public var typeNameInDDS: String {
    let parts = typeName.split(separator: "/")
    return (parts.dropLast() + ["dds_"]).joined(separator: "::") + "::\(parts.last ?? "")_"
  }
}
