import Geomagnetism
public import HeadingCalibration
public import HeadingGeometry
public import HeadingSensing
public import HeadingStorage

/// What a calibration has to work with at one moment.
public struct CalibrationSnapshot: Sendable {
  /// The samples kept, in order of time.
  public var samples: [CalibrationSample] = []

  /// Which attitudes they have seen.
  public var coverage = CalibrationCoverage()

  /// How many were offered.
  public var offered = 0

  /// The newest sample.
  public var latest: CalibrationSample?

  /// The cell into which the newest sample's field points.
  public var cell: Int?

  /// Where the device is.
  public var coordinate: Coordinate?

  /// Whether a receiver beside real sensors was simulated: its place is not used.
  public var hasSimulatedFixes = false

  /// The present time.
  public var date: UniversalTime?

  /// Whether somebody vouches for the time.
  public var isDateTrusted = false

  /// The chip's temperatures meanwhile, K: the magnetometer's own, else those of a chip beside it.
  public var temperatures: ClosedRange<Double>?

  /// Seconds since the first sample.
  public var duration = 0.0

  /// Whether the accelerometer's own calibration is applied to the samples.
  public var hasCalibratedAccelerometer = false

  /// The newest warning of a source.
  public var notice: String?

  /// Makes a snapshot of nothing.
  public init() {}

  /// What the magnetic model says of the place; nothing where the place is unknown.
  ///
  /// Strength and dip change so slowly that a date nobody vouches for does no harm; one outside of the
  /// model's years is replaced by their middle.
  public func knowledge(current: CalibrationParameters?) -> CalibrationKnowledge {
    var knowledge = CalibrationKnowledge()
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

  /// The present time, if somebody vouches for it.
  var trustedDate: UniversalTime? { isDateTrusted ? date : nil }

  /// The profile of a fit to these samples.
  ///
  /// - Parameters:
  ///   - result: The fit.
  ///   - mount: The mount matrix in force.
  ///   - current: The calibration in use: its accelerometer and gyroscope are carried over.
  /// - Returns: The profile, not yet kept.
  public func profile(
    of result: CalibrationResult, mount: MountMatrix?, current: CalibrationParameters?
  ) -> CalibrationProfile {
    var parameters = result.parameters
    if let current {
      parameters.accelerometerBias = current.accelerometerBias
      parameters.accelerometerScale = current.accelerometerScale
      parameters.gyroscopeBias = current.gyroscopeBias
      // A load that did not vary this time still moves the field as it did; the hard iron found has it in it.
      if parameters.load == nil, let effect = current.load {
        parameters.hardIron -=
          samples.meanLoad(delay: effect.delay).map(effect.field(at:)) ?? .zero
        parameters.load = effect
      }
      // Nor does a temperature that did not vary end what temperature does.
      if parameters.temperature == nil, let effect = current.temperature {
        parameters.hardIron -= samples.meanTemperature.map(effect.field(at:)) ?? .zero
        parameters.temperature = effect
      }
    }
    var profile = CalibrationProfile(parameters: parameters)
    profile.mount = mount
    profile.created = trustedDate
    profile.place = coordinate
    profile.temperatures = temperatures
    if result.fieldStrength > 0 { profile.fieldStrength = result.fieldStrength }
    profile.inclination = result.inclination
    if coordinate != nil {
      profile.model = "WMM2025"
      profile.modelEpoch = 2025
    }
    profile.coverage = result.coverage.fraction
    profile.rung = result.rung.description
    profile.samplesUsed = result.samplesUsed
    return profile
  }
}
