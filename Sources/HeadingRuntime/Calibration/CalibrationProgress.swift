public import HeadingCalibration
import HeadingGeometry

/// Progress of a guided calibration.
public struct CalibrationProgress: Sendable {
  /// Samples collected so far.
  public var snapshot: CalibrationSnapshot

  /// The newest fit.
  public var result: CalibrationResult

  /// Requested heading error, degrees, 1σ, at 20° of tilt; `nil` for ``defaultTarget`` after all
  /// directions are covered.
  public var requestedTarget: Double?

  /// Default target of the heading error, degrees, 1σ, at 20° of tilt.
  public static let defaultTarget = 0.5

  /// Target of the heading error, degrees, 1σ, at 20° of tilt.
  public var target: Double { requestedTarget ?? Self.defaultTarget }

  /// Whether the body is at rest at a known heading: no direction is to be covered, and the default
  /// target, which it cannot reach, does not apply.
  public var isAtRest: Bool

  /// Rotation towards the nearest direction not yet covered, such as nose down and roll left.
  public private(set) var turns: [CalibrationTurn] = []

  /// Seconds since the coverage last grew, by a cell, a heading or a tilt.
  public var secondsSinceNewCoverage: Double

  /// Seconds without new coverage after which the body is assumed unable to turn further: a boat, a
  /// robot.
  public static let coverageTimeout = 20.0

  /// Time at rest that averages the noise of the sensors, s.
  public static let restTime = 3.0

  /// Creates the progress of a fit.
  ///
  /// - Parameters:
  ///   - snapshot: Samples collected so far.
  ///   - result: The fit to it.
  ///   - target: Degrees, 1σ, at 20° of tilt; `nil` for the default after all directions are
  ///     covered.
  ///   - secondsSinceNewCoverage: Seconds since the coverage last grew.
  ///   - isAtRest: Whether the body is at rest at a known heading.
  public init(
    snapshot: CalibrationSnapshot, result: CalibrationResult, target: Double?,
    secondsSinceNewCoverage: Double = 0, isAtRest: Bool = false
  ) {
    self.snapshot = snapshot
    self.result = result
    requestedTarget = target
    self.secondsSinceNewCoverage = secondsSinceNewCoverage
    self.isAtRest = isAtRest
    show(snapshot)
  }

  /// Replaces the snapshot by a newer one than that of the fit.
  public mutating func show(_ snapshot: CalibrationSnapshot) {
    self.snapshot = snapshot
    turns = isAtRest ? [] : CalibrationTurn.towardsUncovered(snapshot)
  }

  /// Whether the predicted heading error meets the requested target or, without one, the default
  /// target with all attainable directions covered.
  public var isEnough: Bool { obstacle == nil }

  /// Reason why the calibration is not yet complete; `nil` once it is.
  ///
  /// The predicted error includes the noise but not unmodelled errors (an accelerometer bias, say),
  /// so incomplete coverage ends the calibration only with a requested target or after
  /// ``coverageTimeout`` without new coverage.
  public var obstacle: String? {
    guard result.rung > .none else {
      return result.reasons.advice.first ?? "the samples give no calibration yet"
    }
    let error = result.predictedHeadingError.tilt20.degrees
    guard isAtRest && requestedTarget == nil || error <= target else {
      return "heading error \(Self.hundredths(error))° at 20° of tilt, target "
        + "\(Self.hundredths(target))°"
    }
    guard result.isAccepted else {
      return result.reasons.advice.first ?? "the calibration is not accepted"
    }
    if isAtRest {
      return snapshot.duration < Self.restTime ? "\(result.nextMotion)" : nil
    }
    if requestedTarget != nil || result.nextMotion == .enough
      || secondsSinceNewCoverage >= Self.coverageTimeout
    {
      return nil
    }
    return "not all directions are covered: \(result.nextMotion)"
  }

  /// Why the result cannot be used, in sentences; what limits it if it can.
  public var limits: [String] {
    let advice = result.reasons.advice
    return advice.isEmpty ? [obstacle].compactMap { $0 } : advice
  }

  /// Two decimals, rounded up so that an error just above the target does not look equal to it.
  private static func hundredths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1000 else { return "over 180" }
    let count = Int((value * 100).rounded(.up))
    let rest = count % 100
    return "\(count / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Instruction to the user: the motion that improves the fit most.
  public var next: String {
    isEnough ? CalibrationMotion.enough.description : result.nextMotion.description
  }

  /// The rotations in words, such as "nose down, roll left".
  public var words: String { turns.map(\.description).joined(separator: ", ") }
}
