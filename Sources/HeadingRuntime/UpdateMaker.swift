import HeadingEngine
import HeadingProtocol
import HeadingSensing

/// Makes the update of each solution: how late it is, and whether a robot may steer by it.
///
/// The same in the running service and in a replay of what it recorded, so that both say the same.
struct UpdateMaker: Sendable {
  /// The newest update; `nil` before the first.
  private(set) var newest: SolutionUpdate?

  /// When it was made of a solution.
  private(set) var newestTime: BootTime?

  private var judge = SteerJudge()

  /// What is promised to robots.
  var contract: RobotContract {
    get { judge.contract }
    set { judge.contract = newValue }
  }

  /// The update of a solution.
  ///
  /// - Parameters:
  ///   - solution: The engine's.
  ///   - sample: Time stamp of the newest sample that a heading is made of; `nil` before the first, when
  ///     there is nothing that could be late.
  ///   - now: The end of the computation.
  /// - Returns: The update, which is the newest from now on.
  mutating func update(
    of solution: HeadingSolution, newestSample sample: BootTime?, at now: BootTime
  ) -> SolutionUpdate {
    let latency = max(0, now.seconds(since: sample ?? solution.time))
    let isLate = sample != nil && latency > contract.deadline
    var solution = solution
    if isLate { solution.reasons.insert(.late) }
    let update = SolutionUpdate(
      solution: solution, latency: latency, steer: judge.judge(solution, isLate: isLate))
    newest = update
    newestTime = now
    return update
  }

  /// The last update once more, as one not to steer by; `nil` if there was none.
  mutating func repetition(at now: BootTime) -> SolutionUpdate? {
    guard let newestTime, var update = newest else { return nil }
    update.solution.reasons.insert(.late)
    update.latency += now.seconds(since: newestTime)
    update.steer = .stop
    newest = update
    return update
  }
}
