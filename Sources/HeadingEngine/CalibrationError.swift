import Geomagnetism
import HeadingGeometry
import HeadingSensing
import RealModule

/// Present heading error of a calibration, 1σ.
///
/// The profile states it for its date, place and temperatures; the residual grows with age, with a
/// different field, and outside the temperatures of the calibration.
struct CalibrationError {
  /// Heading error without a calibration.
  ///
  /// Boards leave 5 to 20 µT of hard iron in a horizontal field of 20 to 30 µT: 10° to 45°.
  static let uncalibrated = Angle(degrees: 20)

  /// Random walk of a board's hard iron, per component, T/√year.
  ///
  /// Screws and headers get magnetized, batteries are changed. Small: old profiles have too small a
  /// bound. Large: profiles become useless within months. Default 0.3 µT, an assumption: about 1°
  /// after a year in a horizontal field of 20 µT.
  static let ageing = 0.3e-6

  /// Temperature coefficient of the offset outside the profile's temperatures, T/K.
  ///
  /// Small: a cold start has too small a bound. Large: every cold start is reported as inaccurate.
  /// Default 0.05 µT, an assumption: 3° in 20 µT for 20 K.
  static let drift = 0.05e-6

  /// Horizontal field if neither model nor profile gives it, T: that of mid-latitudes.
  static let usualHorizontal = 20e-6

  private static let secondsPerYear = 31_556_952.0

  private let model: MagneticModel
  private var parameters: CalibrationParameters?
  /// The field at the place of the calibration, T; `nil` if unknown.
  private(set) var origin: (horizontal: Double, down: Double)?
  private var temperatures: [4 of Double?] = .init(repeating: nil)

  /// 1σ of the uncompensated field of the vehicle's load, T.
  private var loadDeviation = 0.0

  /// Whether the calibration needs a load that is not reported.
  private(set) var isLoadUnknown = false

  init(model: MagneticModel) { self.model = model }

  /// Whether there is no calibration, or one whose stated error is no smaller than without.
  var isUncalibrated: Bool { Self.isNone(parameters) }

  /// Whether there is no calibration, or one whose stated error is no smaller than without.
  static func isNone(_ parameters: CalibrationParameters?) -> Bool {
    parameters.map { $0.headingError.map { $0 >= Self.uncalibrated } ?? false } ?? true
  }

  /// Sets the calibration in use; `nil` for none.
  mutating func use(_ parameters: CalibrationParameters?) {
    self.parameters = parameters
    origin = parameters.flatMap { field(of: $0.origin) }
    isLoadUnknown = false
    loadDeviation = 0
    note(load: nil)
  }

  /// Records the load with which the newest field was corrected; `nil` if there is none.
  mutating func note(load: Double?) {
    guard let effect = parameters?.load else { return }
    isLoadUnknown = load == nil
    loadDeviation = effect.deviation(at: load)
  }

  /// Records a chip's temperature, K.
  mutating func note(temperature: Double, of sensor: SensorKind) {
    guard temperature.isFinite, Int(sensor.rawValue) < temperatures.count else { return }
    temperatures[Int(sensor.rawValue)] = temperature
  }

  /// The present error.
  ///
  /// - Parameters:
  ///   - attitude: Body to earth; `nil` counts as level.
  ///   - field: The magnetic model's field at the present place.
  ///   - date: The present time, if it can be trusted.
  /// - Returns: 1σ.
  func current(attitude: Quaternion?, field: ExpectedField?, date: UniversalTime?) -> Angle {
    // The estimator's own covariance contains uncalibrated iron.
    guard let parameters, !isUncalibrated else { return .zero }
    let stated = Self.stated(parameters, attitude: attitude).radians
    let horizontal = max(
      field?.horizontal ?? origin?.horizontal ?? Self.usualHorizontal, 0.1e-6)
    var variance = stated * stated
    if let field, let origin, stated > 0 {
      // The residual hard iron is a field across the heading: fixed in the body, its effect is
      // inverse to the horizontal field; a residual of the soft iron, relative to the field of the
      // profile, acts on the change of the field.
      let across = stated * origin.horizontal
      let total = origin.horizontal * origin.horizontal + origin.down * origin.down
      let share = across / max(total.squareRoot(), 1e-6)
      let sideways = field.horizontal - origin.horizontal
      let downwards = field.down - origin.down
      let change = share * (sideways * sideways + downwards * downwards).squareRoot()
      variance = max(variance, (across * across + change * change) / (horizontal * horizontal))
    }
    if let created = parameters.origin.created, let date {
      let years = max(0, date.secondsSince1970 - created.secondsSince1970) / Self.secondsPerYear
      variance += years * Self.ageing * Self.ageing / (horizontal * horizontal)
    }
    if let range = parameters.origin.temperatures, let temperature {
      let outside = max(range.lowerBound - temperature, temperature - range.upperBound, 0)
      // Half of the extrapolated correction may be wrong, as with a load: an assumption.
      let slope = max(Self.drift, (parameters.temperature?.field.length ?? 0) / 2)
      let moved = outside * slope / horizontal
      variance += moved * moved
    }
    if let effect = parameters.temperature, magnetometerTemperature == nil,
      let range = parameters.origin.temperatures
    {
      // The temperature is assumed uniform over the range of the profile.
      let half = (range.upperBound - range.lowerBound) / 2
      let moved = effect.field.length * half / 3.0.squareRoot() / horizontal
      variance += moved * moved
    }
    let loaded = loadDeviation / horizontal
    variance += loaded * loaded
    return Angle(radians: min(variance.squareRoot(), .pi))
  }

  /// The magnetometer's own temperature, K; `nil` if not reported.
  var magnetometerTemperature: Double? { temperatures[Int(SensorKind.magnetometer.rawValue)] }

  /// The magnetometer's own temperature, else that of a chip beside it.
  private var temperature: Double? {
    for index in temperatures.indices {
      if let temperature = temperatures[index] { return temperature }
    }
    return nil
  }

  /// The profile's stated error at a tilt, interpolated between level, 20° and 45°.
  private static func stated(
    _ parameters: CalibrationParameters, attitude: Quaternion?
  ) -> Angle {
    let level = (parameters.headingError ?? .zero).radians
    let some = parameters.headingErrorTilt20?.radians ?? level
    let much = parameters.headingErrorTilt45?.radians ?? some
    guard let attitude else { return Angle(radians: level) }
    let up = (attitude * Vector3(0, 0, 1)).z
    let tilt = Angle(radians: Double.acos(min(abs(up), 1))).degrees
    let share = tilt < 20 ? tilt / 20 : min(tilt - 20, 25) / 25
    let (from, to) = tilt < 20 ? (level, some) : (some, much)
    return Angle(radians: from + (to - from) * share)
  }

  /// Horizontal and downward field at the place of the profile, T.
  private func field(of origin: CalibrationOrigin) -> (horizontal: Double, down: Double)? {
    if let strength = origin.fieldStrength, let inclination = origin.inclination {
      return (strength * inclination.cosine, strength * inclination.sine)
    }
    guard let coordinate = origin.coordinate, let created = origin.created else { return nil }
    guard
      let field = try? model.field(
        at: coordinate, ellipsoidalHeight: 0, decimalYear: created.decimalYear,
        extrapolating: true)
    else { return nil }
    return (field.horizontal, field.down)
  }
}
