import HeadingGeodesy

/// A circular region on the WGS 84 ellipsoid.
open class CLCircularRegion: CLRegion {
  private let middle: CLLocationCoordinate2D
  private let size: CLLocationDistance

  /// Creates a circle with an empty identifier and radius 0 at latitude and longitude 0.
  public override init() {
    middle = CLLocationCoordinate2D()
    size = 0
    super.init()
  }

  /// Creates a circle; a negative radius, m, becomes 0.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    middle = center
    size = max(0, radius)
    super.init(identifier: identifier)
  }

  /// The centre.
  open var center: CLLocationCoordinate2D { middle }

  /// The radius, m.
  open var radius: CLLocationDistance { size }

  /// Returns whether a coordinate is inside the circle or on its edge; false if it is invalid.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    guard let middle = center.coordinate, let place = coordinate.coordinate else { return false }
    return middle.distance(to: place) <= radius
  }

  /// Identifier, centre and radius, in the format of Apple's framework.
  open override var description: String {
    "CLCircularRegion (identifier:'\(identifier)', center:\(center.text), "
      + String(format: "radius:%.2fm)", radius)
  }

  /// Returns a region with equal values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    copied(CLCircularRegion(center: center, radius: radius, identifier: identifier))
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }

  /// Decodes a circle; `nil` if the archive has none.
  public required init?(coder: NSCoder) {
    middle = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    size = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }
}
