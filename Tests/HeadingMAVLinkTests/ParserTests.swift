import Testing

@testable import HeadingMAVLink

/// Streams with errors, and bytes that are no frames.
struct ParserTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private func attitude(yaw: Float, sequence: UInt8 = 0) -> [UInt8] {
    var message = Attitude()
    message.yaw = yaw
    return MAVLinkFrame.bytes(message, sequence: sequence, system: 1, component: 1)
  }

  private func frames(_ bytes: [UInt8]) -> [MAVLinkFrame] {
    var parser = MAVLinkParser()
    var found: [MAVLinkFrame] = []
    parser.append(bytes) { found.append($0) }
    return found
  }

  // Catalogue of parametrised CRC algorithms: check value of "123456789".
  @Test func `the checksum is CRC-16/MCRF4XX`() {
    var checksum = MAVLinkChecksum()
    checksum.add("123456789".utf8)
    #expect(checksum.value == 0x6F91)
  }

  @Test func `bytes between frames are skipped`() {
    var generator = Generator(state: 1)
    for count in 0..<300 {
      var bytes: [UInt8] = (0..<count).map { _ in UInt8.random(in: 0...252, using: &generator) }
      bytes += attitude(yaw: 1)
      #expect(frames(bytes).count == 1)
    }
  }

  @Test func `a changed bit refuses its frame, and the frames after it are found`() {
    let frame = attitude(yaw: 0.5)
    let next = attitude(yaw: 1.5, sequence: 1)
    let filling = [UInt8](repeating: 0, count: MAVLinkParser.longestFrame)
    for bit in 0..<(8 * frame.count) {
      var damaged = frame
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      // An unknown identifier, or a longer frame, may cover the one that follows.
      let found = frames(damaged + filling + next)
      #expect(found.count == 1 && found.first.flatMap(Attitude.init)?.yaw == 1.5, "bit \(bit)")
    }
  }

  @Test func `a frame inside the payload of an unknown message is not a message`() {
    let inner = attitude(yaw: 1)
    let outer: [UInt8] =
      [0xFD, UInt8(inner.count), 0, 0, 0, 1, 1, 0xFF, 0xFF, 0xFF] + inner + [0, 0]
    #expect(frames(outer).isEmpty)
    #expect(frames(outer + inner).count == 1)
  }

  @Test func `a frame with an unknown incompatibility flag is refused`() {
    for flag in 1..<8 {
      var frame = attitude(yaw: 1)
      frame[2] = 1 << UInt8(flag)
      var checksum = MAVLinkChecksum()
      checksum.add(frame[1..<(frame.count - 2)])
      checksum.add(Attitude.checksumExtra)
      frame[frame.count - 2] = UInt8(truncatingIfNeeded: checksum.value)
      frame[frame.count - 1] = UInt8(truncatingIfNeeded: checksum.value >> 8)
      #expect(frames(frame + attitude(yaw: 2)).count == 1)
    }
  }

  @Test(arguments: [0xFD, 0xFE, 0xFF, 0x00] as [UInt8])
  func `any bytes leave at most one frame in memory`(first: UInt8) {
    var generator = Generator(state: UInt64(first))
    var parser = MAVLinkParser()
    var taken = 0
    for _ in 0..<2000 {
      let bytes = (0..<100).map { _ in
        Bool.random(using: &generator) ? first : UInt8.random(in: 0...255, using: &generator)
      }
      parser.append(bytes) { frame in
        taken += 1
        for message in MAVLinkDialect.messages { _ = message.init(frame) }
      }
      #expect(parser.buffer.count < MAVLinkParser.longestFrame)
    }
    // A false frame has a checksum that is right by chance.
    #expect(taken < 5)
  }

  @Test func `a payload of any length is a message with zeros at its end`() {
    for message in MAVLinkDialect.messages {
      for count in 0...255 {
        let frame = MAVLinkFrame(
          version: .second, sequence: 0, system: 1, component: 1, identifier: message.identifier,
          payload: [UInt8](repeating: 0xFF, count: count))
        let read = message.init(frame)
        #expect(read != nil)
        if let read {
          let kept = read.payload.prefix(count).allSatisfy { $0 == 0xFF }
          #expect(kept && read.payload.dropFirst(count).allSatisfy { $0 == 0 })
        }
      }
    }
  }
}
