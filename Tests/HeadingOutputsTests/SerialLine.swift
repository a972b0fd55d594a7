import Foundation
import Glibc

/// A serial line of software: what a program writes to ``path`` is read here.
final class SerialLine: Sendable {
  // TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private let master: CInt
  private let keeper: CInt
  let path: String

  init() throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var unlocked: CInt = 0
    var number: CInt = 0
    guard master >= 0, ioctl(master, Self.setLock, &unlocked) == 0,
      ioctl(master, Self.getNumber, &number) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    path = "/dev/pts/\(number)"
    // Held open, so that reading does not fail before the program has opened it.
    keeper = open(path, O_RDWR | O_NOCTTY)
  }

  deinit {
    close(keeper)
    close(master)
  }

  /// Reads until there are so many bytes.
  func read(atLeast count: Int) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while text.utf8.count < count {
          let read = Glibc.read(master, &buffer, buffer.count)
          guard read > 0 else { break }
          text += String(decoding: buffer[..<read], as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
  }
}
