import ArgumentParser

/// Formats of a replay's output file.
enum ReplayFormat: String, ExpressibleByArgument, CaseIterable {
  /// A table.
  case csv
  /// A bag of ROS 2, MCAP.
  case ros2
}
