package import HeadingGeometry
package import HeadingSensing

/// What a message of another device says, of the groups that are read; fields as canboat describes
/// them.
package enum NMEA2000Report: Sendable, Hashable {
  /// Another device's NAME (60928).
  case claim(NMEA2000Name)

  /// A heading of another compass (127250); `nil` while it has none.
  case heading(Compass?)

  /// A speed through the water (128259), m/s; `nil` while the log has none.
  case waterSpeed(Double?, WaterSpeedSample.Source)

  /// A position without further values (129025); `nil` while the receiver has none.
  case position(Coordinate?)

  /// A true course (rad) and a speed over ground, m/s (129026).
  case motion(course: Double?, speed: Double?)

  /// A position with all that the receiver knows (129029).
  case fix(ReceiverFix)

  /// The heading of a compass, rad.
  package struct Compass: Sendable, Hashable {
    /// From the north of ``isMagnetic``, the deviation added.
    package var heading: Double

    /// Whether it is from magnetic north, else from true north.
    package var isMagnetic: Bool
  }

  /// A group that is read.
  package enum Group: UInt32, CaseIterable, Sendable, Hashable {
    /// ISO address claim.
    case claim = 60_928
    /// Vessel heading.
    case heading = 127_250
    /// Speed, water referenced.
    case waterSpeed = 128_259
    /// Position, rapid update.
    case position = 129_025
    /// Course and speed over ground, rapid update.
    case motion = 129_026
    /// GNSS position data, a fast packet.
    case fix = 129_029

    /// Whether it comes in several frames.
    package var isFastPacket: Bool { self == .fix }

    /// Smallest number of bytes; of a single frame the only one.
    package var length: Int { self == .fix ? 43 : 8 }
  }

  /// Fastest speed through the water and over ground, m/s; beyond it a sender is faulty.
  private static let fastest = 200.0

  /// Largest direction in the resolution of the fields, rad.
  private static let turn = 2 * Double.pi + 1e-4

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - group: Its group.
  ///   - data: Its bytes, of a fast packet all.
  /// - Throws: Why it is not used.
  package init(_ group: Group, _ data: [UInt8]) throws(NMEA2000Refusal) {
    guard data.count == group.length || group.isFastPacket && data.count > group.length else {
      throw .length(data.count)
    }
    var fields = NMEA2000FieldReader(data)
    switch group {
    case .claim:
      guard let name = NMEA2000Name(data) else { throw .length(data.count) }
      self = .claim(name)
    case .heading: self = .heading(try Self.compass(&fields))
    case .waterSpeed:
      _ = fields.integer(bytes: 1)
      let speed = fields.unsigned(0.01, bytes: 2)
      _ = fields.integer(bytes: 2)
      let source = WaterSpeedSample.Source(
        rawValue: UInt8(truncatingIfNeeded: fields.integer(bytes: 1)))
      if let speed, speed > Self.fastest { throw .range("a speed of \(speed.rounded()) m/s") }
      self = .waterSpeed(speed, source ?? .unknown)
    case .position:
      let latitude = fields.signed(1e-7, bytes: 4)
      let longitude = fields.signed(1e-7, bytes: 4)
      self = .position(try Self.coordinate(latitude, longitude))
    case .motion:
      _ = fields.integer(bytes: 1)
      let reference = fields.integer(bytes: 1) & 3
      let course = fields.unsigned(1e-4, bytes: 2)
      let speed = fields.unsigned(0.01, bytes: 2)
      if let speed, speed > Self.fastest { throw .range("a speed of \(speed.rounded()) m/s") }
      if let course, course > Self.turn { throw .range("a course of \(Self.short(course)) rad") }
      // A course from magnetic north is one with a variation of unknown origin.
      self = .motion(course: reference == 0 ? course : nil, speed: speed)
    case .fix: self = .fix(try ReceiverFix(&fields))
    }
  }

  private static func compass(
    _ fields: inout NMEA2000FieldReader
  ) throws(NMEA2000Refusal) -> Compass? {
    _ = fields.integer(bytes: 1)
    let heading = fields.unsigned(1e-4, bytes: 2)
    let deviation = fields.signed(1e-4, bytes: 2)
    // The sender's variation is of an unknown model and date.
    _ = fields.integer(bytes: 2)
    let reference = fields.integer(bytes: 1) & 3
    guard let heading else { return nil }
    guard heading <= turn else { throw .range("a heading of \(short(heading)) rad") }
    switch reference {
    case 0: return Compass(heading: heading, isMagnetic: false)
    case 1:
      if let deviation, abs(deviation) > .pi {
        throw .range("a deviation of \(short(deviation)) rad")
      }
      return Compass(heading: heading + (deviation ?? 0), isMagnetic: true)
    default: throw .reserved("a heading without a reference")
    }
  }

  /// The value with the decimals that people need.
  private static func short(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// The position; `nil` if a coordinate is not available.
  static func coordinate(
    _ latitude: Double?, _ longitude: Double?
  ) throws(NMEA2000Refusal) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    guard abs(latitude) <= 90, abs(longitude) <= 180,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw .range("a position that is not on earth") }
    // What receivers send before their first fix.
    guard latitude != 0 || longitude != 0 else { throw .range("a position of 0°, 0°") }
    return coordinate
  }
}
