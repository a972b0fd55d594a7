/// Why the simulated server failed.
public enum IIODServerError: Error, Sendable, Hashable {
  /// The address is in use, not local, or not permitted.
  case cannotListen(host: String, port: Int, reason: String)

  /// There is no device of this id, name or label.
  case unknownDevice(String)

  /// It is not `FAULT[,FAULT]@DEVICE`.
  case badFault(String)
}

extension IIODServerError: CustomStringConvertible {
  /// The error and the remedy.
  public var description: String {
    switch self {
    case .cannotListen(let host, let port, let reason):
      "cannot listen on \(host) port \(port): \(reason); choose another port (0 takes a free one)"
    case .badFault(let text):
      "'\(text)' is no fault; write FAULT@DEVICE with the faults "
        + SimulatedFault.words.joined(separator: ", ")
    case .unknownDevice(let name):
      "the simulated context has no device '\(name)'"
    }
  }
}
