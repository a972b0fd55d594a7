import HeadingSensing
import Testing

@testable import HeadingNMEA2000

/// Fast packets with lost, repeated and mixed frames.
struct FastPacketTests {
  private static let data = (0..<47).map { UInt8($0) }

  private static func frames(_ sequence: UInt8, _ data: [UInt8] = data) -> [[UInt8]] {
    NMEA2000Message(group: 129_029, priority: 3, data: data)
      .frames(source: 5, sequence: sequence).map(\.data)
  }

  private func take(_ frames: [[UInt8]], period: Double = 0.001) -> [FastPacketAssembler.Outcome] {
    var assembler = FastPacketAssembler()
    return frames.enumerated().map { number, frame in
      assembler.take(
        frame, shortest: 43, at: BootTime(seconds: 1 + Double(number) * period))
    }
  }

  @Test func `a packet is put together, also after another and with the same number`() {
    let outcomes = take(Self.frames(3) + Self.frames(4) + Self.frames(4))
    #expect(outcomes.count { $0 == .whole(Self.data) } == 3)
    #expect(outcomes.allSatisfy { $0 == .incomplete || $0 == .whole(Self.data) })
  }

  @Test(arguments: 0..<7)
  func `a lost frame loses its packet alone`(lost: Int) {
    var first = Self.frames(3)
    first.remove(at: lost)
    let outcomes = take(first + Self.frames(4))
    #expect(outcomes.count { $0 == .whole(Self.data) } == 1)
    // The loss of the first frame is not seen: the rest may be of a packet that began earlier.
    #expect(outcomes.count { $0 == .refused(.incomplete) } == (lost == 0 ? 0 : 1))
  }

  @Test(arguments: 1..<7)
  func `a repeated frame refuses the packet`(index: Int) {
    var frames = Self.frames(3)
    frames.insert(frames[index], at: index)
    let outcomes = take(frames)
    #expect(!outcomes.contains(.whole(Self.data)) || index == 6)
  }

  @Test func `a slow packet and one of a length that cannot be are refused`() {
    #expect(!take(Self.frames(3), period: 0.2).contains(.whole(Self.data)))
    for length: UInt8 in [0, 42, 224, 255] {
      var frames = Self.frames(3)
      frames[0][1] = length
      #expect(take(frames).first == .refused(.length(Int(length))))
    }
    #expect(take([[1, 2, 3]]) == [.refused(.length(3))])
  }

  @Test func `the longest packet is put together`() {
    let data = (0..<223).map { UInt8(truncatingIfNeeded: $0) }
    #expect(take(Self.frames(7, data)).last == .whole(data))
  }
}
