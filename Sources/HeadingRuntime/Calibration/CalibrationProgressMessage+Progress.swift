import HeadingCalibration
import HeadingGeometry
public import HeadingProtocol

extension CalibrationProgressMessage {
  /// Creates the message of a progress.
  public init(_ progress: CalibrationProgress) {
    self.init()
    func number(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
    let (result, coverage) = (progress.result, progress.snapshot.coverage)
    elapsed = number(progress.snapshot.duration)
    samples = progress.snapshot.samples.count
    self.coverage = number(coverage.fraction)
    headings = number(coverage.headingFraction)
    tilt = number(coverage.tilt.degrees)
    rung = result.rung.description
    quality = result.quality.description
    confidence = number(result.confidence)
    if result.rung > .none {
      let error = result.predictedHeadingError
      predictedHeadingError = PredictedError(
        level: number(error.level.degrees), tilt20: number(error.tilt20.degrees),
        tilt45: number(error.tilt45.degrees))
    }
    target = number(progress.target)
    isAccepted = result.isAccepted
    isComplete = progress.isEnough
    reasons = result.reasons.names
    next = progress.next
    turn = progress.turns.map(\.rawValue)
    obstacle = progress.obstacle
  }
}
