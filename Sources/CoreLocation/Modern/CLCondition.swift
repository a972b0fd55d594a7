/// Something a ``CLMonitor`` can watch.
public protocol CLCondition: Codable, Sendable {}

extension CLMonitor {
  /// The device is in a circle.
  public struct CircularGeographicCondition: CLCondition {
    /// The middle.
    public let center: CLLocationCoordinate2D

    /// The radius, m.
    public let radius: CLLocationDistance

    /// Makes a condition.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    private enum CodingKeys: String, CodingKey {
      case latitude, longitude, radius
    }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      center = CLLocationCoordinate2D(
        latitude: try values.decode(Double.self, forKey: .latitude),
        longitude: try values.decode(Double.self, forKey: .longitude))
      radius = try values.decode(Double.self, forKey: .radius)
    }

    /// Writes middle and radius.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(center.latitude, forKey: .latitude)
      try values.encode(center.longitude, forKey: .longitude)
      try values.encode(radius, forKey: .radius)
    }
  }

  /// A beacon is in reach; there is no scanner yet, so this cannot be watched.
  public struct BeaconIdentityCondition: CLCondition {
    /// The beacons' common identifier.
    public let uuid: UUID

    /// Their major number; `nil` for any.
    public let major: CLBeaconMajorValue?

    /// Their minor number; `nil` for any.
    public let minor: CLBeaconMinorValue?

    /// Every beacon with this identifier.
    public init(uuid: UUID) {
      self.uuid = uuid
      major = nil
      minor = nil
    }

    /// Every beacon with this identifier and major number.
    public init(uuid: UUID, major: CLBeaconMajorValue) {
      self.uuid = uuid
      self.major = major
      minor = nil
    }

    /// The beacon with this identifier and both numbers.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
      self.uuid = uuid
      self.major = major
      self.minor = minor
    }
  }
}
