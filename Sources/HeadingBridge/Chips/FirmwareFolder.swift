import FoundationEssentials
import Glibc
import HeadingSystem

/// The system's folder of firmware files.
enum FirmwareFolder {
  /// A file of at most 64 kB by its name below `/lib/firmware`; `nil` if it is not there.
  ///
  /// The name comes from a driver, not from outside.
  static func file(_ name: String) -> [UInt8]? {
    guard let file = try? OpenFile("/lib/firmware/" + name, O_RDONLY),
      let content = try? file.content(atMost: 1 << 16)
    else { return nil }
    return [UInt8](content)
  }
}
