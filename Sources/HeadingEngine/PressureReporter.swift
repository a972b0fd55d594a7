import HeadingEstimation
import HeadingGeodesy
import HeadingGeometry
import HeadingNavigation
import HeadingSensing

/// Reports pressure, height above the start and climb rate.
struct PressureReporter {
  /// Time after the first pressure at which the start altitude is set, s: one sample is too noisy.
  private static let settling = 1.0

  /// Duration of an exactly repeated pressure after which the barometer counts as stuck, s.
  private static let stuckAfter = 5.0

  /// Repetitions after which the barometer counts as stuck.
  private static let stuckCount = 20

  private var latest: ScalarSample?
  private var repetition = Repetition()
  private var state: SensorStatus.State?
  private var first: BootTime?

  /// The filtered pressure altitude from which relative altitudes are counted, m.
  private(set) var start: Double?

  /// Stores a pressure, Pa, and returns its altitude, m; `nil` outside the standard atmosphere.
  mutating func take(_ sample: ScalarSample) -> Double? {
    guard let height = StandardAtmosphere.altitude(pressure: sample.value) else { return nil }
    repetition.update(isSame: latest?.value == sample.value, at: sample.time)
    latest = sample
    state = .present
    if first == nil { first = sample.time }
    return height
  }

  /// Whether the barometer is stuck.
  var isStuck: Bool { repetition.lasts(Self.stuckAfter, count: Self.stuckCount) }

  /// Updates the start altitude with the filtered pressure altitude, m, during settling.
  mutating func settle(_ pressureAltitude: Double?, at time: BootTime) {
    guard let first, let pressureAltitude,
      start == nil || time.seconds(since: first) < Self.settling
    else { return }
    start = pressureAltitude
  }

  /// Records the barometer's state reported by its source.
  mutating func note(_ new: SensorStatus.State) {
    state = new
    if new != .present { latest = nil }
  }

  /// Why there is no pressure; `nil` if there is one.
  func absence(at now: BootTime) -> Reasons? {
    guard let latest else {
      return state == .failed ? [.barometerStale, .sensorFailed] : .barometerMissing
    }
    if now.seconds(since: latest.time) > 1.5 { return .barometerStale }
    return isStuck ? [.sensorStuck, .barometerStuck] : nil
  }

  /// Sets the solution's barometric values.
  func fill(
    _ solution: inout HeadingSolution, from estimate: NavigationEstimate, at now: BootTime
  ) {
    if let absence = absence(at: now) {
      solution.pressure = .missing(absence)
      solution.relativeAltitude = .missing(absence)
      solution.climbRate = .missing(absence)
      solution.climbRateAccuracy = .missing(absence)
      return
    }
    solution.pressure = Availability(latest?.value, else: .barometerMissing)
    let relative = start.flatMap { start in estimate.pressureAltitude.map { $0 - start } }
    solution.relativeAltitude = Availability(relative, else: .starting)
    guard estimate.pressureAltitude != nil else {
      solution.climbRate = .missing(.starting)
      solution.climbRateAccuracy = .missing(.starting)
      return
    }
    solution.climbRate = .known(estimate.velocity.z)
    solution.climbRateAccuracy = .known(estimate.climbRateDeviation)
  }
}
