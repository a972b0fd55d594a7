import Testing

@testable import HeadingOutputs

struct ExtremeSentenceTests {
  /// A number that has no digits is an empty field, which NMEA 0183 reads as a value that is not available.
  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300, 9.3e18])
  func `a value that cannot be written is an empty field`(value: Double) {
    #expect(NMEASentence.decimal(value, 1).isEmpty)
    #expect(NMEASentence.bearing(value).allSatisfy { $0.isNumber || $0 == "." })
  }
}
