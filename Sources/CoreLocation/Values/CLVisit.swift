/// A stay of at least 5 minutes within 150 m, or within twice the accuracy if larger; immutable.
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  struct Values: Sendable {
    var arrivalDate = Date.distantPast
    var departureDate = Date.distantFuture
    var coordinate = kCLLocationCoordinate2DInvalid
    var horizontalAccuracy: CLLocationAccuracy = -1
  }

  private let values: Values

  /// Creates a visit without position and times.
  public override init() {
    values = Values()
    super.init()
  }

  init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// Time of arrival; the distant past if unknown.
  open var arrivalDate: Date { values.arrivalDate }

  /// Time of departure; the distant future while the visit lasts.
  open var departureDate: Date { values.departureDate }

  /// Mean of the visit's positions.
  open var coordinate: CLLocationCoordinate2D { values.coordinate }

  /// Best 68 % radius of the visit's positions, m; negative if the coordinate is invalid.
  open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

  /// Position, accuracy, arrival and departure on one line.
  open override var description: String {
    coordinate.text + String(format: " +/- %.2fm (", horizontalAccuracy)
      + "\(arrivalDate) to \(departureDate))"
  }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) {
    coder.encode(arrivalDate.timeIntervalSinceReferenceDate, forKey: "arrivalDate")
    coder.encode(departureDate.timeIntervalSinceReferenceDate, forKey: "departureDate")
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
  }

  /// Decodes a visit; `nil` if the archive has none.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "arrivalDate") else { return nil }
    func date(_ key: String) -> Date {
      Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: key))
    }
    values = Values(
      arrivalDate: date("arrivalDate"), departureDate: date("departureDate"),
      coordinate: CLLocationCoordinate2D(
        latitude: coder.decodeDouble(forKey: "latitude"),
        longitude: coder.decodeDouble(forKey: "longitude")),
      horizontalAccuracy: coder.decodeDouble(forKey: "horizontalAccuracy"))
    super.init()
  }
}
