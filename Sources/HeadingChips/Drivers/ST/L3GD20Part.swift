/// What distinguishes the chips that ``L3GD20`` drives.
package protocol L3GD20Part {
  /// Name, such as `L3GD20`.
  static var name: String { get }

  /// The kernel's device name.
  static var device: String { get }

  /// Value of the register WHO_AM_I.
  static var identity: UInt8 { get }

  /// Output data rates, Hz, of which a bus with 100 kHz carries the samples, and the fields DR and BW
  /// for each; the bit 8 is LOW_ODR.
  static var rates: [(hertz: Double, code: UInt16)] { get }

  /// The rate after the start, Hz.
  static var defaultRate: Double { get }

  /// Least and largest change by the self-test at 2000 °/s, °/s; `nil` if the data sheet gives
  /// none.
  static var selfTestLimits: (least: Double, most: Double)? { get }

  /// Whether the register LOW_ODR exists, with a reset.
  static var hasReset: Bool { get }
}
