import HeadingGeodesy
import HeadingGeometry

/// A location: position, altitude, course, speed, their accuracies, and the time of validity.
///
/// Two locations are equal if all their values are. Programs may subclass it for their tests; it is
/// immutable, which makes it safe to share.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  private let values: LocationValues

  // As in Apple's framework, a subclass may override and call every initializer.

  /// Creates the location at latitude and longitude 0 with the current time.
  public override init() {
    values = LocationValues()
    super.init()
  }

  init(_ values: LocationValues) {
    self.values = values
    super.init()
  }

  /// Creates a location from latitude and longitude, °, with the current time.
  ///
  /// As in Apple's framework, altitude and horizontal accuracy are 0; the other accuracies, course
  /// and speed are −1.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    values = LocationValues(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    super.init()
  }

  /// Creates a location without course and speed.
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

  /// Creates a location with course and speed of unknown accuracy.
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

  /// Creates a location with course and speed.
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

  /// Creates a location with source information.
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

  /// Position on WGS 84; invalid while ``horizontalAccuracy`` is negative.
  open var coordinate: CLLocationCoordinate2D { values.coordinate }

  /// Altitude above mean sea level, m; invalid while ``verticalAccuracy`` is 0 or negative.
  open var altitude: CLLocationDistance { values.altitude }

  /// Height above the WGS 84 ellipsoid, m; 0 while ``verticalAccuracy`` is 0 or negative, and in a
  /// location that a program created.
  open var ellipsoidalAltitude: CLLocationDistance {
    values.verticalAccuracy > 0 ? values.ellipsoidalAltitude : 0
  }

  /// 68 % radius of the position error, m; negative if the position is invalid.
  open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

  /// 68 % error of both altitudes, m; 0 or negative if they are invalid.
  open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }

  /// Course over ground clockwise from true north, °, 0 <= value < 360; negative if unknown.
  open var course: CLLocationDirection { values.course }

  /// 68 % error of the course, °; negative if unknown.
  open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }

  /// Speed over ground, m/s; negative if unknown.
  open var speed: CLLocationSpeed { values.speed }

  /// 68 % error of the speed, m/s; negative if unknown.
  open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }

  /// Time of validity of the position.
  open var timestamp: Date { values.timestamp }

  /// Floor of the building; `nil`, since no source on Linux reports it.
  open var floor: CLFloor? { values.floor.map { CLFloor(level: $0) } }

  /// Source of the location; `nil` if a program created it without one.
  open var sourceInformation: CLLocationSourceInformation? {
    values.source.map {
      CLLocationSourceInformation(
        softwareSimulationState: $0.isSimulated, andExternalAccessoryState: $0.isFromAccessory)
    }
  }

  /// Returns the length of the geodesic to another location on the WGS 84 ellipsoid, m.
  ///
  /// Karney's algorithm (2013), exact to 15 nm; altitudes are ignored. NaN if either coordinate is
  /// invalid.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    guard let here = coordinate.coordinate, let there = location.coordinate.coordinate else {
      return .nan
    }
    return here.distance(to: there)
  }

  /// Returns the location with another horizontal accuracy, m.
  func with(horizontalAccuracy: CLLocationAccuracy) -> CLLocation {
    var values = values
    values.horizontalAccuracy = horizontalAccuracy
    return CLLocation(values)
  }

  /// Returns whether an object is a location with equal values.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLLocation else { return false }
    return self === other || values.isSame(as: other.values)
  }

  /// A hash of position and time; equal locations have equal hashes.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(values.coordinate.latitude)
    hasher.combine(values.coordinate.longitude)
    hasher.combine(values.timestamp)
    return hasher.finalize()
  }

  /// Position, accuracy, speed, course and time on one line, in the format of Apple's framework.
  open override var description: String {
    coordinate.text
      + String(
        format: " +/- %.2fm (speed %.2f mps / course %.2f) @ ", horizontalAccuracy, speed, course)
      + timestamp.description
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) { values.encode(with: coder) }

  /// Decodes a location; `nil` if the archive has none.
  public required init?(coder: NSCoder) {
    guard let values = LocationValues(coder: coder) else { return nil }
    self.values = values
    super.init()
  }
}
