import HeadingEngine
import HeadingGeometry
import HeadingNMEA2000
import HeadingNavigation
import HeadingSensing

/// The parameter groups that are made of a solution; fields as canboat describes them.
enum NMEA2000Group: UInt32, CaseIterable, Sendable {
  case heading = 127_250
  case rateOfTurn = 127_251
  case heave = 127_252
  case attitude = 127_257
  case variation = 127_258
  case position = 129_025
  case courseAndSpeed = 129_026

  var priority: UInt8 {
    switch self {
    case .heading, .rateOfTurn, .position, .courseAndSpeed: 2
    case .heave, .attitude: 3
    case .variation: 7
    }
  }

  /// Largest rate, Hz.
  var rate: Double {
    switch self {
    case .heading, .rateOfTurn, .heave, .attitude, .position: 10
    case .courseAndSpeed: 4
    case .variation: 1
    }
  }

  /// Whether a solution has the value that the group is about.
  func isKnown(in solution: HeadingSolution, north: OutputNorth) -> Bool {
    switch self {
    case .heading: Self.heading(solution, north) != nil
    case .rateOfTurn: solution.rateOfTurn != nil
    case .heave: solution.heave?.value != nil
    case .attitude: solution.pitch.value != nil
    case .variation: solution.declination.value != nil
    case .position: solution.coordinate.value != nil
    case .courseAndSpeed: solution.speed.value != nil
    }
  }

  /// The fields of a solution, of which each may be not available.
  ///
  /// - Parameters:
  ///   - solution: The values.
  ///   - north: North of the heading.
  ///   - sequence: Number of the update, which the messages of one time share.
  /// - Returns: Eight bytes.
  func data(
    _ solution: HeadingSolution, north: OutputNorth, sequence: UInt8
  ) -> [UInt8] {
    var fields = NMEA2000Fields()
    if self != .position { fields.integer(UInt64(sequence), bits: 8) }
    switch self {
    case .heading:
      // The heading of the compass: with the deviation it is the magnetic one.
      let deviation = north == .magnetic ? solution.deviation?.radians : nil
      let heading = Self.heading(solution, north)
      fields.unsigned(heading.map { Self.turn($0 - (deviation ?? 0)) }, Self.angle, bits: 16)
      fields.signed(heading.flatMap { _ in deviation }, Self.angle, bits: 16)
      fields.signed(solution.declination.value?.radians, Self.angle, bits: 16)
      // Two bits: 0 true, 1 magnetic.
      fields.integer(north == .magnetic ? 0xFD : 0xFC, bits: 8)
    case .rateOfTurn:
      fields.signed(solution.rateOfTurn, 1e-6 / 32, bits: 32)
      fields.reserved(bits: 24)
    case .heave:
      fields.signed(solution.heave?.value?.displacement, 0.01, bits: 16)
      fields.reserved(bits: 40)
    case .attitude:
      let yaw = Self.heading(solution, .geographic).map { Angle(radians: $0).normalized.radians }
      fields.signed(yaw, Self.angle, bits: 16)
      fields.signed(solution.pitch.value?.radians, Self.angle, bits: 16)
      fields.signed(solution.roll.value?.radians, Self.angle, bits: 16)
      fields.reserved(bits: 8)
    case .variation:
      // 3: calculated.
      fields.integer(0xF3, bits: 8)
      let days = solution.universalTime.value.map {
        ($0.secondsSince1970 / 86_400).rounded(.down)
      }
      fields.unsigned(days, 1, bits: 16)
      fields.signed(solution.declination.value?.radians, Self.angle, bits: 16)
      fields.reserved(bits: 16)
    case .position:
      fields.signed(solution.coordinate.value?.latitude, 1e-7, bits: 32)
      fields.signed(solution.coordinate.value?.longitude, 1e-7, bits: 32)
    case .courseAndSpeed:
      // 0: from true north.
      fields.integer(0xFC, bits: 8)
      let course = solution.course.value.map { Self.turn(Angle(degrees: $0.degrees).radians) }
      fields.unsigned(course, Self.angle, bits: 16)
      fields.unsigned(solution.speed.value, 0.01, bits: 16)
      fields.reserved(bits: 16)
    }
    return fields.bytes
  }

  /// Resolution of angles, rad.
  private static let angle = 1e-4

  private static func heading(_ solution: HeadingSolution, _ north: OutputNorth) -> Double? {
    solution.azimuth(from: north).map { Angle(degrees: $0).radians }
  }

  /// The direction within a turn, rad, so that it rounds to less than one.
  private static func turn(_ radians: Double) -> Double {
    let full = 2 * Double.pi
    let rest = radians.truncatingRemainder(dividingBy: full)
    let direction = rest < 0 ? rest + full : rest
    return direction >= 6.28315 ? 0 : direction
  }
}
