import HeadingEstimation
import HeadingGeometry
import HeadingNavigation
import HeadingSensing

extension HeadingEngine {
  /// 1σ of the accelerometer's bias along an axis, m/s²: 30 mg of a chip (MPU-9250: ±60), and what
  /// temperature and age leave of a calibration.
  private static let accelerometerBias = (raw: 0.3, calibrated: 0.03)

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
    let isCalibrated = (calibration?.accelerometerBias ?? .zero) != .zero
    heave?.update(
      acceleration: upward, attitude: estimate.attitude,
      bias: isCalibrated ? Self.accelerometerBias.calibrated : Self.accelerometerBias.raw,
      at: force.time.seconds)
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
