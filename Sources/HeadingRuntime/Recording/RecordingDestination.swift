import FoundationEssentials
import Glibc

/// Destination and format of a recording.
public struct RecordingDestination: Sendable, Hashable {
  /// Format of a recording.
  public enum Format: String, Sendable, CaseIterable {
    /// All events, so that a replay is identical bit for bit.
    case mcap
    /// Samples and fixes as a table.
    case csv
  }

  /// The file; `-` is standard output.
  public let path: String

  /// The format.
  public let format: Format

  /// Creates a destination.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - format: The format; `nil` for that of the file's extension, else MCAP.
  public init(_ path: String, format: Format? = nil) {
    self.path = path
    let `extension` = URL(fileURLWithPath: path).pathExtension.lowercased()
    self.format = format ?? Format(rawValue: `extension`) ?? .mcap
  }

  /// Whether it is standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Size of the existing regular file, bytes; `nil` if there is none.
  public var existingSize: Int? {
    var status = stat()
    guard !isStandardOutput, unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int(status.st_size)
  }

  /// Display name.
  public var name: String { isStandardOutput ? "standard output" : path }
}
