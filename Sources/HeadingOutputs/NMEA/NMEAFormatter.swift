import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// NMEA 0183 sentence formatters for an update.
///
/// A sentence is omitted if a value that it needs is missing.
package enum NMEAFormatter: String, CaseIterable, Sendable {
  /// Heading from true north.
  case trueHeading = "HDT"
  /// Heading from magnetic north.
  case magneticHeading = "HDM"
  /// Rate of turn.
  case rateOfTurn = "ROT"
  /// Pitch, roll and pressure.
  case transducers = "XDR"
  /// Compass heading, deviation and variation; compass heading plus deviation is the magnetic
  /// heading.
  ///
  /// The deviation is that of the deviation card of the calibration; without a card its fields are
  /// empty.
  case headingWithVariation = "HDG"
  /// Heading from true north with its mode: A autonomous, E while coasting, S simulated; V without a
  /// heading that may be steered by.
  case headingWithStatus = "THS"
  /// Attitude with its accuracies, as inertial systems of Applanix, NovAtel and Trimble send it.
  case attitude = "PASHR"
  /// Recommended minimum: position, velocity over ground, date, variation.
  case recommendedMinimum = "RMC"
  /// Position and altitude.
  case fix = "GGA"
  /// Course and speed over ground.
  case courseAndSpeed = "VTG"
  /// Accuracy of position and altitude.
  case fixAccuracy = "GST"

  /// Whether the sentence is about the fused position rather than the attitude.
  private var isPosition: Bool {
    switch self {
    case .recommendedMinimum, .fix, .courseAndSpeed, .fixAccuracy: true
    case .trueHeading, .magneticHeading, .rateOfTurn, .transducers, .headingWithVariation,
      .headingWithStatus, .attitude:
      false
    }
  }

  /// Whether the sentence has a heading, which is withheld while nobody may steer by it: the other
  /// sentences could not say how inaccurate it is.
  private var saysHeading: Bool {
    switch self {
    case .trueHeading, .magneticHeading, .headingWithVariation, .headingWithStatus, .attitude: true
    case .rateOfTurn, .transducers, .recommendedMinimum, .fix, .courseAndSpeed, .fixAccuracy: false
    }
  }

  /// The formatter to use instead for simulated sensors; `nil` if none can mark the data.
  ///
  /// THS, used in place of HDT, RMC, GGA and VTG have a mode or quality; ROT is marked by its
  /// status, which IEC 61162-1 requires to be V (invalid) for mode S.
  private var simulated: NMEAFormatter? {
    switch self {
    case .trueHeading, .headingWithStatus: .headingWithStatus
    case .rateOfTurn, .recommendedMinimum, .fix, .courseAndSpeed: self
    case .magneticHeading, .transducers, .headingWithVariation, .attitude, .fixAccuracy: nil
    }
  }

  /// Returns the formatters to use instead for simulated sensors.
  static func simulated(_ formatters: [NMEAFormatter]) -> [NMEAFormatter] {
    var telling: [NMEAFormatter] = []
    for next in formatters.compactMap(\.simulated) where !telling.contains(next) {
      telling.append(next)
    }
    return telling
  }

  /// Makes the sentence of an update.
  ///
  /// - Parameters:
  ///   - update: The values.
  ///   - talker: The talker identifier; `nil` for that of the sentence: HC, a magnetic compass, or
  ///     IN, integrated navigation.
  /// - Returns: The sentence; `nil` if there is no valid value.
  func sentence(_ update: SolutionUpdate, talker: String?) -> NMEASentence? {
    let isUsable = update.steer != .stop
    guard isUsable || !saysHeading else {
      // THS alone can say that there is no valid heading.
      return self == .headingWithStatus
        ? NMEASentence(address: (talker ?? "HC") + rawValue, fields: ["", "V"]) : nil
    }
    guard let fields = fields(update.solution) else { return nil }
    // PASHR is a proprietary sentence, P and the manufacturer's code.
    let address = self == .attitude ? "" : talker ?? (isPosition ? "IN" : "HC")
    return NMEASentence(address: address + rawValue, fields: fields)
  }

  private func fields(_ solution: HeadingSolution) -> [String]? {
    switch self {
    case .trueHeading:
      return solution.trueHeading.value.map { [NMEASentence.bearing($0.degrees), "T"] }
    case .magneticHeading:
      return solution.magneticHeading.value.map { [NMEASentence.bearing($0.degrees), "M"] }
    case .rateOfTurn:
      return solution.rateOfTurn.map {
        [
          NMEASentence.decimal(Angle(radians: $0).degrees * 60, 1),
          solution.isSimulated ? "V" : "A",
        ]
      }
    case .transducers:
      let fields = transducers(solution)
      return fields.isEmpty ? nil : fields
    case .headingWithVariation:
      guard let heading = solution.magneticHeading.value else { return nil }
      // Rounded first, so that the sum of both fields equals the heading of HDM.
      let deviation = solution.deviation.map { ($0.degrees * 10).rounded() / 10 }
      let compass = Heading<MagneticNorth>(degrees: heading.degrees - (deviation ?? 0))
      return [NMEASentence.bearing(compass.degrees)] + NMEASentence.eastOrWest(deviation)
        + NMEASentence.eastOrWest(solution.declination.value?.degrees)
    case .headingWithStatus:
      guard let heading = solution.trueHeading.value else { return nil }
      let mode = solution.isSimulated ? "S" : solution.status == .coasting ? "E" : "A"
      return [NMEASentence.bearing(heading.degrees), mode]
    case .attitude: return solution.inertialFields
    case .recommendedMinimum: return solution.recommendedMinimumFields
    case .fix: return solution.fixFields
    case .courseAndSpeed: return solution.courseAndSpeedFields
    case .fixAccuracy: return solution.fixAccuracyFields
    }
  }

  /// Groups of type, value, unit and name, as in Airmar's LB150 manual.
  ///
  /// Pitch with the front up and roll to the right are positive; pressure is in bar.
  private func transducers(_ solution: HeadingSolution) -> [String] {
    var fields: [String] = []
    if let pitch = solution.pitch.value, let roll = solution.roll.value {
      fields += ["A", NMEASentence.decimal(pitch.degrees, 1), "D", "PTCH"]
      fields += ["A", NMEASentence.decimal(roll.degrees, 1), "D", "ROLL"]
    }
    if let pressure = solution.pressure.value {
      fields += ["P", NMEASentence.decimal(pressure / 100_000, 5), "B", "STNP"]
    }
    return fields
  }
}
