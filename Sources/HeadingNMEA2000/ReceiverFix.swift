package import HeadingGeometry
package import HeadingSensing

/// A position of a receiver, group 129029.
package struct ReceiverFix: Sendable, Hashable {
  /// How the position was found; the raw values are those of the group.
  package enum Method: UInt8, Sendable, Hashable {
    /// Satellites alone.
    case satellites = 1
    /// With differential corrections.
    case differential = 2
    /// With precise ephemerides or signals.
    case precise = 3
    /// By the carrier's phase, its ambiguities resolved.
    case fixedPhase = 4
    /// By the carrier's phase.
    case floatPhase = 5
    /// A simulator.
    case simulated = 8

    /// Radius that holds the position with 68 % probability at a dilution of precision of 1, m.
    ///
    /// Of the range errors that receivers of the kind have; those of the carrier's phase without
    /// multipath in a harbour.
    var rangeError: Double {
      switch self {
      case .satellites, .simulated: 4
      case .differential, .precise: 1.5
      case .floatPhase: 0.5
      case .fixedPhase: 0.05
      }
    }
  }

  /// UTC of the position.
  package var universalTime: UniversalTime?

  /// Latitude and longitude; `nil` without a position.
  package var coordinate: Coordinate?

  /// Height above the WGS 84 ellipsoid, m.
  package var ellipsoidalAltitude: Double?

  /// How it was found; `nil` for no satellites: none, dead reckoning, entered by hand, reserved.
  package var method: Method?

  /// Whether the receiver's own check says that the position must not be used.
  package var isUnsafe: Bool

  /// Whether the receiver's own check doubts the accuracy.
  package var isDoubtful: Bool

  /// Horizontal dilution of precision.
  package var horizontalDilution: Double?

  /// Dilution of precision of the position in space.
  package var spatialDilution: Double?

  /// Height of the geoid above the ellipsoid, m.
  package var geoidSeparation: Double?

  /// Reads the fields.
  init(_ fields: inout NMEA2000FieldReader) throws(NMEA2000Refusal) {
    _ = fields.integer(bytes: 1)
    let days = fields.unsigned(1, bytes: 2)
    let seconds = fields.unsigned(1e-4, bytes: 4)
    let latitude = fields.signed(1e-16, bytes: 8)
    let longitude = fields.signed(1e-16, bytes: 8)
    let altitude = fields.signed(1e-6, bytes: 8)
    let kind = UInt8(truncatingIfNeeded: fields.integer(bytes: 1))
    let integrity = fields.integer(bytes: 1) & 3
    _ = fields.integer(bytes: 1)
    horizontalDilution = Self.dilution(fields.signed(0.01, bytes: 2))
    spatialDilution = Self.dilution(fields.signed(0.01, bytes: 2))
    geoidSeparation = fields.signed(0.01, bytes: 4).flatMap { abs($0) < 200 ? $0 : nil }
    // The low bits name the satellites' systems.
    method = Method(rawValue: kind >> 4)
    (isUnsafe, isDoubtful) = (integrity == 3, integrity == 2)
    ellipsoidalAltitude = altitude.flatMap { $0 > -1000 && $0 < 100_000 ? $0 : nil }
    coordinate = try NMEA2000Report.coordinate(latitude, longitude)
    if let days, let seconds {
      // A second more on a day with a leap second.
      guard days > 0, seconds < 86_401 else { throw .range("a time that no day has") }
      universalTime = UniversalTime(secondsSince1970: days * 86_400 + seconds)
    }
  }

  /// Whether there is a position by satellites that may be used.
  package var isUsable: Bool { coordinate != nil && method != nil && !isUnsafe }

  /// Radius that holds the true position with 68 % probability, m; `nil` if it is not known.
  var horizontalAccuracy: Double? {
    guard let method, let horizontalDilution, !isDoubtful else { return nil }
    return horizontalDilution * method.rangeError
  }

  /// 68 % error of the altitude, m; the vertical dilution is what space has beyond the horizontal.
  var verticalAccuracy: Double? {
    guard let method, let horizontalDilution, let spatialDilution, !isDoubtful,
      spatialDilution > horizontalDilution
    else { return nil }
    let square = spatialDilution * spatialDilution - horizontalDilution * horizontalDilution
    return square.squareRoot() * method.rangeError
  }

  /// A dilution that can be.
  private static func dilution(_ value: Double?) -> Double? {
    value.flatMap { $0 > 0 && $0 < 100 ? $0 : nil }
  }
}
