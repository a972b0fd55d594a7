/// Why a server cannot listen.
public enum DeviceServerError: Error, Sendable, Hashable {
  /// The address is in use, not local, or not permitted.
  case cannotListen(host: String, port: Int, reason: String)
}

extension DeviceServerError: CustomStringConvertible {
  /// The error and the remedy.
  public var description: String {
    switch self {
    case .cannotListen(let host, let port, let reason):
      "cannot listen on \(host) port \(port): \(reason); choose another port (0 takes a free one)"
    }
  }
}
