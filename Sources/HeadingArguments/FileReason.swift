import Foundation

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
    if cause.domain == NSPOSIXErrorDomain, let code = POSIXErrorCode(rawValue: Int32(cause.code)) {
      return "\(POSIXError(code).localizedDescription)"
    }
    return cause.localizedDescription
  }
}
