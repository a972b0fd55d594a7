/// The flight recorder; the section `recorder`.
public struct RecorderConfiguration: Sendable, Hashable {
  /// Folder of the recordings; `nil` disables the recorder.
  package var folder: String?

  /// Size limit of all files, bytes; at 800 samples a second, 4 MB last a minute.
  package var size: UInt64 = 256 * megabyte

  /// Size limit of one file, bytes; with small files less is lost when the oldest is removed.
  package var fileSize: UInt64 = 16 * megabyte

  /// Free disk space to preserve, bytes; the oldest files are removed to keep it.
  package var reserve: UInt64 = 64 * megabyte

  private static let megabyte: UInt64 = 1_000_000

  /// Creates the default: nothing is recorded.
  package init() {}
}

extension RecorderConfiguration {
  init(_ section: ConfigurationSection) {
    folder = section.text("folder") { $0.hasPrefix("/") ? nil : "'\($0)' is not an absolute path" }
    func bytes(_ key: String, _ range: ClosedRange<Int>) -> UInt64? {
      section.integer(key, range).map { UInt64($0) * Self.megabyte }
    }
    if let size = bytes("size", 2...1_000_000) { self.size = size }
    if let size = bytes("file_size", 1...1000) { fileSize = size }
    if let reserve = bytes("reserve", 0...1_000_000) { self.reserve = reserve }
    if fileSize > size / 2 {
      section.problem("file_size", "is more than half of recorder.size: nothing could rotate")
    }
  }
}
