import ArgumentParser

/// The name of a frame of ROS.
struct FrameName: ExpressibleByArgument {
  let name: String

  /// Makes a name; `nil` if it is empty, longer than 255 bytes, begins with a slash, which tf2 refuses, or has
  /// other than printing characters of ASCII.
  init?(argument: String) {
    guard !argument.isEmpty, argument.utf8.count <= 255, !argument.hasPrefix("/"),
      argument.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    name = argument
  }
}
