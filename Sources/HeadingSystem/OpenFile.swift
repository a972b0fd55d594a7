package import FoundationEssentials
package import Glibc

/// An open file, pipe or terminal.
package final class OpenFile: Sendable {
  /// The descriptor.
  package let descriptor: Int32

  private let isOwned: Bool

  /// Standard input of the program.
  package static let standardInput = OpenFile(shared: STDIN_FILENO)

  /// Standard output of the program.
  package static let standardOutput = OpenFile(shared: STDOUT_FILENO)

  /// Standard error of the program.
  package static let standardError = OpenFile(shared: STDERR_FILENO)

  /// Opens a file; `O_CLOEXEC` is added to the flags.
  ///
  /// - Throws: `POSIXError` of the system.
  package convenience init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.failure() }
    self.init(descriptor)
  }

  /// Takes over a descriptor, which is closed with the object.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = true
  }

  private init(shared descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  deinit { if isOwned { close(descriptor) } }

  /// Writes all bytes.
  ///
  /// - Throws: `POSIXError` of the system.
  package func write(_ data: some ContiguousBytes) throws {
    try unsafe data.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let count = unsafe Glibc.write(
          descriptor, bytes.baseAddress?.advanced(by: offset), bytes.count - offset)
        if count < 0 {
          if errno == EINTR { continue }
          throw Self.failure()
        }
        offset += count
      }
    }
  }

  /// Reads the available bytes, waiting for the first; empty at the end.
  ///
  /// - Throws: `POSIXError` of the system.
  package func read(atMost limit: Int = 1 << 16) throws -> ArraySlice<UInt8> {
    var chunk = [UInt8](repeating: 0, count: limit)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count >= 0 { return chunk[..<count] }
      if errno != EINTR { throw Self.failure() }
    }
  }

  /// Reads up to a limit or to the end.
  ///
  /// - Throws: `POSIXError` of the system.
  package func content(atMost limit: Int = .max) throws -> Data {
    var content = Data()
    while content.count < limit {
      let part = try read(atMost: min(1 << 16, limit - content.count))
      if part.isEmpty { break }
      content.append(contentsOf: part)
    }
    return content
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
