/// Bosch BME280: pressure, temperature and humidity.
package typealias BME280 = BMx280<BME280Kind>

/// BME280.
package enum BME280Kind: BMP280Variant {
  package static let model = ChipModel(
    "BME280", addresses: [0x76, 0x77], identities: [.init(0xD0, 0x60)])
  package static let name = "bme280"
  package static let hasHumidity = true
}
