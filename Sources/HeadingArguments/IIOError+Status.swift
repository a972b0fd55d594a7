package import ArgumentParser
import Glibc
package import IndustrialIO

extension IIOError {
  /// The exit status that says why: a context in a file is an input, any other a device that is not there.
  package var status: ExitCode {
    guard operation == .openContext, uri.hasPrefix("xml:") else { return ExitStatus.unavailable }
    let isUnreadable = unsafe access(String(uri.dropFirst(4)), R_OK) != 0
    return isUnreadable || code == EISDIR ? ExitStatus.noInput : ExitStatus.dataError
  }
}
