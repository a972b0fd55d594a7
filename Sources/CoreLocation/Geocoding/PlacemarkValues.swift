import Contacts

/// The stored values of a ``CLPlacemark``.
struct PlacemarkValues: Sendable {
  var location: CLLocation?
  /// The radius of the place, m.
  var radius: CLLocationDistance?
  var timeZone: TimeZone?
  var name: String?
  var thoroughfare: String?
  var subThoroughfare: String?
  var locality: String?
  var subLocality: String?
  var administrativeArea: String?
  var subAdministrativeArea: String?
  var postalCode: String?
  var isoCountryCode: String?
  var country: String?
  var inlandWater: String?
  var ocean: String?
  var areasOfInterest: [String]?

  private static let texts: [(String, any WritableKeyPath<PlacemarkValues, String?> & Sendable)] = [
    ("Name", \.name), ("Thoroughfare", \.thoroughfare), ("SubThoroughfare", \.subThoroughfare),
    ("City", \.locality), ("SubLocality", \.subLocality), ("State", \.administrativeArea),
    ("SubAdministrativeArea", \.subAdministrativeArea), ("ZIP", \.postalCode),
    ("CountryCode", \.isoCountryCode), ("Country", \.country), ("InlandWater", \.inlandWater),
    ("Ocean", \.ocean),
  ]

  /// Replaces the address by the non-empty parts of a postal address.
  mutating func take(_ address: CNPostalAddress) {
    func text(_ part: String) -> String? { part.isEmpty ? nil : part }
    thoroughfare = text(address.street)
    subLocality = text(address.subLocality)
    locality = text(address.city)
    subAdministrativeArea = text(address.subAdministrativeArea)
    administrativeArea = text(address.state)
    postalCode = text(address.postalCode)
    country = text(address.country)
    isoCountryCode = text(address.isoCountryCode)
  }

  var postalAddress: CNPostalAddress? {
    let address = CNMutablePostalAddress()
    // House number before street, as in Apple's framework.
    address.street = [subThoroughfare, thoroughfare].compactMap(\.self).joined(separator: " ")
    address.subLocality = subLocality ?? ""
    address.city = locality ?? ""
    address.subAdministrativeArea = subAdministrativeArea ?? ""
    address.state = administrativeArea ?? ""
    address.postalCode = postalCode ?? ""
    address.country = country ?? ""
    address.isoCountryCode = isoCountryCode ?? ""
    return address.isEqual(CNPostalAddress()) ? nil : address
  }

  /// Name, street, city, state with postal code, and country, separated by commas.
  var title: String {
    func joined(_ parts: [String?], by separator: String) -> String {
      parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
    }
    return joined(
      [
        name, joined([subThoroughfare, thoroughfare], by: " "), locality,
        joined([administrativeArea, postalCode], by: " "), country,
      ], by: ", ")
  }

  var addressDictionary: [AnyHashable: Any]? {
    var dictionary: [AnyHashable: Any] = [:]
    for (key, path) in Self.texts {
      if let text = self[keyPath: path] { dictionary[key] = text }
    }
    return dictionary.isEmpty ? nil : dictionary
  }

  func encode(with coder: NSCoder) {
    for (key, path) in Self.texts {
      if let text = self[keyPath: path] { coder.encode(text as NSString, forKey: key) }
    }
    if let location { coder.encode(location, forKey: "location") }
    if let radius { coder.encode(radius, forKey: "radius") }
    if let timeZone { coder.encode(timeZone.identifier as NSString, forKey: "timeZone") }
    if let areasOfInterest {
      coder.encode(areasOfInterest.joined(separator: "\n") as NSString, forKey: "areasOfInterest")
    }
  }

  init() {}

  init(coder: NSCoder) {
    // A key that is not there would make the whole archive invalid.
    func text(_ key: String) -> String? {
      guard coder.containsValue(forKey: key) else { return nil }
      return coder.decodeObject(of: NSString.self, forKey: key) as String?
    }
    for (key, path) in Self.texts { self[keyPath: path] = text(key) }
    if coder.containsValue(forKey: "location") {
      location = coder.decodeObject(of: CLLocation.self, forKey: "location")
    }
    if coder.containsValue(forKey: "radius") { radius = coder.decodeDouble(forKey: "radius") }
    timeZone = text("timeZone").flatMap { TimeZone(identifier: $0) }
    areasOfInterest = text("areasOfInterest")?.split(separator: "\n").map(String.init)
  }
}

extension PlacemarkValues {
  /// Returns the state as it is written in addresses: its code in the countries that write that.
  static func area(_ name: String?, _ code: String?, _ country: String?) -> String? {
    if let code, let country, ["US", "CA", "AU"].contains(country) { return code }
    return name
  }
}

extension CLLocation {
  /// Creates the middle of a place; a negative radius makes the location invalid.
  convenience init(centerLatitude latitude: Double, longitude: Double, radius: Double) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: radius, verticalAccuracy: -1, timestamp: Date())
  }
}
