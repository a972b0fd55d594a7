import Foundation
import HeadingCalibration
import HeadingGeometry

/// One row of a table: many trials of one motion and session.
struct Row {
  /// Mean squares, degrees², level and at 20° of tilt.
  private var bound = SIMD2(0.0, 0.0)
  private var reached = SIMD2(0.0, 0.0)
  private var predicted = SIMD2(0.0, 0.0)
  private var refused = 0
  /// Processor time of the fits.
  private var seconds = 0.0
  private let runs: Int
  private let motion: Motion
  private let session: Session

  init(_ motion: Motion, _ session: Session, runs: Int, seed: UInt64) {
    self.runs = runs
    self.motion = motion
    self.session = session
    for run in 0..<runs {
      let trial = Trial(motion, seed: seed &+ UInt64(run) &* 1_000_003, session: session)
      // The bound assumes that the accelerometer's mean and the place are exact.
      var knowledge = CalibrationPriors()
      knowledge.accelerometer = .calibrated
      knowledge.inclinationUncertainty = Angle(degrees: 0.02)
      if session.hasLocationUpdates {
        knowledge.fieldStrength = Trial.strength * PhysicalConstants.microtesla
        knowledge.inclination = Trial.inclination
      }
      let began = ProcessorTime.now
      let result = MagneticCalibrator().fit(trial.samples, knowledge: knowledge)
      seconds += ProcessorTime.now - began
      if !result.isAccepted { refused += 1 }
      let limit = Bound(trial)
      bound += SIMD2(limit.squaredError(tilt: 0), limit.squaredError(tilt: 20))
      reached += SIMD2(
        trial.squaredError(result.parameters, tilt: 0),
        trial.squaredError(result.parameters, tilt: 20))
      let level = result.predictedHeadingError.level.degrees
      let tilted = result.predictedHeadingError.tilt20.degrees
      predicted += SIMD2(level * level, tilted * tilted)
    }
    let count = Double(runs)
    bound = (bound / count).squareRoot()
    reached = (reached / count).squareRoot()
    predicted = (predicted / count).squareRoot()
  }

  private var ratio: SIMD2<Double> { reached / bound }

  /// Whether it misses a requirement: none refused, the factor, a prediction within 30 %.
  var isMissed: Bool {
    let honest = predicted / reached
    return refused > 0 || ratio.max() > session.factor ?? .infinity || honest.min() < 0.7
      || honest.max() > 1.3
  }

  static let heading =
    "  coverage                     samples  bound           reached         predicted       "
    + "ratio        limit  refused  ms"

  var text: String {
    func pair(_ value: SIMD2<Double>) -> String {
      String(format: "%.3f / %.3f", value.x, value.y)
    }
    return "  " + motion.rawValue.padding(toLength: 29, withPad: " ", startingAt: 0)
      + String(format: "%5d    ", session.count)
      + [pair(bound), pair(reached), pair(predicted)].joined(separator: "   ")
      + String(
        format: "   %.2f / %.2f  %@  %5d  %7.1f", ratio.x, ratio.y,
        session.factor.map { String(format: "%.1f", $0) } ?? " - ", refused,
        seconds * 1000 / Double(runs))
      + (isMissed ? "  missed" : "")
  }
}
