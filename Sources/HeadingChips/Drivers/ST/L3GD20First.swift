/// ST L3GD20, a gyroscope.
///
/// Source: data sheet DocID022116. For the self-test it gives a typical change (530 °/s) and no
/// limits.
package enum L3GD20First: L3GD20Part {
  package static let name = "L3GD20"
  package static let device = "l3gd20"
  package static let identity: UInt8 = 0xD4
  package static let rates: [(hertz: Double, code: UInt16)] = [
    (95, 0x00), (190, 0x40), (380, 0x80),
  ]
  package static let defaultRate = 95.0
  package static let selfTestLimits: (least: Double, most: Double)? = nil
  package static let hasReset = false
}
