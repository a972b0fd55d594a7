import Foundation
import Glibc

/// Why a file could not be used, in few words.
package enum FileReason {
  package static func text(_ error: any Error) -> String {
    if let error = error as? CocoaError {
      switch error.code {
      case .fileNoSuchFile, .fileReadNoSuchFile: return "there is no such file or folder"
      case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
      case .fileWriteOutOfSpace: return "the disk is full"
      case .fileReadUnknown: return "it is not a file that can be read"
      default: break
      }
    }
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if cause.domain == NSPOSIXErrorDomain {
      return text(errno: Int32(truncatingIfNeeded: cause.code))
    }
    return cause.localizedDescription
  }

  /// The same of a failed call of the system.
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
