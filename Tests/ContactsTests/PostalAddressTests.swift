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
