/// ST LPS22HH, a barometer.
///
/// Source: data sheet DS12503; ST's driver (`lps22hh_reg.h`) has the mode of low noise up to 75 Hz.
package enum LPS22HH: LPS22Part {
  package static let name = "LPS22HH"
  package static let device = "lps22hh"
  package static let identity: UInt8 = 0xB3
  package static let rates = [1.0, 10, 25, 50, 75, 100, 200]
  package static let lowNoiseLimit = 75.0
}
