import Geomagnetism
public import HeadingCalibration
public import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// State of a calibration at one moment: samples, coverage, position and date.
public struct CalibrationSnapshot: Sendable {
  /// Samples kept, in order of time.
  public var samples: [CalibrationSample] = []

  /// Directions, headings and tilts covered by the samples.
  public var coverage = CalibrationCoverage()

  /// Number of samples offered to the collector.
  public var offered = 0

  /// The newest sample.
  public var latest: CalibrationSample?

  /// Direction cell of the newest sample's field.
  public var cell: Int?

  /// Position of the device.
  public var coordinate: Coordinate?

  /// Whether a simulated receiver was beside real sensors; its position is ignored.
  public var hasSimulatedFixes = false

  /// The present time.
  public var date: UniversalTime?

  /// Whether the time is trusted.
  public var isDateTrusted = false

  /// Range of the sensor temperature, K: the magnetometer's, else another chip's.
  public var temperatures: ClosedRange<Double>?

  /// Time of the first sample.
  public var begin: BootTime?

  /// Seconds since the first sample.
  public var duration = 0.0

  /// Whether an accelerometer calibration is applied to the samples.
  public var hasCalibratedAccelerometer = false

  /// Message of the sources' newest warning or error.
  public var notice: String?

  /// Creates an empty snapshot.
  public init() {}

  /// The reference field at the position; unset if the position is unknown.
  ///
  /// An untrusted date suffices because strength and dip change slowly; a date outside the model's
  /// validity is replaced by the middle of it.
  public func knowledge(current: CalibrationParameters?) -> CalibrationPriors {
    var knowledge = CalibrationPriors()
    knowledge.current = current
    if hasCalibratedAccelerometer { knowledge.accelerometer = .calibrated }
    let model = MagneticModel.wmm2025
    guard let coordinate else { return knowledge }
    let year = date.map(\.decimalYear) ?? 0
    let field = try? model.field(
      at: coordinate, ellipsoidalHeight: 0,
      decimalYear: (2025...2030).contains(year) ? year : 2027.5)
    knowledge.fieldStrength = field?.total
    knowledge.inclination = field?.inclination
    return knowledge
  }

  /// The present time, if it is trusted.
  var trustedDate: UniversalTime? { isDateTrusted ? date : nil }

  /// The profile of a fit to these samples.
  ///
  /// - Parameters:
  ///   - result: The fit.
  ///   - mounts: The mount matrices in force.
  ///   - current: The calibration in use; its accelerometer and gyroscope calibrations are carried
  ///     over.
  /// - Returns: The profile, not yet stored.
  public func profile(
    of result: CalibrationResult, mounts: [SensorKind: MountMatrix], current: CalibrationParameters?
  ) -> CalibrationProfile {
    var parameters = result.parameters
    if let current {
      parameters.accelerometerBias = current.accelerometerBias
      parameters.accelerometerScale = current.accelerometerScale
      parameters.gyroscopeBias = current.gyroscopeBias
      // A load that did not vary keeps its previous effect; the fitted hard iron includes it, so it
      // is subtracted.
      if parameters.load == nil, let effect = current.load {
        parameters.hardIron -=
          samples.meanLoad(delay: effect.delay).map(effect.field(at:)) ?? .zero
        parameters.load = effect
      }
      // The same holds for a temperature that did not vary.
      if parameters.temperature == nil, let effect = current.temperature {
        parameters.hardIron -= samples.meanTemperature.map(effect.field(at:)) ?? .zero
        parameters.temperature = effect
      }
    }
    var profile = CalibrationProfile(result, parameters: parameters)
    profile.mounts = mounts
    profile.created = trustedDate
    profile.place = coordinate
    profile.temperatures = temperatures
    if coordinate != nil {
      profile.model = "WMM2025"
      profile.modelEpoch = 2025
    }
    return profile
  }
}
