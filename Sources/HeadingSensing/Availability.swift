/// A value, or the reasons why there is none.
public enum Availability<Value: Sendable>: Sendable {
  /// The value is known.
  case known(Value)

  /// There is no value; the reasons are never empty.
  case missing(Reasons)

  /// The value, `nil` if it is missing.
  @inlinable
  public var value: Value? {
    switch self {
    case .known(let value): value
    case .missing: nil
    }
  }

  /// Why the value is missing; empty if it is known.
  @inlinable
  public var reasons: Reasons {
    switch self {
    case .known: []
    case .missing(let reasons): reasons
    }
  }

  /// Whether there is no value.
  @inlinable
  public var isMissing: Bool {
    switch self {
    case .known: false
    case .missing: true
    }
  }

  /// The value, or the reasons if it is `nil`.
  @inlinable
  public init(_ value: Value?, else reasons: Reasons) {
    self = value.map { .known($0) } ?? .missing(reasons)
  }

  /// The transformed value, or the same reasons.
  @inlinable
  public func map<Other>(_ transform: (Value) -> Other) -> Availability<Other> {
    switch self {
    case .known(let value): .known(transform(value))
    case .missing(let reasons): .missing(reasons)
    }
  }
}

extension Availability: Equatable where Value: Equatable {}
extension Availability: Hashable where Value: Hashable {}
