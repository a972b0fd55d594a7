import HeadingEngine
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// What the objects on the bus tell: the newest update.
struct BusState: Sendable {
  let solution: HeadingSolution
  /// Whether a robot may steer by it: the name on the wire.
  let steer: String

  init(_ update: SolutionUpdate) { (solution, steer) = (update.solution, update.steer.name) }

  /// The state before the first update.
  init() {
    solution = HeadingSolution(time: BootTime(nanoseconds: 0), missing: .starting)
    steer = "stop"
  }
}
