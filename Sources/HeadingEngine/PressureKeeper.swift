import HeadingEstimation
import HeadingGeodesy
import HeadingGeometry
import HeadingSensing

/// The barometer's part of the solution: pressure, height above the start, climb rate, and an
/// altitude where no fix gives one.
struct PressureKeeper {
  private var latest: ScalarSample?
  private var state: SensorStatus.State?
  private var altimeter = AltitudeEstimator()
  private var start: Double?

  /// Whether there is a pressure to combine with accelerations.
  var isInUse: Bool { latest != nil }

  /// Takes a pressure in Pa; false if no atmosphere has it.
  mutating func take(_ sample: ScalarSample) -> Bool {
    guard let height = StandardAtmosphere.altitude(pressure: sample.value) else { return false }
    latest = sample
    state = .present
    altimeter.update(pressureAltitude: height, at: sample.time)
    if start == nil { start = height }
    return true
  }

  /// Takes the upward acceleration without gravity, m/s².
  mutating func take(upwardAcceleration: Double, at time: BootTime) {
    altimeter.update(upwardAcceleration: upwardAcceleration, at: time)
  }

  /// Takes note of what the source says about the barometer.
  mutating func note(_ new: SensorStatus.State) {
    state = new
    if new != .present { latest = nil }
  }

  private func absence(at now: BootTime) -> Reasons? {
    guard let latest else {
      return state == .failed ? [.barometerStale, .sensorFailed] : .barometerMissing
    }
    return now.seconds(since: latest.time) > 1.5 ? .barometerStale : nil
  }

  /// Fills the solution's barometric part; altitude too, if nothing better has.
  func fill(_ solution: inout HeadingSolution, settings: EngineSettings, at now: BootTime) {
    if let absence = absence(at: now) {
      solution.pressure = .missing(absence)
      solution.relativeAltitude = .missing(absence)
      solution.climbRate = .missing(absence)
      if case .missing(let reasons) = solution.altitude {
        solution.altitude = .missing(reasons.union(absence))
      }
      return
    }
    solution.pressure = Availability(latest?.value, else: .barometerMissing)
    let relative = start.flatMap { start in altimeter.altitude.map { $0 - start } }
    solution.relativeAltitude = Availability(relative, else: .starting)
    solution.climbRate = Availability(altimeter.climbRate, else: .starting)
    if case .missing = solution.altitude, let height = altimeter.altitude {
      let reference = settings.seaLevelPressure ?? PhysicalConstants.standardPressure
      // ICAO's definition of QNH: the difference of two pressure altitudes.
      if let offset = StandardAtmosphere.altitude(pressure: reference) {
        solution.altitude = .known(height - offset)
      }
    }
  }
}
