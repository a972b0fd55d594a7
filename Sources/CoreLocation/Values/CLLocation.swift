import HeadingGeodesy
import HeadingGeometry

/// A place with what is known of it: altitude, course, speed, their accuracies, and when it was found.
///
/// Two locations are equal when all their values are. Programs may derive from it for their tests;
/// nothing in it ever changes, which makes it safe to share.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let values: LocationValues

  // As on Apple's systems, every initializer may be overridden and called by a subclass.

  /// Makes the location of latitude and longitude 0, now.
  public override init() {
    values = LocationValues()
    super.init()
  }

  init(_ values: LocationValues) {
    self.values = values
    super.init()
  }

  /// Makes a location of a place alone, now; accuracies, course and speed are those of a value not known.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    values = LocationValues(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    super.init()
  }

  /// Makes a location without course and speed.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    values = LocationValues(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, timestamp: timestamp)
    super.init()
  }

  /// Makes a location with course and speed whose accuracies are not known.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    values = LocationValues(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, speed: speed, timestamp: timestamp)
    super.init()
  }

  /// Makes a location with course and speed.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    values = LocationValues(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: courseAccuracy, speed: speed,
      speedAccuracy: speedAccuracy, timestamp: timestamp)
    super.init()
  }

  /// Makes a location that says where it comes from.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    sourceInfo: CLLocationSourceInformation
  ) {
    values = LocationValues(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: courseAccuracy, speed: speed,
      speedAccuracy: speedAccuracy, timestamp: timestamp,
      source: (sourceInfo.isSimulatedBySoftware, sourceInfo.isProducedByAccessory))
    super.init()
  }

  /// The place; no place at all while ``horizontalAccuracy`` is negative.
  open var coordinate: CLLocationCoordinate2D { values.coordinate }

  /// Height above mean sea level, m; not known while ``verticalAccuracy`` is 0 or negative.
  open var altitude: CLLocationDistance { values.altitude }

  /// Height above the WGS 84 ellipsoid, m; 0 while ``verticalAccuracy`` is 0 or negative.
  open var ellipsoidalAltitude: CLLocationDistance {
    values.verticalAccuracy > 0 ? values.ellipsoidalAltitude : 0
  }

  /// The 68 % radius of the place, m; negative if there is no place.
  open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

  /// The 68 % error of both altitudes, m; 0 or negative if there is none.
  open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }

  /// Direction of motion, degrees from true north; negative if it is not known.
  open var course: CLLocationDirection { values.course }

  /// The 68 % error of the course, degrees; negative if the course is not known.
  open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }

  /// Speed over ground, m/s; negative if it is not known.
  open var speed: CLLocationSpeed { values.speed }

  /// The 68 % error of the speed, m/s; negative if the speed is not known.
  open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }

  /// When the place was found.
  open var timestamp: Date { values.timestamp }

  /// The floor of a building; `nil`: no source here knows it.
  open var floor: CLFloor? { values.floor.map { CLFloor(level: $0) } }

  /// Where the location comes from; `nil` for one that a program made without saying so.
  open var sourceInformation: CLLocationSourceInformation? {
    values.source.map {
      CLLocationSourceInformation(
        softwareSimulationState: $0.isSimulated, andExternalAccessoryState: $0.isFromAccessory)
    }
  }

  /// The length of the shortest path on the WGS 84 ellipsoid, m; heights play no part.
  ///
  /// Karney's geodesic: within 15 nm everywhere. Not a number if either is no place.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    guard let here = coordinate.coordinate, let there = location.coordinate.coordinate else {
      return .nan
    }
    return here.distance(to: there)
  }

  /// Whether the other is a location with the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return self === other || values.isSame(as: other.values)
  }

  /// Equal locations have the same.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(values.coordinate.latitude)
    hasher.combine(values.coordinate.longitude)
    hasher.combine(values.timestamp)
    return hasher.finalize()
  }

  /// Place, accuracy, speed, course and time in a line.
  open override var description: String {
    String(
      format: "<%+.8f,%+.8f> +/- %.2fm (speed %.2f mps / course %.2f) @ ", coordinate.latitude,
      coordinate.longitude, horizontalAccuracy, speed, course) + timestamp.description
  }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) { values.encode(with: coder) }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    guard let values = LocationValues(coder: coder) else { return nil }
    self.values = values
    super.init()
  }
}
