package import ArgumentParser
import Glibc
package import IndustrialIO

extension IIOError {
  /// Exit status of the error: an XML context is an input file, any other context a device.
  package var status: ExitCode {
    guard operation == .openContext, uri.hasPrefix("xml:") else { return ExitStatus.unavailable }
    let isUnreadable = unsafe access(String(uri.dropFirst(4)), R_OK) != 0
    return isUnreadable || code == EISDIR ? ExitStatus.noInput : ExitStatus.dataError
  }
}
