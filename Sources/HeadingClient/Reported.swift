/// A value of an update, or the reasons why it is missing.
///
/// Nothing replaces a missing value: neither 0 nor an old one.
public enum Reported<Value: Sendable>: Sendable {
  /// The value is known.
  case known(Value)

  /// The value is missing.
  ///
  /// The reasons are those of the update that can make this value missing, or all of them if none
  /// is known to; empty only if the daemon gave none.
  case missing([Reason])

  /// The value; `nil` if it is missing.
  public var value: Value? {
    switch self {
    case .known(let value): value
    case .missing: nil
    }
  }

  /// The reasons why the value is missing; empty if it is known.
  public var reasons: [Reason] {
    switch self {
    case .known: []
    case .missing(let reasons): reasons
    }
  }
}

extension Reported: Equatable where Value: Equatable {}
extension Reported: Hashable where Value: Hashable {}
