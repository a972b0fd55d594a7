import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// When a state is sent: after a change, and after the interval without one.
struct MQTTStatePolicy: Sendable {
  /// Smallest time between two states, even of another `steer`, s.
  private static let shortest = 0.05

  private let period: Double
  private let interval: Double
  private let change: Double
  private var sent: Sent?

  private struct Sent: Sendable {
    var time: Double
    var magnetic: Double?
    var geographic: Double?
    var status: SolutionStatus
    var steer: String
    var reasons: Reasons
  }

  /// Creates the policy of a configuration.
  ///
  /// - Parameters:
  ///   - rate: Largest number of states per second.
  ///   - interval: Longest time between two states, s.
  ///   - change: Smallest change of the heading, degrees.
  init(rate: Double, interval: Double, change: Double) {
    (period, self.interval, self.change) = (1 / rate, interval, change)
  }

  /// Whether the state of an update is to be sent, which is then taken as sent.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - now: The present time, s.
  /// - Returns: Whether it is to be sent.
  mutating func admits(_ update: SolutionUpdate, at now: Double) -> Bool {
    let next = Sent(
      time: now, magnetic: update.solution.magneticHeading.value?.degrees,
      geographic: update.solution.trueHeading.value?.degrees, status: update.solution.status,
      steer: update.steer.name, reasons: update.solution.reasons)
    guard let last = sent else {
      sent = next
      return true
    }
    let elapsed = now - last.time
    // Updates come at their own times: one that is a little early is taken.
    let tolerance = min(0.02, period / 10)
    let isDue =
      if next.status != last.status || next.steer != last.steer {
        elapsed >= min(period, Self.shortest)
      } else if elapsed < period - tolerance {
        false
      } else {
        elapsed >= interval - tolerance || next.reasons != last.reasons
          || Self.isChanged(last.magnetic, next.magnetic, by: change)
          || Self.isChanged(last.geographic, next.geographic, by: change)
      }
    if isDue { sent = next }
    return isDue
  }

  private static func isChanged(_ old: Double?, _ new: Double?, by change: Double) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    let difference = abs(new - old)
    return min(difference, 360 - difference) > change
  }
}
