public import FoundationEssentials

/// A stored calibration of a sensor.
public struct ProfileRevision: Sendable, Hashable {
  /// Revision number, from 1.
  public var number: Int

  /// Checksum of its file.
  public var checksum: String

  /// Location of its file.
  public var url: URL

  /// Whether it is the active one.
  public var isActive: Bool

  init(number: Int, checksum: String, url: URL, isActive: Bool) {
    self.number = number
    self.checksum = checksum
    self.url = url
    self.isActive = isActive
  }

  /// Parses a revision's file name, `0007-1a2b3c4d.json`; `nil` for another file.
  init?(_ url: URL, active: String?) {
    let name = url.deletingPathExtension().lastPathComponent
    let parts = name.split(separator: "-")
    guard url.pathExtension == "json", parts.count == 2, let number = Int(parts[0]), number > 0
    else { return nil }
    checksum = String(parts[1])
    self.number = number
    self.url = url
    isActive = checksum == active
  }

  static func fileName(number: Int, checksum: String) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + checksum
      + ".json"
  }
}
