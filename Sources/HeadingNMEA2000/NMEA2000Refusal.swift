/// Why a message is not used.
package enum NMEA2000Refusal: Error, Sendable, Hashable {
  /// It has a wrong number of bytes.
  case length(Int)

  /// A value cannot be.
  case range(String)

  /// A value is reserved.
  case reserved(String)

  /// A part of a fast packet is missing.
  case incomplete

  /// It comes more often than any device sends it.
  case flood

  /// What it is, by which refusals are counted.
  var kind: Int {
    switch self {
    case .length: 0
    case .range: 1
    case .reserved: 2
    case .incomplete: 3
    case .flood: 4
    }
  }

  /// The reason after the group's number.
  var reason: String {
    switch self {
    case .length(let count): "with \(count) bytes, which is not its length"
    case .range(let what), .reserved(let what): "with \(what)"
    case .incomplete: "in part, frames are missing: the bus is overloaded or disturbed"
    case .flood: "more often than any device sends it"
    }
  }
}
