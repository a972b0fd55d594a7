/// What the flight recorder keeps; the section `recorder`.
public struct RecorderConfiguration: Sendable, Hashable {
  /// The folder of its files; `nil` for none: nothing is recorded.
  package var folder: String?

  /// Bytes that all files together may have; at four times 200 samples a second, 4 MB last a minute.
  package var size: UInt64 = 256 * megabyte

  /// Bytes of one file; small ones lose less when the oldest goes.
  package var fileSize: UInt64 = 16 * megabyte

  /// Bytes that stay free on the disk, for others; the recorder's oldest files give way to them.
  package var reserve: UInt64 = 64 * megabyte

  private static let megabyte: UInt64 = 1_000_000

  /// Nothing is recorded.
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
