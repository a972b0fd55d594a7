/// ST LPS22HH, a barometer.
///
/// Source: data sheet DS12503. Its mode of low noise exists up to 75 Hz; at 100 and 200 Hz the chip
/// ignores it.
package enum LPS22HH: LPS22Part {
  package static let name = "LPS22HH"
  package static let device = "lps22hh"
  package static let identity: UInt8 = 0xB3
  package static let rates = [1.0, 10, 25, 50, 75, 100, 200]
  package static let control2: UInt8 = 0x12
}
