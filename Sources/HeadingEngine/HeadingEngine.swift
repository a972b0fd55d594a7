public import Geomagnetism
package import HeadingEstimation
public import HeadingGeodesy
package import HeadingGeometry
import HeadingNavigation
public import HeadingSensing
import RealModule

/// Computes heading solutions from sensor events.
///
/// A noncopyable value without a clock: the same events give the same solutions, bit for bit. Everything
/// that changes the solution is an event, with its time.
///
/// It produces a solution for each sample of the leading sensor (the gyroscope if there is one,
/// else the accelerometer, the magnetometer, or an external compass), and for a tick if none was
/// produced for 0.1 s, so that silent sensors are reported.
public struct HeadingEngine: ~Copyable, Sendable {
  var orientation = OrientationEstimator(parameters: .uncalibrated)
  var pressure = PressureReporter()
  var position = PositionReporter()
  var geoid: GeoidReference
  var navigator = Navigator()
  var arbiter = HeadingArbiter()
  var reference: MagneticReference
  var calibration: CalibrationParameters?
  var calibrationError: CalibrationError
  var load = LoadHistory()
  /// `nil` if no heave is computed.
  var heave: HeaveEstimator?

  /// The relation of boottime to UTC in use.
  package internal(set) var clock: ClockRelation?

  /// The clock relation without those of simulated receivers, whose date is invented.
  private var realClock: ClockRelation?

  var external: HeadingObservation?
  var axis = HeadingAxis.forward

  /// The newest field, for output.
  var field: VectorSample?

  /// The newest specific force, for output.
  var acceleration: VectorSample?

  /// The newest field that fault detection has accepted.
  var usedField: VectorSample?

  var rejectedPressure: BootTime?
  var fieldResidual = ReferenceFieldResidual()
  var tiltResidual = TiltResidual()
  var now: BootTime?

  /// The estimator's present input, for the smoother; `nil` if not requested.
  package var row: OrientationRow?

  private var lastSolution: BootTime?

  /// Whether any input of the engine is simulated.
  public private(set) var isSimulated = false

  /// Assumed 1σ heading error of an uncalibrated magnetometer.
  package static var uncalibratedError: Angle { CalibrationError.uncalibrated }

  /// Whether the receiver's newest date is implausible.
  var hasImplausibleDate = false

  /// Earliest plausible date: that of the built-in magnetic model.
  private static let earliestDate = UniversalTime(year: 2025, month: 1, day: 1)

  /// Assumed 1σ of an external heading without a stated accuracy.
  private static let unstatedHeading = Angle(degrees: 2)

  /// Creates an engine without sensor data.
  ///
  /// - Parameters:
  ///   - magneticModel: The model that gives declination and reference field.
  ///   - geoid: Geoid undulation; without it, a height that a receiver gives above one surface only
  ///     is missing above the other.
  public init(magneticModel: MagneticModel = .wmm2025, geoid: GeoidGrid? = nil) {
    reference = MagneticReference(model: magneticModel)
    calibrationError = CalibrationError(model: magneticModel)
    self.geoid = GeoidReference(grid: geoid)
  }

  /// Creates an engine with the same models and without sensor data.
  public func restarted() -> HeadingEngine {
    HeadingEngine(magneticModel: reference.model, geoid: geoid.grid)
  }

  /// Replaces the models; the reference field is updated with the next event that gives place or
  /// date.
  ///
  /// - Parameters:
  ///   - magneticModel: As for ``init(magneticModel:geoid:)``.
  ///   - geoid: As for ``init(magneticModel:geoid:)``.
  public mutating func use(magneticModel: MagneticModel, geoid: GeoidGrid?) {
    reference = MagneticReference(model: magneticModel)
    reference.isExtrapolating = position.settings.extrapolatesMagneticModel
    calibrationError = CalibrationError(model: magneticModel)
    calibrationError.use(calibration)
    self.geoid = GeoidReference(grid: geoid)
  }

  /// Processes an event; returns a solution if the event completes one.
  ///
  /// Slightly late events are used if possible; no event makes time run backwards.
  public mutating func process(_ event: SensorEvent) -> HeadingSolution? {
    guard absorb(event), let time = now else { return nil }
    lastSolution = time
    return solution(at: time)
  }

  /// The state from which a later run can start, for a `restoredState` event; `nil` before initial
  /// alignment.
  public var restorableState: RestoredState? { orientation.restorableState }

  /// Processes an event without a solution, for a caller that needs one after several.
  ///
  /// - Returns: Whether ``process(_:)`` would have returned one.
  @discardableResult
  public mutating func absorb(_ event: SensorEvent) -> Bool {
    let leads = take(event)
    now = max(now ?? event.time, event.time)
    return leads
  }

  /// Adds the magnetic model's field to ``row``.
  package mutating func completeRow() {
    let expected = reference.field.value
    row?.fieldStrength = expected?.total
    row?.fieldInclination = expected?.inclination
  }

  /// Processes an event; returns whether a solution follows.
  private mutating func take(_ event: SensorEvent) -> Bool {
    switch event {
    case .angularRate(let sample): return take(angularRate: sample)
    case .acceleration(let sample): return take(acceleration: sample)
    case .magneticField(let sample): return take(magneticField: sample)
    case .pressure(let sample):
      take(pressure: sample)
      return leads(nil, at: sample.time)
    case .temperature(let sample, let sensor):
      calibrationError.note(temperature: sample.value, of: sensor)
      guard sensor == .gyroscope else { break }
      row?.temperature = sample.value
      orientation.update(temperature: sample.value)
    case .load(let sample): load.add(sample)
    case .quantity: break
    case .waterSpeed(let sample): navigator.take(waterSpeed: sample)
    case .heading(let observation):
      external = observation
      // An external compass uses the same sensors as the engine; two antennas are independent.
      if case .geographic(let heading) = observation.value {
        navigator.take(
          trueHeading: heading, deviation: observation.accuracy ?? Self.unstatedHeading)
      }
      return leads(.compass, at: observation.time)
    case .fix(let fix):
      position.take(fix)
      updateReference(at: fix.time)
      takeVelocity(of: fix)
      navigator.take(geoid.completed(fix))
      return leads(.gnss, at: fix.time)
    case .status(let status):
      note(status)
      return leads(nil, at: status.time)
    case .tick(let time):
      orientation.advance(to: time)
      updateReference(at: time)
      navigator.advance(to: time)
      return leads(nil, at: time)
    case .clock(let relation):
      // A week-number rollover dates the receiver 19.6 years back; position and heading stay.
      if relation.trust == .gnss {
        hasImplausibleDate = relation.universalTime < Self.earliestDate
        if hasImplausibleDate { return false }
      }
      // An unsynchronized wall clock does not override a receiver's time.
      if relation.trust == .none, let clock, clock.trust != .none { return false }
      clock = relation
      if !isSimulated || relation.trust == .given { realClock = relation }
      updateReference(at: relation.bootTime)
    case .calibration(_, let parameters):
      use(calibration: parameters)
    case .settings(let time, let settings):
      position.settings = settings
      reference.isExtrapolating = settings.extrapolatesMagneticModel
      configureNavigator(settings)
      configureHeave(settings)
      expectGyroscopeBias()
      updateReference(at: time)
    case .restoredState(_, let state):
      orientation.restore(state)
    case .simulated(_, let isOn):
      if isSimulated, !isOn { forget() }
      isSimulated = isOn
    }
    return false
  }

  /// Resets everything that was learned from simulated sensors.
  ///
  /// Settings and models stay, and the clock relation of a real source.
  private mutating func forget() {
    var fresh = restarted()
    fresh.position.settings = position.settings
    fresh.reference.isExtrapolating = position.settings.extrapolatesMagneticModel
    fresh.configureNavigator(position.settings)
    fresh.configureHeave(position.settings)
    fresh.expectGyroscopeBias()
    fresh.clock = realClock
    fresh.realClock = realClock
    fresh.now = now
    fresh.lastSolution = lastSolution
    fresh.row = row
    self = fresh
  }

  /// Whether a solution follows a sample of this sensor, or, for `nil`, the passing of time.
  private func leads(_ sensor: SensorKind?, at time: BootTime) -> Bool {
    let leader: SensorKind? =
      if orientation.sensors.gyroscope.isDelivering(at: time) {
        .gyroscope
      } else if orientation.sensors.accelerometer.isDelivering(at: time) {
        .accelerometer
      } else if orientation.sensors.magnetometer.isDelivering(at: time) {
        .magnetometer
      } else if let external, time.seconds(since: external.time) < 1 {
        .compass
      } else {
        nil
      }
    if let sensor, sensor == leader { return true }
    return lastSolution.map { time.seconds(since: $0) >= 0.1 } ?? true
  }

  /// Whether a solution follows a refused sample: while all are late, time does not pass, and the last
  /// solution would stay.
  private func followsRefused(at time: BootTime) -> Bool {
    leads(nil, at: time) || orientation.sensors.isStalled
  }

  private mutating func take(angularRate sample: VectorSample) -> Bool {
    var corrected = sample
    corrected.value -= calibration?.gyroscopeBias ?? .zero
    switch orientation.update(angularRate: corrected, reading: sample.value) {
    case .refused: return followsRefused(at: sample.time)
    case .excluded: row?.angularRate = corrected.value
    case .used:
      row?.angularRate = corrected.value
      if orientation.endedFalseStationaryPeriod { navigator.endFalseStationaryPeriod() }
      if navigator.take(angularRate: corrected) { completeStep(at: sample.time) }
    }
    return leads(.gyroscope, at: sample.time)
  }

  private mutating func take(acceleration sample: VectorSample) -> Bool {
    var corrected = sample
    if let calibration {
      corrected.value =
        calibration.accelerometerScale * (sample.value - calibration.accelerometerBias)
    }
    let verdict = orientation.update(acceleration: corrected, reading: sample.value)
    if verdict != .refused { acceleration = corrected }
    switch verdict {
    case .refused: return followsRefused(at: sample.time)
    case .excluded: row?.acceleration = corrected.value
    case .used:
      row?.acceleration = corrected.value
      navigator.take(acceleration: corrected)
      updateHeave(with: corrected)
    }
    return leads(.accelerometer, at: sample.time)
  }

  private mutating func take(pressure sample: ScalarSample) {
    guard let height = pressure.take(sample) else {
      rejectedPressure = sample.time
      return
    }
    if !pressure.isStuck { navigator.take(pressureAltitude: height) }
    navigator.advance(to: sample.time)
    pressure.settle(navigator.pressureAltitude, at: sample.time)
  }

  private mutating func take(magneticField sample: VectorSample) -> Bool {
    var corrected = sample
    if let calibration {
      var measured = sample.value - calibration.hardIron
      if let effect = calibration.load {
        let load = load.value(at: sample.time.advanced(bySeconds: -effect.delay))
        if let load { measured -= effect.field(at: load) }
        calibrationError.note(load: load)
      }
      if let effect = calibration.temperature,
        let temperature = calibrationError.magnetometerTemperature
      {
        measured -= effect.field(at: temperature)
      }
      corrected.value = calibration.softIron * measured
    }
    let verdict = orientation.update(magneticField: corrected, reading: sample.value)
    if verdict == .refused { return followsRefused(at: sample.time) }
    field = corrected
    if verdict == .used { usedField = corrected }
    row?.magneticField = corrected.value
    return leads(.magnetometer, at: sample.time)
  }

  /// Passes a receiver's velocity to the orientation estimator, relative to magnetic north.
  private mutating func takeVelocity(of fix: Fix) {
    guard let speed = fix.speed, let course = fix.course, let declination = reference.field.value
    else { return }
    let direction = course.converted(by: declination.declination).angle
    let velocity = Vector3(speed * direction.sine, speed * direction.cosine, fix.climbRate ?? 0)
    row?.velocity = velocity
    orientation.update(velocity: velocity, at: fix.time)
  }

  private mutating func note(_ status: SensorStatus) {
    orientation.note(status)
    switch status.sensor {
    case .magnetometer: if status.state != .present { (field, usedField) = (nil, nil) }
    case .accelerometer: if status.state != .present { acceleration = nil }
    case .gyroscope: break
    case .barometer: pressure.note(status.state)
    case .compass: if status.state != .present { external = nil }
    case .gnss: position.note(status.state)
    }
  }

  /// The date for models that change over months: a configured date overrides a system clock.
  func date(at time: BootTime) -> UniversalTime? {
    let day = position.settings.modelDate
    guard let clock, clock.trust != .none else { return day }
    if clock.trust == .synchronized, let day { return day }
    return clock.universalTime(at: time)
  }

  private mutating func updateReference(at time: BootTime) {
    let changed = reference.update(
      coordinate: position.lastCoordinate, ellipsoidalHeight: position.lastHeight,
      universalTime: date(at: time))
    if changed { updateReferenceField() }
  }

  /// Sets the estimator's reference field: the place's, else the one at the place of the
  /// calibration.
  mutating func updateReferenceField() {
    if let expected = reference.field.value {
      orientation.setReferenceField(strength: expected.total, inclination: expected.inclination)
    } else if let origin = calibrationError.origin {
      orientation.setReferenceField(
        strength: hypotenuse(origin.horizontal, origin.down),
        inclination: Angle(radians: Double.atan2(y: origin.down, x: origin.horizontal)),
        isOfPlace: false)
    } else {
      orientation.setReferenceField(strength: nil, inclination: nil)
    }
  }
}
