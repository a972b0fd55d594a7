/// What distinguishes the chips that ``LPS22`` drives.
package protocol LPS22Part {
  /// Name, such as `LPS22HB`.
  static var name: String { get }

  /// The kernel's device name.
  static var device: String { get }

  /// Value of the register WHO_AM_I.
  static var identity: UInt8 { get }

  /// Output data rates in the order of the field ODR, whose first code is 1, Hz.
  static var rates: [Double] { get }

  /// The highest rate with the mode of low noise, Hz; 0 if the chip has none.
  static var lowNoiseLimit: Double { get }
}
