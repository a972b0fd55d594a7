import HeadingEngine
import HeadingProtocol
import HeadingRuntime

/// What a replay hands to its output.
struct ReplayedUpdate {
  let solution: HeadingSolution

  /// Seconds from the newest sample to the update; 0 where no service has made one.
  var latency = 0.0

  /// What a robot was told; `nil` where no service has told one.
  var steer: Steer?

  /// Whether it is the one before it again, which a table does not say twice.
  var isRepetition = false

  /// The solution of a row of a table.
  init(_ solution: HeadingSolution) { self.solution = solution }

  /// An update of a service.
  init(_ update: SolutionUpdate, isRepetition: Bool) {
    solution = update.solution
    latency = update.latency
    steer = update.steer
    self.isRepetition = isRepetition
  }

  /// The update as it goes over the wire.
  var message: SolutionMessage { SolutionMessage(solution, latency: latency, steer: steer) }
}
