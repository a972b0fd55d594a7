import ROSPublishing
import Testing

struct DiscoveryInfoTests {
  private func information() throws -> DiscoveryInfo {
    DiscoveryInfo(
      participant: Array(1...16), node: try #require(NodeName("headingd", in: "/")),
      writers: [Array(17...32)])
  }

  /// Bytes of rosbags 0.11.9 for the same values.
  @Test func `an identifier has 16 bytes since Iron`() throws {
    let bytes = try information().encoded(for: .jazzy)
    let expected: [UInt8] =
      [0, 1, 0, 0] + Array(1...16) + [1, 0, 0, 0, 2, 0, 0, 0, 0x2F, 0, 0, 0, 9, 0, 0, 0]
      + Array("headingd".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] + Array(17...32)
    #expect(bytes == expected)
  }

  @Test func `an identifier has 24 bytes in Humble, the last of them zero`() throws {
    let bytes = try information().encoded(for: .humble)
    let expected: [UInt8] =
      [0, 1, 0, 0] + Array(1...16) + [0, 0, 0, 0, 0, 0, 0, 0]
      + [1, 0, 0, 0, 2, 0, 0, 0, 0x2F, 0, 0, 0, 9, 0, 0, 0]
      + Array("headingd".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] + Array(17...32)
      + [0, 0, 0, 0, 0, 0, 0, 0]
    #expect(bytes == expected)
  }
}
