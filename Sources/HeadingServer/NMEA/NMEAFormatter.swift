import HeadingEngine
import HeadingGeometry
import HeadingRuntime
import HeadingSensing

/// The sentences that an update is told in.
///
/// A value that is not known is withheld with its sentence.
enum NMEAFormatter: String, CaseIterable {
  /// Heading from true north.
  case trueHeading = "HDT"
  /// Heading from magnetic north.
  case magneticHeading = "HDM"
  /// Rate of turn.
  case rateOfTurn = "ROT"
  /// Pitch, roll and pressure.
  case transducers = "XDR"
  /// What the compass shows, its deviation and the variation: the first two add up to the magnetic heading.
  ///
  /// The deviation is that of the card which is part of the calibration; without one its fields are empty.
  case headingWithVariation = "HDG"
  /// Heading from true north with its mode: A, E while the gyroscope holds it, S of simulated sensors.
  case headingWithStatus = "THS"

  /// The sentences in whose place these tell an update of simulated sensors.
  ///
  /// Only two have a field that says so: the mode of THS, which takes the place of HDT, and the status of ROT,
  /// which IEC 61162-1 wants at V (not valid) for a mode of S. From the others a reader could not know.
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

  /// The sentence of an update; `nil` if there is nothing valid to say.
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
      // Rounded first, so that whoever adds the two gets the heading of HDM.
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

  /// An angle that is positive to the east, as its size and side; two empty fields for none.
  private static func eastOrWest(_ degrees: Double?) -> [String] {
    guard let degrees else { return ["", ""] }
    return [NMEASentence.decimal(abs(degrees), 1), degrees < 0 ? "W" : "E"]
  }

  /// Degrees a minute about the vertical, positive to the right.
  private func rateOfTurn(_ solution: HeadingSolution) -> Double? {
    guard let rate = solution.rotationRate.value, let attitude = solution.attitude.value else {
      return nil
    }
    // Counter-clockwise about up is positive in the mathematics, to the right on a bridge.
    return -(attitude * rate).z * Angle(radians: 1).degrees * 60
  }

  /// Groups of type, value, unit and name, as Airmar's LB150 manual has them.
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
