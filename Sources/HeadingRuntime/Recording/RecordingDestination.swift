import Foundation

/// Where a recording goes, and in which form.
public struct RecordingDestination: Sendable, Hashable {
  /// The form of a recording.
  public enum Format: String, Sendable, CaseIterable {
    /// Everything that makes the heading, to be replayed bit for bit.
    case mcap
    /// Samples and fixes as a table.
    case csv
  }

  /// The file; `-` is standard output.
  public let path: String

  /// The form.
  public let format: Format

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - format: The form; `nil` for the one that the file's extension says, else MCAP.
  public init(_ path: String, format: Format? = nil) {
    self.path = path
    let `extension` = URL(fileURLWithPath: path).pathExtension.lowercased()
    self.format = format ?? Format(rawValue: `extension`) ?? .mcap
  }

  /// Whether it is standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Bytes of the regular file that is there; `nil` without one.
  public var existingSize: Int? {
    var status = stat()
    guard !isStandardOutput, unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }

  /// What to call it.
  public var name: String { isStandardOutput ? "standard output" : path }
}
