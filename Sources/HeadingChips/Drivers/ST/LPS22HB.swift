/// ST LPS22HB, a barometer.
///
/// Source: data sheet DocID027083.
package enum LPS22HB: LPS22Part {
  package static let name = "LPS22HB"
  package static let device = "lps22hb"
  package static let identity: UInt8 = 0xB1
  package static let rates = [1.0, 10, 25, 50, 75]
  package static let lowNoiseLimit = 0.0
}
