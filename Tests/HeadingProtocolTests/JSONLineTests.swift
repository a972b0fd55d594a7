import RealModule
import Testing

@testable import HeadingProtocol

/// Numbers in the protocol: exact and as short as possible.
struct JSONLineTests {
  private func text(_ value: Double) -> String {
    var line = JSONLine(capacity: 40)
    line.add("v", value)
    return String(String(decoding: line.end(), as: UTF8.self).dropFirst(5).dropLast(2))
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-1.5, "-1.5"), (0.00000001, "0.00000001"),
      (359.9999, "359.9999"), (-0.3333, "-0.3333"), (101_325.01, "101325.01"),
      (123_456_789_012.0, "123456789012"), (9_999_999.99999999, "9999999.99999999"),
      (812.250001, "812.250001"), (100.0, "100"), (0.1 + 0.2, "0.30000000000000004"),
      (1_795_219_200.125, "1795219200.125"), (123_456_789_012_345.0, "123456789012345"),
      (1e300, "1e+300"), (.nan, "null"), (.infinity, "null"),
    ])
  func `a number has its usual decimal text`(value: Double, expected: String) {
    #expect(text(value) == expected)
  }

  @Test func `every number reads back the same and is no longer than Swift's description`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let size = Double.exp10(.random(in: -9...15, using: &generator))
      let decimals = Int.random(in: 0...9, using: &generator)
      let power = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9][decimals]
      for value in [size, -size, (size * power).rounded() / power, 1 / size, .random(in: 0...360)] {
        let written = text(value)
        #expect(Double(written) == value, "\(value) became \(written)")
        // Swift writes whole numbers with `.0` and small ones with an exponent.
        if abs(value) >= 1e-4, abs(value) < 1e16 { #expect(written.count <= "\(value)".count) }
      }
    }
  }
}
