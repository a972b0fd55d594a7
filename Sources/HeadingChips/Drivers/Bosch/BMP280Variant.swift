/// What differs between BMP280 and BME280.
package protocol BMP280Variant: SendableMetatype {
  /// How the chip is found.
  static var model: ChipModel { get }

  /// Name of its device.
  static var name: String { get }

  /// Whether it measures humidity.
  static var hasHumidity: Bool { get }
}
