import HeadingEngine
import HeadingGeometry
import HeadingRuntime
import HeadingSensing

/// NMEA 0183 sentence formatters for an update.
///
/// A sentence is omitted if a value that it needs is missing.
enum NMEAFormatter: String, CaseIterable {
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
  /// Heading from true north with its mode: A autonomous, E while coasting, S simulated.
  case headingWithStatus = "THS"

  /// Returns the formatters to use instead for simulated sensors.
  ///
  /// Only two can mark simulated data: THS by its mode, used in place of HDT, and ROT by its
  /// status, which IEC 61162-1 requires to be V (invalid) for mode S. The others are omitted.
  static func simulated(_ formatters: [NMEAFormatter]) -> [NMEAFormatter] {
    var telling: [NMEAFormatter] = []
    for formatter in formatters {
      let next: NMEAFormatter? =
        switch formatter {
        case .trueHeading, .headingWithStatus: .headingWithStatus
        case .rateOfTurn: .rateOfTurn
        case .magneticHeading, .transducers, .headingWithVariation: nil
        }
      if let next, !telling.contains(next) { telling.append(next) }
    }
    return telling
  }

  /// Returns the sentence of an update; `nil` if there is no valid value.
  func sentence(_ update: SolutionUpdate, talker: String) -> NMEASentence? {
    guard let fields = fields(update) else { return nil }
    return NMEASentence(address: talker + rawValue, fields: fields)
  }

  private func fields(_ update: SolutionUpdate) -> [String]? {
    let solution = update.solution
    switch self {
    case .trueHeading:
      return solution.trueHeading.value.map { [NMEASentence.bearing($0.degrees), "T"] }
    case .magneticHeading:
      return solution.magneticHeading.value.map { [NMEASentence.bearing($0.degrees), "M"] }
    case .rateOfTurn:
      return rateOfTurn(solution).map {
        [NMEASentence.decimal($0, 1), solution.isSimulated ? "V" : "A"]
      }
    case .transducers:
      let fields = transducers(solution)
      return fields.isEmpty ? nil : fields
    case .headingWithVariation:
      guard let heading = solution.magneticHeading.value else { return nil }
      // Rounded first, so that the sum of both fields equals the heading of HDM.
      let deviation = solution.deviation.map { ($0.degrees * 10).rounded() / 10 }
      let compass = Heading<MagneticNorth>(degrees: heading.degrees - (deviation ?? 0))
      return [NMEASentence.bearing(compass.degrees)] + Self.eastOrWest(deviation)
        + Self.eastOrWest(solution.declination.value?.degrees)
    case .headingWithStatus:
      guard let heading = solution.trueHeading.value else { return nil }
      let mode = solution.isSimulated ? "S" : solution.status == .coasting ? "E" : "A"
      return [NMEASentence.bearing(heading.degrees), mode]
    }
  }

  /// Returns magnitude and side of an angle that is positive to the east; two empty fields for
  /// `nil`.
  private static func eastOrWest(_ degrees: Double?) -> [String] {
    guard let degrees else { return ["", ""] }
    return [NMEASentence.decimal(abs(degrees), 1), degrees < 0 ? "W" : "E"]
  }

  /// Rate of turn about the vertical, °/min, positive to the right.
  private func rateOfTurn(_ solution: HeadingSolution) -> Double? {
    guard let rate = solution.rotationRate.value, let attitude = solution.attitude.value else {
      return nil
    }
    // The rotation rate is positive counter-clockwise about up, the rate of turn clockwise.
    return -(attitude * rate).z * Angle(radians: 1).degrees * 60
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
