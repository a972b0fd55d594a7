/// What differs between BMP388 and BMP390.
package protocol BMP3Variant: SendableMetatype {
  /// How the chip is found.
  static var model: ChipModel { get }

  /// Name of its device.
  static var name: String { get }
}
