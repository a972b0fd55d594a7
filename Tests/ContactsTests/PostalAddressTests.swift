import Contacts
import Testing

/// Postal addresses, compared with Apple's documentation.
struct PostalAddressTests {
  private let address: CNMutablePostalAddress = {
    let address = CNMutablePostalAddress()
    address.street = "110 Sejong-daero"
    address.subLocality = "Jung-gu"
    address.city = "Seoul"
    address.state = "Seoul"
    address.postalCode = "04524"
    address.country = "South Korea"
    address.isoCountryCode = "kr"
    return address
  }()

  @Test func `a new address has only empty parts`() {
    let address = CNPostalAddress()
    for part in [
      address.street, address.subLocality, address.city, address.subAdministrativeArea,
      address.state, address.postalCode, address.country, address.isoCountryCode,
    ] {
      #expect(part.isEmpty)
    }
  }

  @Test func `copies are independent of the mutable original`() throws {
    let copy = try #require(address.copy() as? CNPostalAddress)
    let next = try #require(copy.mutableCopy() as? CNMutablePostalAddress)
    #expect(copy == address && copy.hash == address.hash)
    next.city = "Busan"
    address.street = "elsewhere"
    #expect(copy.street == "110 Sejong-daero" && copy.city == "Seoul")
    #expect(next.city == "Busan" && next != copy)
  }

  @Test func `every part survives archiving`() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: address, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CNMutablePostalAddress.self, from: data))
    #expect(read == address)
    #expect(read.isoCountryCode == "kr")
  }

  @Test(arguments: [
    ("Seoul", "Seoul", "04524", "Seoul, Seoul 04524"), ("Seoul", "", "04524", "Seoul, 04524"),
    ("Seoul", "Seoul", "", "Seoul, Seoul"), ("", "Seoul", "04524", "Seoul 04524"),
    ("", "", "04524", "04524"),
  ])
  func `a line has separators only between known parts`(
    city: String, state: String, code: String, line: String
  ) {
    let address = CNMutablePostalAddress()
    (address.street, address.city) = ("1 Main Street", city)
    (address.state, address.postalCode) = (state, code)
    let style: CNPostalAddressFormatterStyle = .mailingAddress
    #expect(
      CNPostalAddressFormatter.string(from: address, style: style) == "1 Main Street\n" + line)
  }

  @Test func `parts of a formatted address carry their keys and names`() throws {
    let color = NSAttributedString.Key(rawValue: "color")
    let text = CNPostalAddressFormatter().attributedString(
      from: address, withDefaultAttributes: [color: "red", "size": 9])
    #expect(text.string == CNPostalAddressFormatter().string(from: address))
    let place = (text.string as NSString).range(of: "04524")
    let attributes = text.attributes(at: place.location, effectiveRange: nil)
    let key = NSAttributedString.Key(rawValue: CNPostalAddressPropertyAttribute)
    let name = NSAttributedString.Key(rawValue: CNPostalAddressLocalizedPropertyNameAttribute)
    #expect(attributes[key] as? String == CNPostalAddressPostalCodeKey)
    #expect(attributes[name] as? String == "Postal Code")
    #expect(attributes[color] as? String == "red")
    #expect(attributes[NSAttributedString.Key(rawValue: "size")] as? Int == 9)
    let separator = text.attributes(at: place.location - 1, effectiveRange: nil)
    #expect(separator[key] == nil && separator[color] as? String == "red")
    #expect(CNPostalAddress.localizedString(forKey: "other") == "other")
  }

  @Test func `the formatter writes lines and omits unknown parts`() {
    #expect(
      CNPostalAddressFormatter.string(from: address, style: .mailingAddress)
        == "110 Sejong-daero\nJung-gu\nSeoul, Seoul 04524\nSouth Korea")
    let formatter = CNPostalAddressFormatter()
    #expect(formatter.style == .mailingAddress)
    #expect(formatter.string(for: address) == formatter.string(from: address))
    #expect(formatter.string(for: "no address") == nil)
    let sparse = CNMutablePostalAddress()
    #expect(formatter.string(from: sparse).isEmpty)
    sparse.city = "Seoul"
    #expect(formatter.string(from: sparse) == "Seoul")
  }

  @Test func `keys have Apple's names`() {
    #expect(
      [
        CNPostalAddressStreetKey, CNPostalAddressSubLocalityKey, CNPostalAddressCityKey,
        CNPostalAddressSubAdministrativeAreaKey, CNPostalAddressStateKey,
        CNPostalAddressPostalCodeKey, CNPostalAddressCountryKey, CNPostalAddressISOCountryCodeKey,
      ] == [
        "street", "subLocality", "city", "subAdministrativeArea", "state", "postalCode", "country",
        "ISOCountryCode",
      ])
  }
}
