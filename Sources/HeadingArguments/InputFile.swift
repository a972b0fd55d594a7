package import Foundation
import Glibc
import HeadingStorage

/// A file named on the command line, for reading.
package enum InputFile {
  /// The most that is taken from a pipe, which has no end that could be seen; a file has no limit.
  private static let most = 1 << 30

  /// How much of a pipe is looked at before the rest is read, bytes.
  private static let beginning = 1 << 16

  /// The whole content of a file, a pipe or, for `-`, of standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - check: Looks at the beginning of a longer pipe and throws if the rest is not worth reading.
  /// - Returns: All bytes.
  /// - Throws: The exit status 66 after a sentence why it cannot be read, or the error of the check.
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
      guard content.count <= most else {
        throw failure(path, "more than 1 GiB came; write it into a file first")
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

  /// What is there to be read, waiting if there is nothing; `nil` at the end.
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

  /// What to do about a reason.
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
