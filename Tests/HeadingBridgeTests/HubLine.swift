import ChipSimulation
import Glibc
import HeadingChips
import HeadingTesting

@testable import HeadingBridge

/// A serial line of the kernel with a BNO08x at its end; only the time is simulated.
final class HubLine: ChipBus {
  let kind = BusKind.serial
  let chip = SensorHubSerial()
  let time = SimulatedTime()
  /// The line's settings.
  private(set) var settings = termios()
  /// The most bytes that arrive until the next read.
  var portion = 2048
  /// Changes what the chip sends.
  var disturb: (([UInt8]) -> [UInt8])?
  /// Whether everything that the chip has sent was read.
  var isRead: Bool { waiting.isEmpty }

  private let end: CInt
  private let other: CInt
  private let line: any ChipBus
  private var waiting: [UInt8] = []

  init(bitRate: Int) throws {
    let (end, path) = try TerminalLine.open()
    self.end = end
    // A second descriptor tells what has arrived, and holds the line.
    other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    line = try DevicePort(path).open().connect(address: 0, bitRate: bitRate)
    tcgetattr(other, &settings)
  }

  deinit {
    close(other)
    close(end)
  }

  var connection: ChipConnection { ChipConnection(bus: self, clock: time) }

  /// Waits for bytes at an end of the line.
  private func wait(for file: CInt) throws(BusError) {
    var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 10_000) == 1 else { throw .timedOut }
  }

  func write(_ bytes: [UInt8]) throws(BusError) {
    try line.write(bytes)
    for _ in bytes {
      try wait(for: end)
      var byte: UInt8 = 0
      guard Glibc.read(end, &byte, 1) == 1 else { throw .gone }
      try chip.write([byte], at: time.now)
    }
  }

  func read(_ count: Int) throws(BusError) -> [UInt8] {
    if waiting.isEmpty {
      waiting = try chip.read(1 << 16, at: time.now)
      if let disturb { waiting = disturb(waiting) }
    }
    let part = Array(waiting.prefix(min(portion, count)))
    waiting.removeFirst(part.count)
    guard Glibc.write(end, part, part.count) == part.count else { throw .gone }
    var arrived: CInt = 0
    while arrived < part.count {
      try wait(for: other)
      guard ioctl(other, UInt(FIONREAD), &arrived) == 0 else { throw .gone }
    }
    return try line.read(count)
  }

  func exchange(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
    try line.exchange(bytes, reading: count)
  }
}
