import HeadingGeometry

/// The sensor hub of a BNO08x by data sheet 1000-3927: SH-2 over SHTP, without a transport.
package final class SensorHub {
  /// A cargo that waits for the host, or what is left of it.
  package struct Cargo {
    /// Channel.
    package var channel: UInt8
    /// Bytes that were not sent yet.
    package var rest: [UInt8]
    /// Whether a part was sent.
    package var isContinued = false

    /// Creates a cargo that was not sent yet.
    package init(channel: UInt8, rest: [UInt8]) {
      self.channel = channel
      self.rest = rest
    }
  }

  package var environment = ChipEnvironment()
  /// Cargoes that wait, oldest first.
  package var queue: [Cargo] = []
  /// Times of the measurements of the accelerometer, ns.
  package private(set) var accelerationTimes: [Int64] = []
  /// Number of resets so far.
  package private(set) var resets = 0

  private var outputSequences = [UInt8](repeating: 0, count: 6)
  private var features: [UInt8: (period: Int64, next: Int64, sequence: UInt8)] = [:]
  private var held: (time: Int64, report: [UInt8])?

  /// Creates a hub that has started and not been read.
  package init() { start() }

  private func start() {
    resets += 1
    features = [:]
    held = nil
    outputSequences = [UInt8](repeating: 0, count: 6)
    // The advertisement is longer than a read; then the notices of both applications.
    queue = [
      Cargo(channel: 0, rest: [0] + (0..<271).map { UInt8($0 & 0xFF) }),
      Cargo(channel: 1, rest: [1]),
      Cargo(channel: 2, rest: [0xF1, 0, 0x84, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 9)),
    ]
  }

  /// Resets by itself.
  package func restart() { start() }

  /// The sequence number of the next transfer of a channel.
  package func sequence(_ channel: UInt8, advances: Bool) -> UInt8 {
    defer { if advances { outputSequences[Int(channel)] &+= 1 } }
    return outputSequences[Int(channel)]
  }

  /// Takes a transfer of the host.
  package func receive(_ transfer: [UInt8], at time: Int64) {
    guard transfer.count >= 5 else { return }
    let length = Int(transfer[0]) | Int(transfer[1]) << 8
    guard length == transfer.count else { return }
    let payload = Array(transfer[4...])
    switch (transfer[2], payload[0]) {
    case (1, 1): start()
    case (2, 0xF9):
      queue.append(
        Cargo(channel: 2, rest: [0xF8, 1, 3, 2] + [UInt8](repeating: 0x10, count: 12)))
    case (2, 0xFD) where payload.count == 17:
      let asked = (0..<4).reduce(0) { $0 | Int64(payload[5 + $1]) << Int64(8 * $1) }
      // The field is measured at 100 Hz at most.
      let period = payload[1] == 0x0F ? max(asked, 10_000) : asked
      features[payload[1]] = asked == 0 ? nil : (period * 1000, time + period * 1000, 0)
      let bytes = (0..<4).map { UInt8(period >> Int64(8 * $0) & 0xFF) }
      queue.append(
        Cargo(
          channel: 2,
          rest: [0xFC, payload[1], 0, 0, 0] + bytes + [UInt8](repeating: 0, count: 8)))
    default: break
    }
  }

  private func report(_ sensor: UInt8, _ sequence: UInt8) -> [UInt8] {
    let (vector, scale, length): (Vector3, Double, Int) =
      switch sensor {
      case 0x01: (environment.acceleration, 256, 10)
      case 0x02: (environment.rate, 512, 10)
      default: (environment.field * 1e6, 16, 16)
      }
    var bytes: [UInt8] = [sensor, sequence, 3, 0]
    for axis in 0..<3 {
      let count = (vector[axis] * scale).rounded()
      let bits = UInt16(bitPattern: Int16(min(max(count, -32768), 32767)))
      bytes += [UInt8(bits & 0xFF), UInt8(bits >> 8)]
    }
    return bytes + [UInt8](repeating: 7, count: length - bytes.count)
  }

  /// Measures until a time; two accelerations share a packet, the second with a delay.
  package func measure(until time: Int64) {
    for sensor in features.keys.sorted() {
      while let feature = features[sensor], feature.next <= time {
        features[sensor]?.next += feature.period
        features[sensor]?.sequence &+= 1
        let bytes = report(sensor, feature.sequence)
        if sensor == 0x01 {
          accelerationTimes.append(feature.next)
          guard let first = held else {
            held = (feature.next, bytes)
            continue
          }
          held = nil
          enqueue([(first.time, first.report), (feature.next, bytes)])
        } else {
          enqueue([(feature.next, bytes)])
        }
        // A hub whose host does not read drops reports.
        if queue.count > 60 { queue.removeFirst() }
      }
    }
  }

  /// The host is interrupted 0.4 ms after the last measurement; times are relative to that.
  private func enqueue(_ reports: [(time: Int64, bytes: [UInt8])]) {
    guard let first = reports.first?.time, let last = reports.last?.time else { return }
    let base = (last + 400_000 - first) / 100_000
    var payload: [UInt8] = [0xFB] + (0..<4).map { UInt8(base >> Int64(8 * $0) & 0xFF) }
    for (time, bytes) in reports {
      var bytes = bytes
      let delay = (time - first) / 100_000
      bytes[2] |= UInt8(delay >> 8) << 2
      bytes[3] = UInt8(delay & 0xFF)
      payload += bytes
    }
    queue.append(Cargo(channel: 3, rest: payload))
  }
}
