/// Bosch BMP388: pressure and temperature.
package typealias BMP388 = BMP3<BMP388Variant>

/// BMP388, which Linux's driver calls BMP380.
package enum BMP388Variant: BMP3Variant {
  package static let model = ChipModel(
    "BMP388", addresses: [0x76, 0x77], identities: [.init(0x00, 0x50)])
  package static let name = "bmp380"
}
