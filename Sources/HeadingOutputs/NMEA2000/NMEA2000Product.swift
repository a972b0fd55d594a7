/// What a node says about itself: product information, PGN 126996.
struct NMEA2000Product: Sendable, Hashable {
  var model: String
  var softwareVersion: String
  var serialNumber: String

  /// 134 bytes.
  var bytes: [UInt8] {
    var fields = NMEA2000Fields()
    // Version 2.100 of the standard; no product code, because it is not certified.
    fields.integer(2100, bits: 16)
    fields.reserved(bits: 16)
    for text in [model, softwareVersion, "", serialNumber] { fields.text(text, length: 32) }
    // Certification level 0; one load of 50 mA.
    fields.integer(0, bits: 8)
    fields.integer(1, bits: 8)
    return fields.bytes
  }
}
