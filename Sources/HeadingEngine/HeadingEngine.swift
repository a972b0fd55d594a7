public import Geomagnetism
package import HeadingEstimation
public import HeadingGeodesy
package import HeadingGeometry
import HeadingNavigation
public import HeadingSensing
import RealModule

/// The one path from sensor events to heading solutions.
///
/// A value type without a clock: the same events give the same solutions, bit for bit. Everything
/// that changes the solution is an event; time is in the events.
///
/// A solution comes out for each sample of the leading sensor (the gyroscope if there is one, else
/// the accelerometer, else the magnetometer, else the device's own compass), and for a tick when
/// nothing else came for a tenth of a second, so that silence shows.
public struct HeadingEngine: Sendable {
  var orientation = OrientationEstimator(parameters: .uncalibrated)
  var pressure = PressureKeeper()
  var position = PositionKeeper()
  var geoid: GeoidReference
  var navigator = Navigator()
  var arbiter = HeadingArbiter()
  var reference: MagneticReference
  var calibration: CalibrationParameters?
  var calibrationError: CalibrationError
  var load = LoadHistory()
  var clock: ClockRelation?

  /// The clock without what was told beside simulated sensors: such a receiver's date is invented.
  private var realClock: ClockRelation?

  var external: HeadingObservation?
  var axis = HeadingAxis.forward

  /// The newest field, to be shown.
  var field: VectorSample?

  /// The newest field that the sensors' judge lets be used.
  var usedField: VectorSample?

  var rejectedPressure: BootTime?
  var mismatch = FieldMismatch()
  var tiltMismatch = TiltMismatch()
  var now: BootTime?

  /// What the estimator is given at the moment, for the smoother; `nil` while nobody asks for it.
  package var row: OrientationRow?

  private var lastSolution: BootTime?

  /// Whether what the engine knows comes from simulated sensors, all of it or a part.
  public private(set) var isSimulated = false

  /// 1σ heading error that is taken for a magnetometer without any calibration.
  package static var uncalibratedError: Angle { CalibrationError.uncalibrated }

  /// Whether the receiver's newest date cannot be.
  var hasImplausibleDate = false

  /// No receiver's clock can be right before the model compiled in was made.
  private static let earliestDate = UniversalTime(year: 2025, month: 1, day: 1)

  /// 1σ taken for a heading from elsewhere that states none.
  private static let unstatedHeading = Angle(degrees: 2)

  /// Makes an engine that knows nothing yet.
  ///
  /// - Parameters:
  ///   - magneticModel: The model that gives declination and expected field.
  ///   - geoid: Mean sea level above the ellipsoid; without it a height that a receiver gives in one of the
  ///     two only is missing in the other.
  public init(magneticModel: MagneticModel = .wmm2025, geoid: GeoidGrid? = nil) {
    reference = MagneticReference(model: magneticModel)
    calibrationError = CalibrationError(model: magneticModel)
    self.geoid = GeoidReference(grid: geoid)
  }

  /// Replaces the models; place and date are looked up in them with the next event that tells either.
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

  /// Takes an event; a solution if the event completes one.
  ///
  /// Events that are late by a little are used where they still can be; none makes time run backwards.
  public mutating func process(_ event: SensorEvent) -> HeadingSolution? {
    guard absorb(event), let time = now else { return nil }
    lastSolution = time
    return solution(at: time)
  }

  /// What a later run may start from, for a `restoredState` event; `nil` before the attitude is known.
  public var restorableState: RestoredState? { orientation.restorableState }

  /// Takes an event without making a solution, for a caller that wants one after several.
  ///
  /// - Returns: Whether ``process(_:)`` would have made one.
  @discardableResult
  public mutating func absorb(_ event: SensorEvent) -> Bool {
    let leads = take(event)
    now = max(now ?? event.time, event.time)
    return leads
  }

  /// Adds to ``row`` what it does not have from a sample: the magnetic model's field.
  package mutating func completeRow() {
    let expected = reference.field.value
    row?.fieldStrength = expected?.total
    row?.fieldInclination = expected?.inclination
  }

  /// Takes note of an event; true if a solution shall follow.
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
    case .heading(let observation):
      external = observation
      // A device's own compass shares its sensors with us; two antennas share none.
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
      // A week number that rolled over dates the receiver 19.6 years back; position and heading stay.
      if relation.trust == .gnss {
        hasImplausibleDate = relation.universalTime < Self.earliestDate
        if hasImplausibleDate { return false }
      }
      // A wall clock that nobody vouches for tells nothing against a receiver's time.
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
      updateReference(at: time)
    case .restoredState(_, let state):
      orientation.restore(state)
    case .simulated(_, let isOn):
      if isSimulated, !isOn { forget() }
      isSimulated = isOn
    }
    return false
  }

  /// Begins anew: nothing that was learnt from simulated sensors is kept for real ones.
  ///
  /// Settings and models are the machine's and the user's, and stay; of clocks those that no simulated source has told.
  private mutating func forget() {
    var fresh = HeadingEngine(magneticModel: reference.model, geoid: geoid.grid)
    fresh.position.settings = position.settings
    fresh.reference.isExtrapolating = position.settings.extrapolatesMagneticModel
    fresh.configureNavigator(position.settings)
    fresh.clock = realClock
    fresh.realClock = realClock
    fresh.now = now
    fresh.lastSolution = lastSolution
    fresh.row = row
    self = fresh
  }

  /// Whether a solution follows a sample of this sensor, or, for `nil`, the passing of time.
  private mutating func leads(_ sensor: SensorKind?, at time: BootTime) -> Bool {
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

  private mutating func take(angularRate sample: VectorSample) -> Bool {
    var corrected = sample
    corrected.value -= calibration?.gyroscopeBias ?? .zero
    switch orientation.update(angularRate: corrected, reading: sample.value) {
    case .refused: return leads(nil, at: sample.time)
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
    switch orientation.update(acceleration: corrected, reading: sample.value) {
    case .refused: return leads(nil, at: sample.time)
    case .excluded: row?.acceleration = corrected.value
    case .used:
      row?.acceleration = corrected.value
      navigator.take(acceleration: corrected)
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
    if verdict == .refused { return leads(nil, at: sample.time) }
    field = corrected
    if verdict == .used { usedField = corrected }
    row?.magneticField = corrected.value
    return leads(.magnetometer, at: sample.time)
  }

  /// Hands a receiver's velocity to the estimate, turned to magnetic north.
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
    case .accelerometer, .gyroscope: break
    case .barometer: pressure.note(status.state)
    case .compass: if status.state != .present { external = nil }
    case .gnss: position.note(status.state)
    }
  }

  /// The date for what changes in months: the day that was given beats a system clock.
  mutating func date(at time: BootTime) -> UniversalTime? {
    let day = position.settings.modelDate
    guard let clock, clock.trust != .none else { return day }
    if clock.trust == .synchronized, let day { return day }
    return clock.universalTime(at: time)
  }

  private mutating func updateReference(at time: BootTime) {
    let changed = reference.update(
      coordinate: position.lastCoordinate, ellipsoidalHeight: position.lastHeight,
      universalTime: date(at: time))
    if changed { tellReference() }
  }

  /// Tells the estimate which field has to be here: the place's, else the one that the calibration was made in.
  mutating func tellReference() {
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
