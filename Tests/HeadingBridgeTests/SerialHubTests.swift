import ChipSimulation
import Glibc
import HeadingChips
import HeadingGeometry
import HeadingTesting
import Testing

@testable import HeadingBridge

/// A BNO08x at a serial line of the kernel.
struct SerialHubTests {
  /// Counts of acceleration, rate and field with flags and escapes of the frames, and characters that
  /// a terminal acts on: ETX, XON, XOFF, CR, NL.
  private static let counts: [SIMD4<Int32>] = [
    SIMD4(0x7E7D, 0x7D11, 0x1303, 0), SIMD4(0x7D7E, 0x0A0D, 0x117D, 0),
    SIMD4(0x137E, 0x7D, 0x7E, 0),
  ]

  private static func vector(_ device: Int, _ unit: Double) -> Vector3 {
    let counts = counts[device]
    return Vector3(Double(counts.x), Double(counts.y), Double(counts.z)) * unit
  }

  /// A driver and its line.
  private struct Rig {
    let line: HubLine
    var driver: BNO08x

    init() throws {
      line = try HubLine(bitRate: BNO08x.model.bitRates[0])
      line.chip.environment.acceleration = vector(0, 1 / 256)
      line.chip.environment.rate = vector(1, 1 / 512)
      line.chip.environment.field = vector(2, 1e-6 / 16)
      driver = try BNO08x(line.connection)
    }

    /// Reads what the chip has sent since the last time, and waits for the next.
    mutating func read() throws -> [ChipSample] {
      var samples: [ChipSample] = []
      repeat { try driver.read(into: &samples) } while !line.isRead
      line.time.advance(by: driver.interval)
      return samples
    }

    mutating func read(seconds: Double) throws -> [ChipSample] {
      var samples: [ChipSample] = []
      let end = line.time.now + Int64(seconds * 1e9)
      while line.time.now < end { samples += try read() }
      return samples
    }
  }

  private func expect(
    _ samples: [ChipSample], perSecond rates: [Double], seconds: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      samples.allSatisfy { $0.counts == Self.counts[$0.device] }, sourceLocation: sourceLocation)
    for (device, rate) in rates.enumerated() {
      let times = samples.filter { $0.device == device }.map(\.time)
      #expect(abs(Double(times.count) - rate * seconds) <= 3, sourceLocation: sourceLocation)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, sourceLocation: sourceLocation)
    }
  }

  @Test func `the line has the bit rate of the chip, and passes every byte`() throws {
    var settings = try HubLine(bitRate: 3_000_000).settings
    #expect(cfgetospeed(&settings) == speed_t(B3000000))
    #expect(cfgetispeed(&settings) == speed_t(B3000000))
    #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG | IEXTEN) == 0)
    #expect(settings.c_iflag & tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP) == 0)
    #expect(settings.c_oflag & tcflag_t(OPOST) == 0)
    #expect(settings.c_cflag & tcflag_t(CSIZE | PARENB | CSTOPB) == tcflag_t(CS8))
    #expect(throws: BusError.unsupported) { _ = try HubLine(bitRate: 2_999_999) }
  }

  @Test(arguments: [1, 2, 3, 7, 2048])
  func `flags and escapes are restored, however the bytes arrive`(portion: Int) throws {
    var rig = try Rig()
    rig.line.portion = portion
    expect(try rig.read(seconds: 2), perSecond: [100, 100, 50], seconds: 2)
  }

  /// What may happen to the bytes on a line.
  enum Damage: CaseIterable {
    case inverted, lost, added, cut

    func apply(to bytes: [UInt8], at index: Int) -> [UInt8] {
      guard !bytes.isEmpty else { return bytes }
      var bytes = bytes
      let place = index % bytes.count
      switch self {
      case .inverted:
        let bit = index % (8 * bytes.count)
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      case .lost: bytes.remove(at: place)
      case .added: bytes.insert(UInt8(truncatingIfNeeded: index), at: place)
      case .cut: bytes.removeLast(bytes.count - place)
      }
      return bytes
    }
  }

  /// There is no checksum, so that a value may be wrong, but only that of a frame that was damaged.
  @Test(arguments: Damage.allCases)
  func `after damaged bytes the next frame but one is right`(damage: Damage) throws {
    var rig = try Rig()
    _ = try rig.read(seconds: 0.2)
    var (right, wrong) = (0, 0)
    let (number, period) = (3000, 5)
    for index in 0..<number {
      rig.line.disturb =
        index % period == 0 ? { damage.apply(to: $0, at: index / period) } : nil
      let samples = try rig.read()
      let good = samples.filter { $0.counts == Self.counts[$0.device] }.count
      right += good
      wrong += samples.count - good
      if index % period > 1 { #expect(good == samples.count) }
    }
    // A damage spoils its frame and the next one, of at most two samples each.
    let expected = Double(number) * 250 * Double(rig.driver.interval) * 1e-9
    #expect(Double(right) >= expected - 4 * Double(number / period), "\(right) of \(expected)")
    #expect(wrong <= 2 * number / period, "\(wrong)")
    rig.line.disturb = nil
    expect(try rig.read(seconds: 1), perSecond: [100, 100, 50], seconds: 1)
  }

  @Test func `after a reset in operation the sensors measure at the rates that were set`() throws {
    var rig = try Rig()
    try rig.driver.setRate(50, ofDevice: 0)
    for length in 0..<30 {
      _ = try rig.read(seconds: 0.1)
      // The frame in progress is cut off.
      rig.line.disturb = { Array($0.prefix(length)) }
      _ = try rig.read()
      rig.line.disturb = nil
      rig.line.chip.hub.restart()
      _ = try rig.read(seconds: 0.1)
      expect(try rig.read(seconds: 0.5), perSecond: [50, 100, 50], seconds: 0.5)
    }
    #expect(rig.line.chip.hub.resets == 32)
  }
}
