/// A stay at a place.
open class CLVisit: NSObject, NSCopying, NSSecureCoding {
  struct Values: Sendable {
    var arrivalDate = Date.distantPast
    var departureDate = Date.distantFuture
    var coordinate = kCLLocationCoordinate2DInvalid
    var horizontalAccuracy: CLLocationAccuracy = -1
  }

  private let values: Values

  /// Makes a visit of which nothing is known.
  public override init() {
    values = Values()
    super.init()
  }

  init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// When it began; the distant past if that is not known.
  open var arrivalDate: Date { values.arrivalDate }

  /// When it ended; the distant future while it lasts.
  open var departureDate: Date { values.departureDate }

  /// The middle of the place.
  open var coordinate: CLLocationCoordinate2D { values.coordinate }

  /// The 68 % radius of the place, m; negative if there is no place.
  open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) {
    coder.encode(arrivalDate.timeIntervalSinceReferenceDate, forKey: "arrivalDate")
    coder.encode(departureDate.timeIntervalSinceReferenceDate, forKey: "departureDate")
    coder.encode(coordinate.latitude, forKey: "latitude")
    coder.encode(coordinate.longitude, forKey: "longitude")
    coder.encode(horizontalAccuracy, forKey: "horizontalAccuracy")
  }

  /// Reads what ``encode(with:)`` wrote.
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
