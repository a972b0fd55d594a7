/// The name of a frame of ROS.
public struct ROSFrameName: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Makes a name; `nil` if it is empty, longer than 255 bytes, begins with a slash, which tf2
  /// refuses, or has other than printing characters of ASCII.
  public init?(rawValue: String) {
    guard !rawValue.isEmpty, rawValue.utf8.count <= 255, !rawValue.hasPrefix("/"),
      rawValue.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    self.rawValue = rawValue
  }
}
