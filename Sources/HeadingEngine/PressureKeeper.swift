import HeadingEstimation
import HeadingGeodesy
import HeadingGeometry
import HeadingNavigation
import HeadingSensing

/// The barometer's part of the solution: pressure, height above the start, climb rate.
struct PressureKeeper {
  /// The start is where the filter stands this long after the first pressure, s: one sample is too noisy.
  private static let settling = 1.0

  /// Air is never so still: a pressure repeated exactly for so long, s, is not measured any more.
  private static let stuckAfter = 5.0

  /// And so often.
  private static let stuckCount = 20

  private var latest: ScalarSample?
  private var repetition = Repetition()
  private var state: SensorStatus.State?
  private var first: BootTime?

  /// The filtered pressure altitude that relative altitudes are counted from, m.
  private(set) var start: Double?

  /// Takes a pressure in Pa and returns its altitude, m; `nil` if no atmosphere has it.
  mutating func take(_ sample: ScalarSample) -> Double? {
    guard let height = StandardAtmosphere.altitude(pressure: sample.value) else { return nil }
    repetition.update(isSame: latest?.value == sample.value, at: sample.time)
    latest = sample
    state = .present
    if first == nil { first = sample.time }
    return height
  }

  /// Whether the barometer repeats itself.
  var isStuck: Bool { repetition.lasts(Self.stuckAfter, count: Self.stuckCount) }

  /// Takes the filtered pressure altitude, m, while the start is still being found.
  mutating func settle(_ pressureAltitude: Double?, at time: BootTime) {
    guard let first, let pressureAltitude,
      start == nil || time.seconds(since: first) < Self.settling
    else { return }
    start = pressureAltitude
  }

  /// Takes note of what the source says about the barometer.
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

  /// Fills the solution's barometric part.
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
