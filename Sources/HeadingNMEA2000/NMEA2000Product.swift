/// What a node says about itself: product information, PGN 126996.
package struct NMEA2000Product: Sendable, Hashable {
  /// Name of the product.
  package var model: String

  /// Version of its program.
  package var softwareVersion: String

  /// What tells it from others of its kind.
  package var serialNumber: String

  /// Creates the information of a product.
  package init(model: String, softwareVersion: String, serialNumber: String) {
    (self.model, self.softwareVersion, self.serialNumber) = (model, softwareVersion, serialNumber)
  }

  /// 134 bytes.
  package var bytes: [UInt8] {
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
