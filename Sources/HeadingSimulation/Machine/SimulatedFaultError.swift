/// Why a fault cannot be simulated.
public enum SimulatedFaultError: Error, Sendable, Hashable {
  /// There is no device of this id, name or label.
  case unknownDevice(String)

  /// It is not `FAULT[,FAULT]@DEVICE`.
  case badFault(String)
}

extension SimulatedFaultError: CustomStringConvertible {
  /// The error and the remedy.
  public var description: String {
    switch self {
    case .badFault(let text):
      "'\(text)' is no fault; write FAULT@DEVICE with the faults "
        + SimulatedFault.words.joined(separator: ", ")
    case .unknownDevice(let name):
      "the simulated context has no device '\(name)'"
    }
  }
}
