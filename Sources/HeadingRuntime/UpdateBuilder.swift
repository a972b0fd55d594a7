import HeadingEngine
import HeadingProtocol
import HeadingSensing

/// Makes the update of each solution: its latency, and whether a robot may steer by it.
///
/// Live service and replay share it, so that both give the same updates.
struct UpdateBuilder: Sendable {
  /// The newest update; `nil` before the first.
  private(set) var newest: SolutionUpdate?

  /// Time at which the newest update was made from a solution; a repetition does not change it.
  private(set) var newestTime: BootTime?

  private var evaluator = SteerEvaluator()

  /// The steer contract.
  var contract: SteerContract {
    get { evaluator.contract }
    set { evaluator.contract = newValue }
  }

  /// Makes the update of a solution.
  ///
  /// - Parameters:
  ///   - solution: The engine's solution.
  ///   - sample: Time stamp of the newest sample used for the heading; `nil` before the first, when
  ///     nothing can be late.
  ///   - now: The time at which the computation ended.
  /// - Returns: The update, which becomes the newest.
  mutating func update(
    of solution: HeadingSolution, newestSample sample: BootTime?, at now: BootTime
  ) -> SolutionUpdate {
    let latency = max(0, now.seconds(since: sample ?? solution.time))
    let isLate = sample != nil && latency > contract.deadline
    var solution = solution
    if isLate { solution.reasons.insert(.late) }
    let update = SolutionUpdate(
      solution: solution, latency: latency, steer: evaluator.evaluate(solution, isLate: isLate))
    newest = update
    newestTime = now
    return update
  }

  /// Returns the newest update again, late and with `steer` at stop; `nil` if there is none.
  mutating func repetition(at now: BootTime) -> SolutionUpdate? {
    guard let newestTime, var update = newest else { return nil }
    update.solution.reasons.insert(.late)
    update.latency += now.seconds(since: newestTime)
    update.steer = .stop
    newest = update
    return update
  }
}
