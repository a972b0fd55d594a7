import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingSensing

/// Decides for each update whether a robot may steer by it.
struct SteerEvaluator: Sendable {
  var contract = SteerContract()
  private var coastingSince: BootTime?

  /// Decides whether a robot may steer by a solution.
  ///
  /// - Parameters:
  ///   - solution: The newest solution.
  ///   - isLate: Whether the rate or the deadline was missed.
  /// - Returns: What a robot may do.
  mutating func evaluate(_ solution: HeadingSolution, isLate: Bool) -> Steer {
    if solution.status == .coasting {
      coastingSince = coastingSince ?? solution.time
    } else {
      coastingSince = nil
    }
    if isLate { return .stop }
    switch solution.status {
    case .invalid: return .stop
    case .coasting:
      let elapsed = coastingSince.map { solution.time.seconds(since: $0) } ?? 0
      let left = contract.coastLimit - elapsed
      return left > 0 ? .coast(secondsLeft: left) : .stop
    case .degraded: return .degraded
    case .valid:
      guard let bound = solution.headingAccuracy.value else { return .degraded }
      return bound.radians > contract.degradedAbove.radians ? .degraded : .ok
    }
  }
}
