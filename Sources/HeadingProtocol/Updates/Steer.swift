/// Whether a robot may steer by a heading.
public enum Steer: Sendable, Hashable {
  /// The heading is valid within the configured accuracy.
  case ok

  /// The heading is valid, with a larger error or without one of its checks.
  case degraded

  /// The heading coasts on the gyroscope; `secondsLeft` remain of the configured limit.
  case coast(secondsLeft: Double)

  /// The heading must not be used: it is missing, too uncertain, coasted too long, or late.
  case stop

  /// Name in the protocol.
  public var name: String {
    switch self {
    case .ok: "ok"
    case .degraded: "degraded"
    case .coast: "coast"
    case .stop: "stop"
    }
  }

  /// Seconds left of ``coast(secondsLeft:)``.
  public var secondsLeft: Double? {
    guard case .coast(let left) = self else { return nil }
    return left
  }
}
