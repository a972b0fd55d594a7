import Testing

@testable import HeadingRecording

/// The fast number parser against the standard library's.
struct DecimalTests {
  private func expectSame(_ text: String) {
    let fast = Double(decimal: Array(text.utf8).span)
    let slow = Double(text)
    if fast?.bitPattern != slow?.bitPattern {
      #expect(fast?.isNaN == true && slow?.isNaN == true, "\(text)")
    }
  }

  @Test(
    arguments: [
      "", "-", "+", ".", "-.", "+.", "0", "-0", "-0.0", "+0", "1.", ".5", "-.5", "1e5", "1E-7",
      "1e", "e5", "--1", "+-1", "1.2.3", "1 ", " 1", "1,5", "nan", "-nan", "inf", "-inf",
      "infinity", "0x1p3", "123456789012345", "1234567890123456", "12345678901234567890",
      "0.123456789012345", "0.1234567890123456", "000000000000000000001", "9007199254740993",
      "1e400", "1e-400", "4.9e-324", "2.2250738585072011e-308", "0.0000000000000000000000001",
      "999999999999999", "99999999999999.9", "١٢٣", "1_000",
    ])
  func `edge cases are read like the standard library`(text: String) {
    expectSame(text)
  }

  @Test func `a hundred thousand random texts are read bit for bit like the standard library`() {
    var state: UInt64 = 20_261_121
    func next(_ bound: UInt64) -> UInt64 {
      // SplitMix64 (Steele, Lea and Flood, 2014).
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return (mixed ^ (mixed >> 31)) % bound
    }
    for round in 0..<100_000 {
      var bytes: [UInt8] = []
      if next(3) == 0 { bytes.append(UInt8(ascii: "-")) }
      for _ in 0..<(next(8) + 1) { bytes.append(48 + UInt8(next(10))) }
      if next(8) > 0 {
        bytes.append(UInt8(ascii: "."))
        for _ in 0..<next(round % 10 == 0 ? 20 : 8) { bytes.append(48 + UInt8(next(10))) }
      }
      if next(12) == 0 {
        bytes.append(UInt8(ascii: "e"))
        if next(2) == 0 { bytes.append(UInt8(ascii: "-")) }
        for _ in 0..<next(4) { bytes.append(48 + UInt8(next(10))) }
      }
      let fast = Double(decimal: bytes.span)
      let slow = Double(String(decoding: bytes, as: UTF8.self))
      if fast?.bitPattern != slow?.bitPattern {
        Issue.record("\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
