/// Whether a robot may steer by a heading, in one word.
public enum Steer: Sendable, Hashable {
  /// The heading holds within the configured accuracy.
  case ok

  /// The heading holds, with a larger bound or without a check that should be there.
  case degraded

  /// The gyroscope alone holds the heading; so many seconds are left of the configured limit.
  case coast(secondsLeft: Double)

  /// Do not steer by this: there is no heading, it coasted too long, or it comes too late.
  case stop

  /// The word on the wire.
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
