import Testing

@testable import HeadingIIOServer

struct ScanFormatTests {
  @Test(arguments: [
    ("le:S16/16>>0", -2, [0xFE, 0xFF]), ("be:S16/16>>0", -2, [0xFF, 0xFE]),
    ("le:s24/32>>0", -2, [0xFE, 0xFF, 0xFF, 0]), ("le:s12/16>>4", -1, [0xF0, 0xFF]),
    ("be:u12/16>>4", 0xABC, [0xAB, 0xC0]), ("le:S32/32>>0", 1, [1, 0, 0, 0]),
    ("le:S64/64>>0", 258, [2, 1, 0, 0, 0, 0, 0, 0]),
    ("be:S64/64>>0", -1, [255, 255, 255, 255, 255, 255, 255, 255]),
  ])
  func `a count is written in the format`(text: String, count: Int, bytes: [Int]) throws {
    let format = try #require(ScanFormat(text: text))
    #expect(format.text == text)
    var sample = [UInt8](repeating: 0, count: format.bytes)
    format.write(Int64(count), at: 0, into: &sample)
    #expect(sample.map(Int.init) == bytes)
  }

  @Test(arguments: [
    "", "le", "le:", "xx:s16/16>>0", "le:q16/16>>0", "le:s17/16>>0", "le:s16/24>>0",
    "le:s16/16>>1", "le:s0/16>>0", "le:s16/16X2>>0", "le:s16", "le:s/16>>0",
  ])
  func `a text that is not a format is refused`(text: String) {
    #expect(ScanFormat(text: text) == nil)
  }

  @Test(arguments: [
    (0.000_024_414, 6, "0.000024"), (-0.5, 0, "-1"), (2.083_333_333, 6, "2.083333"),
    (10, 6, "10.000000"), (0.009_806_65, 6, "0.009807"), (.nan, 3, "nan"), (-0.000_1, 2, "0.00"),
  ])
  func `decimals are printed as printf does`(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.fixed(value, decimals: decimals) == text)
  }
}
