import CIIO
import Glibc

/// Texts of the system and of libiio.
enum SystemText {
  /// The system's text for a positive errno, with its number, such as `Device or resource busy
  /// (16)`.
  static func describe(errno code: Int32) -> String {
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      unsafe base.initialize(repeating: 0, count: 256)
      unsafe iio_strerror(code, base, 256)
      return unsafe String(cString: base)
    }
    return text.isEmpty ? "error (\(code))" : text
  }

  /// The version of the libiio in use, such as `0.24 (v0.24)`.
  static var libraryVersion: String {
    var major: UInt32 = 0
    var minor: UInt32 = 0
    // The tag of libiio has at most 7 characters and a terminating zero.
    let tag = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 9) { buffer in
      guard let base = buffer.baseAddress else { return "" }
      unsafe base.initialize(repeating: 0, count: 9)
      unsafe iio_library_get_version(&major, &minor, base)
      return unsafe String(cString: base)
    }
    return tag.isEmpty ? "\(major).\(minor)" : "\(major).\(minor) (\(tag))"
  }

  /// A copy of a C string.
  static func copy(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }
}
