import HeadingEngine
import HeadingProtocol
import HeadingRuntime

/// An update of a replay.
struct ReplayedUpdate {
  let solution: HeadingSolution

  /// Latency from the latest sample to the update, s; 0 for a row of a table.
  var latency = 0.0

  /// The steer contract's verdict; `nil` for a row of a table.
  var steer: Steer?

  /// Whether it repeats the previous update; tables omit repetitions.
  var isRepetition = false

  /// Makes the update of a table's row.
  init(_ solution: HeadingSolution) { self.solution = solution }

  /// Makes an update from one of the service.
  init(_ update: SolutionUpdate, isRepetition: Bool) {
    solution = update.solution
    latency = update.latency
    steer = update.steer
    self.isRepetition = isRepetition
  }

  /// The update as a protocol message.
  var message: SolutionMessage { SolutionMessage(solution, latency: latency, steer: steer) }
}
