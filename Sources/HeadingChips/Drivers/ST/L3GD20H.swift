/// ST L3GD20H, a gyroscope.
///
/// Source: data sheet DocID023469; the limits of the self-test are those of ST's example
/// (`l3gd20h_self_test.c`).
package enum L3GD20H: L3GD20Part {
  package static let name = "L3GD20H"
  package static let device = "l3gd20h"
  package static let identity: UInt8 = 0xD7
  package static let rates: [(hertz: Double, code: UInt16)] = [
    (12.5, 0x100), (25, 0x140), (50, 0x180), (100, 0x00), (200, 0x40), (400, 0x80),
  ]
  package static let defaultRate = 100.0
  package static let selfTestLimits: (least: Double, most: Double)? = (200, 800)
  package static let hasReset = true
}
