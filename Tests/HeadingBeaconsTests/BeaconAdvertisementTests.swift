import Testing

@testable import HeadingBeacons

@Suite(.timeLimit(.minutes(1))) struct BeaconAdvertisementTests {
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  /// Bytes made by Python's struct and uuid.
  @Test(arguments: [
    (
      "0215fda50693a4e24fb1afcfc6eb0764782500010002c5", 0xfda5_0693_a4e2_4fb1 as UInt64,
      0xafcf_c6eb_0764_7825 as UInt64, 1, 2, -59
    ),
    (
      "0215e2c56db5dffb48d2b060d0f5a71096e0ffff0000b6", 0xe2c5_6db5_dffb_48d2,
      0xb060_d0f5_a710_96e0, 65535, 0, -74
    ),
    ("0215000000000000000000000000000000000000ffff7f", 0, 0, 0, 65535, 127),
    ("0215ffffffffffffffffffffffffffffffff0102030480", .max, .max, 258, 772, -128),
  ])
  func `advertisements of another encoder are read`(
    text: String, high: UInt64, low: UInt64, major: Int, minor: Int, power: Int
  ) throws {
    let read = try #require(BeaconAdvertisement(company: 0x004C, data: Self.bytes(text)))
    #expect(read.identity.high == high && read.identity.low == low)
    #expect(Int(read.identity.major) == major && Int(read.identity.minor) == minor)
    #expect(Int(read.measuredPower) == power)
  }

  @Test func `anything else is not a beacon`() {
    let good = Self.bytes("0215fda50693a4e24fb1afcfc6eb0764782500010002c5")
    #expect(BeaconAdvertisement(company: 0x004D, data: good) == nil)
    for length in 0..<good.count {
      #expect(BeaconAdvertisement(company: 0x004C, data: Array(good.prefix(length))) == nil)
    }
    #expect(BeaconAdvertisement(company: 0x004C, data: good + [0]) == nil)
    for first in [0x02_14, 0x10_15, 0x02_00, 0x15_02] as [UInt16] {
      let other = [UInt8(first >> 8), UInt8(first & 0xFF)] + good.dropFirst(2)
      #expect(BeaconAdvertisement(company: 0x004C, data: other) == nil)
    }
  }

  @Test func `an omitted number of a pattern matches any`() {
    let one = BeaconIdentity(high: 1, low: 2, major: 3, minor: 4)
    for (major, minor, matches) in [
      (nil, nil, true), (3, nil, true), (3, 4, true), (nil, 4, true), (2, nil, false),
      (3, 5, false),
    ] as [(UInt16?, UInt16?, Bool)] {
      #expect(BeaconPattern(high: 1, low: 2, major: major, minor: minor).matches(one) == matches)
    }
    #expect(!BeaconPattern(high: 1, low: 3, major: nil, minor: nil).matches(one))
  }
}
