import Glibc
import HeadingChips

/// An open device file that is locked against other bridges, and closed with its owner.
final class Descriptor {
  /// The number.
  let number: CInt

  /// Opens a device file for reading and writing.
  ///
  /// - Throws: ``BusError/inUse`` if another program has locked it. The lock is advisory: it keeps
  ///   out the bridges and doctors of every user, since their drivers and searches disturb each other.
  init(_ path: String, flags: CInt = 0) throws(BusError) {
    number = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | flags)
    guard number >= 0 else { throw BusError(errno: errno) }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? .inUse : BusError(errno: errno)
    }
  }

  deinit { close(number) }

  /// Whether the file was deleted, as it is with its device.
  var isDeleted: Bool {
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_nlink == 0
  }
}

extension BusError {
  /// The error of a system call.
  init(errno code: CInt) {
    self =
      switch code {
      case ENXIO, EREMOTEIO: .notAcknowledged
      case ETIMEDOUT: .timedOut
      case ENODEV, ENOENT, ESHUTDOWN: .gone
      case EBUSY: .busy
      case EOPNOTSUPP, ENOSYS: .unsupported
      default: .system(code)
      }
  }

  /// Throws the error of a call of `CBuses`, unless it is 0.
  static func check(_ code: CInt) throws(BusError) {
    guard code == 0 else { throw BusError(errno: code) }
  }
}
