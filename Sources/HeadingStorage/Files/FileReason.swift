import FoundationEssentials
import Glibc

/// Converts errors of the system and of Foundation into short texts for users.
package enum FileReason {
  /// The text of an error.
  package static func text(_ error: any Error) -> String {
    if let code = errno(of: error) { return text(errno: code) }
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "the disk is full"
    case .fileWriteFileExists: return "a file of that name exists"
    case .fileReadTooLarge: return "it is too large"
    case .fileReadCorruptFile, .propertyListReadCorrupt: return "it is damaged"
    default: return "the system gives no reason"
    }
  }

  /// Whether writing to an open file failed, as with a full disk or a broken pipe.
  package static func isMidway(_ error: any Error) -> Bool {
    if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return true }
    return errno(of: error).map { [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE].contains($0) } ?? false
  }

  /// Whether there is no room: a full disk, or a quota that is used up.
  package static func isFull(_ error: any Error) -> Bool {
    if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return true }
    return errno(of: error).map { $0 == ENOSPC || $0 == EDQUOT } ?? false
  }

  /// The system error number; `nil` for other errors.
  private static func errno(of error: any Error) -> Int32? {
    let cause = (error as? CocoaError)?.underlying ?? error
    return (cause as? POSIXError)?.code.rawValue
  }

  /// The text of a system error number.
  package static func text(errno code: Int32) -> String {
    switch code {
    case ENOENT: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "the disk is full"
    case EISDIR: "it is a folder"
    default: unsafe String(cString: strerror(code))
    }
  }
}
