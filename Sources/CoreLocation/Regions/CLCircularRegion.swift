import HeadingGeodesy

/// A circle on the WGS 84 ellipsoid.
open class CLCircularRegion: CLRegion {
  private let middle: CLLocationCoordinate2D
  private let size: CLLocationDistance

  /// Makes a circle without name and size at latitude and longitude 0.
  public override init() {
    middle = CLLocationCoordinate2D()
    size = 0
    super.init()
  }

  /// Makes a circle; a radius below 0 is 0.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    middle = center
    size = max(0, radius)
    super.init(identifier: identifier)
  }

  /// The middle.
  open var center: CLLocationCoordinate2D { middle }

  /// The radius, m.
  open var radius: CLLocationDistance { size }

  /// Whether a place lies in the circle or on its edge; false for a coordinate that is no place.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    guard let middle = center.coordinate, let place = coordinate.coordinate else { return false }
    return middle.distance(to: place) <= radius
  }

  /// A region with the same values.
  open override func copy(with zone: NSZone? = nil) -> Any {
    copied(CLCircularRegion(center: center, radius: radius, identifier: identifier))
  }

  /// Writes every value.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(center.latitude, forKey: "latitude")
    coder.encode(center.longitude, forKey: "longitude")
    coder.encode(radius, forKey: "radius")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    middle = CLLocationCoordinate2D(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
    size = coder.decodeDouble(forKey: "radius")
    super.init(coder: coder)
  }
}
