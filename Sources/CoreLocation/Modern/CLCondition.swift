/// A condition that a ``CLMonitor`` monitors.
public protocol CLCondition: Codable, Sendable {}

extension CLMonitor {
  /// The condition that the device is inside a circle.
  public struct CircularGeographicCondition: CLCondition {
    /// The centre.
    public let center: CLLocationCoordinate2D

    /// The radius, m.
    public let radius: CLLocationDistance

    /// Creates a condition; the radius is in metres.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    private enum CodingKeys: String, CodingKey {
      case latitude, longitude, radius
    }

    /// Decodes a condition.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      center = CLLocationCoordinate2D(
        latitude: try values.decode(Double.self, forKey: .latitude),
        longitude: try values.decode(Double.self, forKey: .longitude))
      radius = try values.decode(Double.self, forKey: .radius)
    }

    /// Encodes centre and radius.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(center.latitude, forKey: .latitude)
      try values.encode(center.longitude, forKey: .longitude)
      try values.encode(radius, forKey: .radius)
    }
  }

  /// The condition that a beacon is in range; without Bluetooth it is not monitored.
  public struct BeaconIdentityCondition: CLCondition {
    /// The beacons' UUID.
    public let uuid: UUID

    /// The major number; `nil` matches any.
    public let major: CLBeaconMajorValue?

    /// The minor number; `nil` matches any.
    public let minor: CLBeaconMinorValue?

    /// Creates a condition for all beacons with a UUID.
    public init(uuid: UUID) {
      self.uuid = uuid
      major = nil
      minor = nil
    }

    /// Creates a condition for all beacons with a UUID and major number.
    public init(uuid: UUID, major: CLBeaconMajorValue) {
      self.uuid = uuid
      self.major = major
      minor = nil
    }

    /// Creates a condition for the beacon with a UUID, major and minor number.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
      self.uuid = uuid
      self.major = major
      self.minor = minor
    }
  }
}
