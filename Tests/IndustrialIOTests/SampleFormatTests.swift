import Testing

@testable import IndustrialIO

/// Decoding of a sample's bytes.
struct BytePattern: Sendable, CustomTestStringConvertible {
  let format: SampleFormat
  let bytes: [UInt8]
  let value: Int64

  var testDescription: String { "\(format.text) \(bytes)" }
}

struct SampleFormatTests {
  static let patterns: [BytePattern] = [
    // le:s16/16>>0
    .init(format: .init(storageBits: 16, realBits: 16), bytes: [0x34, 0x12], value: 0x1234),
    .init(format: .init(storageBits: 16, realBits: 16), bytes: [0x00, 0x80], value: -32768),
    // be:s16/16>>0 (hmc5843)
    .init(
      format: .init(storageBits: 16, realBits: 16, isBigEndian: true), bytes: [0xff, 0xfe],
      value: -2),
    // le:s12/16>>4 (lsm303agr): the low four bits are garbage
    .init(
      format: .init(storageBits: 16, realBits: 12, shift: 4), bytes: [0x0f, 0x80], value: -2048),
    .init(
      format: .init(storageBits: 16, realBits: 12, shift: 4), bytes: [0xff, 0x7f], value: 2047),
    // le:s12/16>>0: the upper four bits are garbage
    .init(format: .init(storageBits: 16, realBits: 12), bytes: [0xff, 0xaf], value: -1),
    .init(format: .init(storageBits: 16, realBits: 12), bytes: [0x01, 0x50], value: 1),
    // be:u12/16>>4
    .init(
      format: .init(
        storageBits: 16, realBits: 12, shift: 4, isSigned: false, isBigEndian: true),
      bytes: [0xab, 0xcf], value: 0xabc),
    // le:s16/32>>0 (HID): the upper half is garbage
    .init(
      format: .init(storageBits: 32, realBits: 16), bytes: [0x00, 0x80, 0x55, 0xaa], value: -32768),
    // be:s24/32>>8 (rm3100)
    .init(
      format: .init(storageBits: 32, realBits: 24, shift: 8, isBigEndian: true),
      bytes: [0xff, 0xff, 0xfe, 0x77], value: -2),
    // be:s24/24>>0
    .init(
      format: .init(storageBits: 24, realBits: 24, isBigEndian: true), bytes: [0x80, 0x00, 0x00],
      value: -8_388_608),
    // le:s24/32>>0 (lps25h), garbage on top
    .init(
      format: .init(storageBits: 32, realBits: 24), bytes: [0x40, 0x3f, 0x3f, 0xee],
      value: 0x3f3f40),
    // le:u32/32, le:s32/32
    .init(
      format: .init(storageBits: 32, realBits: 32, isSigned: false),
      bytes: [0xff, 0xff, 0xff, 0xff], value: 4_294_967_295),
    .init(
      format: .init(storageBits: 32, realBits: 32), bytes: [0xff, 0xff, 0xff, 0xff], value: -1),
    // le:s64/64 (timestamps) and an unsigned word beyond Int64
    .init(
      format: .init(storageBits: 64, realBits: 64),
      bytes: [0x15, 0x81, 0xe9, 0x7d, 0xf4, 0x10, 0x22, 0x11], value: 0x1122_10f4_7de9_8115),
    .init(
      format: .init(storageBits: 64, realBits: 64, isSigned: false),
      bytes: [UInt8](repeating: 0xff, count: 8), value: .max),
    // le:u8/8
    .init(format: .init(storageBits: 8, realBits: 8, isSigned: false), bytes: [0xfe], value: 254),
  ]

  @Test(arguments: patterns)
  func `a sample is shifted, masked and sign-extended, independent of its padding`(
    _ pattern: BytePattern
  ) {
    #expect(pattern.format.value(in: pattern.bytes, at: 0) == pattern.value)
    #expect(pattern.format.value(in: [0xa5] + pattern.bytes + [0x5a], at: 1) == pattern.value)
  }

  @Test(arguments: patterns)
  func `a sample beyond the end of the block has no value`(_ pattern: BytePattern) {
    #expect(pattern.format.value(in: pattern.bytes, at: 1) == nil)
    #expect(pattern.format.value(in: pattern.bytes, at: -1) == nil)
    #expect(pattern.format.value(in: [], at: 0) == nil)
  }

  @Test(arguments: [
    SampleFormat(storageBits: 32, realBits: 32, repeats: 4),
    SampleFormat(storageBits: 12, realBits: 12), SampleFormat(storageBits: 128, realBits: 16),
    SampleFormat(storageBits: 16, realBits: 12, shift: 8),
    SampleFormat(storageBits: 16, realBits: 12, shift: .max),
    SampleFormat(storageBits: 16, realBits: 24), SampleFormat(storageBits: 0, realBits: 0),
  ])
  func `an unsupported format is refused with the reason`(_ format: SampleFormat) throws {
    let unsupportedReason = try #require(format.unsupportedReason)
    #expect(unsupportedReason.hasPrefix("its "))
    #expect(format.value(in: [UInt8](repeating: 1, count: 64), at: 0) == nil)
  }

  @Test func `the text is the kernel's own notation`() {
    #expect(SampleFormat(storageBits: 16, realBits: 12, shift: 4).text == "le:s12/16>>4")
    #expect(
      SampleFormat(storageBits: 32, realBits: 32, isSigned: false, isBigEndian: true, repeats: 4)
        .text == "be:u32/32X4>>0")
  }
}
