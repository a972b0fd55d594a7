import ArgumentParser

/// Formats of a live stream beside lines and JSON.
enum ShowFormat: String, ExpressibleByArgument, CaseIterable {
  /// YAML documents of `sensor_msgs/Imu`, for ROS 1.
  case rosYAML = "ros-yaml"
}
