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
    let bound = solution.headingAccuracy.value?.radians
    if isLate || bound.map({ $0 > contract.stopAbove.radians }) ?? false { return .stop }
    switch solution.status {
    case .invalid: return .stop
    case .coasting:
      let elapsed = coastingSince.map { solution.time.seconds(since: $0) } ?? 0
      let left = contract.coastLimit - elapsed
      return left > 0 ? .coast(secondsLeft: left) : .stop
    case .degraded: return .degraded
    case .valid:
      guard let bound else { return .degraded }
      return bound > contract.degradedAbove.radians ? .degraded : .ok
    }
  }
}
