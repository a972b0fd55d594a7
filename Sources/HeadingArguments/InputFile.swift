package import FoundationEssentials
import Glibc
import HeadingStorage

/// Reads a file named on the command line.
package enum InputFile {
  /// Maximum number of bytes read from a pipe, which may be endless; a file has no limit.
  private static let maximumSize = 1 << 30

  /// Number of bytes of a pipe that are read before the check.
  private static let beginning = 1 << 16

  /// Reads a file, a pipe or, for `-`, standard input completely.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - check: Checks the beginning of a longer pipe; throws if the rest need not be read.
  /// - Returns: The content.
  /// - Throws: The exit status 66 after printing the reason, or the error of the check.
  package static func content(
    _ path: String, check: (Data) throws -> Void = { _ in }
  ) throws -> Data {
    let descriptor = try open(path)
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, path != "-" {
      do {
        return try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
      } catch {
        throw failure(path, FileReason.text(error))
      }
    }
    var content = Data()
    while let chunk = try next(descriptor, path) {
      let isBeginning = content.count < beginning
      content.append(contentsOf: chunk)
      if isBeginning, content.count >= beginning { try check(content) }
      guard content.count <= maximumSize else {
        throw failure(path, "it has more than 1 GiB; write it to a file first")
      }
    }
    return content
  }

  /// Opens a file, a pipe or, for `-`, standard input.
  ///
  /// - Throws: As ``content(_:check:)``.
  package static func open(_ path: String) throws -> Int32 {
    if path == "-" { return STDIN_FILENO }
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, FileReason.text(errno: errno)) }
    return descriptor
  }

  /// Reads the available bytes, waiting for the first; `nil` at the end.
  ///
  /// - Throws: As ``content(_:check:)``.
  package static func next(_ descriptor: Int32, _ path: String) throws -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count > 0 { return chunk[..<count] }
      if count == 0 { return nil }
      guard errno == EINTR else { throw failure(path, FileReason.text(errno: errno)) }
    }
  }

  /// Remedy for a reason.
  private static func remedy(_ reason: String) -> String {
    switch reason {
    case FileReason.text(errno: EACCES): "ask its owner for the right to read it"
    case FileReason.text(errno: EISDIR): "name a file in it"
    default: "check the path"
    }
  }

  private static func failure(_ path: String, _ reason: String) -> any Error {
    Failure.exit(
      ExitStatus.noInput,
      "\(path == "-" ? "standard input" : path) cannot be read: \(reason); \(remedy(reason)).")
  }
}
