/// Error of the served devices: a Linux errno.
package enum RemoteError: Int, Error, Hashable {
  case notPermitted = 1
  case noSuchAttribute = 2
  case inputOutput = 5
  case noSuchChannel = 6
  case badDescriptor = 9
  case outOfMemory = 12
  case accessDenied = 13
  case busy = 16
  case noSuchDevice = 19
  case invalid = 22
  case notSupported = 95
  case timedOut = 110

  /// The code in the protocol.
  package var code: Int { -rawValue }
}
