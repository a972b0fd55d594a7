/// Bosch BMP280: pressure and temperature.
package typealias BMP280 = BMx280<BMP280Kind>

/// BMP280.
package enum BMP280Kind: BMP280Variant {
  package static let model = ChipModel(
    "BMP280", addresses: [0x76, 0x77], identities: [.init(0xD0, 0x58)])
  package static let name = "bmp280"
  package static let hasHumidity = false
}
