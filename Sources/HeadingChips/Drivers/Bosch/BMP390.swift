/// Bosch BMP390: pressure and temperature.
package typealias BMP390 = BMP3<BMP390Variant>

/// BMP390.
package enum BMP390Variant: BMP3Variant {
  package static let model = ChipModel(
    "BMP390", addresses: [0x76, 0x77], identities: [.init(0x00, 0x60)])
  package static let name = "bmp390"
}
