import HeadingEngine
import HeadingSensing

/// The reset counter of ODOMETRY: increases when heading or velocity may jump.
///
/// An autopilot that sees it increase aligns its own estimate anew instead of taking the jump for a
/// motion.
struct ResetCounter: Sendable {
  /// The number of jumps, modulo 256.
  private(set) var count: UInt8 = 0

  private var source: HeadingSource?
  private var wasReset = false

  /// Compares a solution with the previous one that has a heading.
  mutating func take(_ solution: HeadingSolution) {
    let isReset = solution.reasons.contains(.navigationReset)
    defer { wasReset = isReset }
    var jumps = isReset && !wasReset
    if !solution.magneticHeading.isMissing || !solution.trueHeading.isMissing {
      if let source, source != solution.headingSource { jumps = true }
      source = solution.headingSource
    }
    if jumps { count &+= 1 }
  }
}
