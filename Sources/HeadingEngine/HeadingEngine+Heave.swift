import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
import HeadingSensing

extension HeadingEngine {
  /// Starts or ends the estimate of heave, as the settings say.
  mutating func configureHeave(_ settings: EngineSettings) {
    guard settings.heavePoint != heave?.point else { return }
    heave = settings.heavePoint.map { HeaveEstimator(point: $0) }
  }

  /// Passes a calibrated specific force to the estimate of heave.
  mutating func updateHeave(with force: VectorSample) {
    guard heave != nil else { return }
    let estimate = orientation.estimate
    guard estimate.isInitialized else { return }
    let upward = (estimate.attitude * force.value).z - PhysicalConstants.standardGravity
    heave?.update(
      acceleration: upward, attitude: estimate.attitude, at: force.time.seconds)
  }

  /// Fills heave and sea state.
  func fillHeave(_ solution: inout HeadingSolution, at time: BootTime) {
    guard let heave else { return }
    solution.heave = Availability(
      heave.heave(at: time.seconds),
      else: solution.attitude.isMissing ? solution.attitude.reasons : .heaveSettling)
    solution.seaState = heave.seaState
  }
}
