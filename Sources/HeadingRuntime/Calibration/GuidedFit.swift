import HeadingCalibration
import HeadingGeometry
import HeadingSensing

/// The repeated fit of a guided calibration, with the progress after each.
struct GuidedFit: Sendable {
  private let target: Double?
  private let heading: Angle?
  private var seen = CalibrationCoverage()
  /// Duration of the samples when the coverage last grew, s.
  private var newest = 0.0

  /// Creates a fit.
  ///
  /// - Parameters:
  ///   - target: Requested heading error: degrees, 1σ, at 20° of tilt; `nil` for the default once
  ///     all directions are covered.
  ///   - heading: Magnetic heading of a body that does not turn; `nil` for one that does.
  init(target: Double?, heading: Angle?) {
    self.target = target
    self.heading = heading
  }

  /// Fits the samples of a recorder, which may take a tenth of a second.
  mutating func progress(of recorder: CalibrationRecorder) -> CalibrationProgress {
    let snapshot = recorder.snapshot
    // The fit is not compared with the calibration in use: a guided calibration replaces it.
    var knowledge = snapshot.knowledge(current: nil)
    knowledge.heading = heading
    // In a guided calibration the accelerometer can be calibrated first, and the result advises it.
    if !snapshot.hasCalibratedAccelerometer { knowledge.accelerometer = .uncalibrated }
    let result = MagneticCalibrator().fit(snapshot.samples, knowledge: knowledge)
    if result.rung > .none { recorder.recenter(on: result.parameters.hardIron) }
    let coverage = snapshot.coverage
    if coverage.cells & ~seen.cells != 0 || coverage.headings & ~seen.headings != 0
      || coverage.tilts & ~seen.tilts != 0 || snapshot.duration < newest
    {
      newest = snapshot.duration
    }
    seen = coverage
    return CalibrationProgress(
      snapshot: snapshot, result: result, target: target,
      secondsSinceNewCoverage: snapshot.duration - newest, isAtRest: heading != nil)
  }
}
