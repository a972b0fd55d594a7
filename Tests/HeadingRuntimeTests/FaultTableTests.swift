import Glibc
import HeadingClock
import HeadingEngine
import HeadingGNSS
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import IndustrialIO
import Testing

@testable import HeadingRuntime

/// Faults of a running service: each is reported by a typed reason within a second and clears without
/// a restart; the other sensors continue, and no stale value looks new.
///
/// The times are printed as a table. A busy machine may add seconds, so the best of three attempts
/// counts. Full disk, suspend and the end of the daemon are in `CommandLineTests`.
@Suite(.serialized)
struct FaultTableTests {
  /// A fault of the simulated machine.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var devices: [String]
    var faults: [SimulatedFault]
    /// One of these is reported.
    var reasons: Reasons
    /// A sensor that keeps delivering; `nil` if none does.
    var other: SensorKind?

    var testDescription: String { name }
  }

  private static let magnetometer = "lsm9ds1_magn"
  private static let motion = ["lsm9ds1_accel", "lsm9ds1_gyro", magnetometer]
  private static let staleMotion: Reasons = [
    .magnetometerStale, .magnetometerMissing, .gyroscopeStale, .gyroscopeMissing,
    .accelerometerStale, .accelerometerMissing,
  ]
  private static let staleField: Reasons = [.magnetometerStale, .magnetometerMissing]

  static let faults = [
    Fault(
      name: "unplugged and back", devices: [magnetometer], faults: [.absent], reasons: staleField,
      other: .gyroscope),
    Fault(
      name: "driver reloaded", devices: motion, faults: [.absent], reasons: staleMotion,
      other: .barometer),
    Fault(
      name: "I2C errors", devices: [magnetometer], faults: [.errors], reasons: staleField,
      other: .gyroscope),
    Fault(
      name: "I2C error bursts", devices: [magnetometer], faults: [.errorBursts],
      reasons: staleField, other: .gyroscope),
    Fault(
      name: "bus stuck", devices: motion, faults: [.silent, .slow(seconds: 20)],
      reasons: staleMotion, other: nil),
    Fault(
      name: "silent", devices: [magnetometer], faults: [.silent], reasons: staleField,
      other: .gyroscope),
    Fault(
      name: "trigger lost", devices: ["lsm9ds1_accel", "lsm9ds1_gyro"], faults: [.silent],
      reasons: [.gyroscopeStale, .accelerometerStale, .gyroscopeMissing, .accelerometerMissing],
      other: .magnetometer),
    Fault(
      name: "stuck at a value", devices: [magnetometer], faults: [.stuck],
      reasons: [.magnetometerStuck, .sensorStuck], other: .gyroscope),
  ]

  private static func row(_ name: String, noticed: Double, as reasons: Reasons, recovered: Double) {
    func text(_ seconds: Double) -> String {
      "\((seconds * 100).rounded() / 100)"
    }
    print(
      "| \(name) | \(reasons.names.joined(separator: ", ")) | \(text(noticed)) s | "
        + "\(text(recovered)) s |")
  }

  /// Runs a body with a service of a simulated hat, once it gives a heading.
  private static func running(
    clock: any MachineClock = SystemClock(), further: [any SensorSource] = [],
    _ body: @escaping @Sendable (IIODServer, FaultWatch, StallingSink) async throws -> Void
  ) async throws {
    let server = IIODServer(try Scenario.named("turning"))
    try await server.serve { port in
      let service = HeadingService(clock: clock)
      let watch = FaultWatch(service)
      service.use(SensorSetup(name: "test", isSimulated: true))
      let sink = StallingSink(service)
      let source = IIOSource(configuration: IIOConfiguration(uri: "ip:127.0.0.1:\(port)"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await source.run(delivering: sink) }
        group.addTask { await service.run(further) }
        let start = SystemClock().bootTime
        let calm = try await watch.first("heading", after: start) {
          $0.hasHeading && $0.reasons.isDisjoint(with: Self.staleMotion.union(.starting))
        }
        _ = try await watch.first("second of calm", after: calm.arrival) {
          $0.time.seconds(since: calm.time) > 1
        }
        try await body(server, watch, sink)
        #expect(watch.violations.isEmpty, "\(watch.violations.prefix(3))")
        group.cancelAll()
      }
    }
  }

  /// Tries up to three times to stay within a second.
  private static func withinASecond(
    _ attempt: () async throws -> Double
  ) async throws {
    var best = Double.infinity
    for _ in 0..<3 where best > 1 { best = min(best, try await attempt()) }
    #expect(best <= 1, "noticed after \(best) s")
  }

  @Test(arguments: faults)
  func `a fault is reported within a second and clears without a restart`(_ fault: Fault)
    async throws
  {
    try await Self.withinASecond {
      let noticed = Received<Double>()
      try await Self.running { server, watch, _ in
        let begin = SystemClock().bootTime
        for device in fault.devices { try server.setFaults(fault.faults, on: device) }
        let first = try await watch.first("notice of \(fault.name)", after: begin) {
          !$0.reasons.isDisjoint(with: fault.reasons)
        }
        noticed.add(first.arrival.seconds(since: begin))
        if let other = fault.other {
          let before = watch.count(of: other)
          try await watch.wait("\(other.name)") { watch.count(of: other) > before + 10 }
        }
        let end = SystemClock().bootTime
        for device in fault.devices { try server.setFaults([], on: device) }
        let last = try await watch.first("end of \(fault.name)", after: end) {
          $0.hasHeading && $0.reasons.isDisjoint(with: fault.reasons)
        }
        Self.row(
          fault.name, noticed: first.arrival.seconds(since: begin),
          as: first.reasons.intersection(fault.reasons),
          recovered: last.arrival.seconds(since: end))
      }
      return noticed.all.first ?? .infinity
    }
  }

  @Test func `a stalled reader loses samples, reports that, and continues`() async throws {
    try await Self.withinASecond {
      let noticed = Received<Double>()
      try await Self.running { _, watch, sink in
        let begin = SystemClock().bootTime
        sink.stall(.gyroscope)
        let first = try await watch.first("notice of the overrun", after: begin) {
          $0.reasons.contains(.gyroscopeStale)
        }
        noticed.add(first.arrival.seconds(since: begin))
        // Meanwhile the kernel's buffer is full.
        _ = try await watch.first("two seconds", after: begin) {
          $0.arrival.seconds(since: begin) > 2
        }
        let end = SystemClock().bootTime
        sink.stall(nil)
        let last = try await watch.first("end of the overrun", after: end) {
          $0.hasHeading && $0.reasons.isDisjoint(with: Self.staleMotion)
        }
        Self.row(
          "overrun", noticed: first.arrival.seconds(since: begin), as: .gyroscopeStale,
          recovered: last.arrival.seconds(since: end))
      }
      return noticed.all.first ?? .infinity
    }
  }

  @Test func `a wall clock step of hours is reported and does not affect the heading`()
    async throws
  {
    try await Self.withinASecond {
      let noticed = Received<Double>()
      let clock = SteppingClock()
      try await Self.running(clock: clock) { _, watch, _ in
        let begin = SystemClock().bootTime
        let utc = clock.relation.universalTime.secondsSince1970
        clock.step(seconds: 3 * 3600)
        let first = try await watch.first("the new time", after: begin) {
          ($0.universalTime ?? 0) > utc + 3 * 3600 - 10
        }
        noticed.add(first.arrival.seconds(since: begin))
        try await watch.wait("notice") { watch.said("the system clock was stepped by 10800") }
        let after = try await watch.first("a second", after: begin) {
          $0.arrival.seconds(since: begin) > 1
        }
        #expect(after.hasHeading && after.reasons.isDisjoint(with: Self.staleMotion))
        Self.row(
          "clock stepped by 3 h", noticed: first.arrival.seconds(since: begin), as: [],
          recovered: 0)
      }
      return noticed.all.first ?? .infinity
    }
  }

  @Test func `time stamps that jump by hours do not displace samples`() async throws {
    try await Self.running { server, watch, _ in
      let begin = SystemClock().bootTime
      try server.setFaults([.clockJump(seconds: 7200)], on: Self.magnetometer)
      let after = try await watch.first("two seconds", after: begin) {
        $0.arrival.seconds(since: begin) > 2
      }
      #expect(abs(after.time.seconds(since: after.arrival)) < 1)
      let calm = try await watch.first("a heading", after: begin) {
        $0.hasHeading && $0.reasons.isDisjoint(with: Self.staleMotion)
          && $0.arrival.seconds(since: begin) > 1
      }
      #expect(abs(calm.time.seconds(since: calm.arrival)) < 1)
    }
  }

  @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed"))
  func `a silent receiver behind gpsd is reported within a second`()
    async throws
  {
    try await Self.withinASecond {
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let receiverPort = try LoopbackSocket.freePort(SOCK_DGRAM)
      let socket = try LoopbackSocket(SOCK_DGRAM)
      let noticed = Received<Double>()
      let missing: Reasons = [.gnssMissing, .noFix, .fixStale]
      try await Self.running(further: [GPSDSource(host: "127.0.0.1", port: port)]) { _, watch, _ in
        let start = SystemClock().bootTime
        let gpsd = try RealGPSD(port: port, receiver: "udp://127.0.0.1:\(receiverPort)")
        defer { gpsd.stop() }
        let first = ReceiverFeed { socket.send($0, to: receiverPort) }
        defer { first.stop() }
        _ = try await watch.first("fix", after: start) {
          $0.reasons.isDisjoint(with: missing.union(.positionUnknown))
        }
        // Its report interval is estimated from a few reports.
        let before = watch.count(of: .gnss)
        try await watch.wait("reports") { watch.count(of: .gnss) >= before + 10 }
        let begin = SystemClock().bootTime
        first.stop()
        let seen = try await watch.first("notice of the receiver's silence", after: begin) {
          $0.reasons.contains(.fixStale)
        }
        noticed.add(seen.arrival.seconds(since: begin))
        let end = SystemClock().bootTime
        let second = ReceiverFeed { socket.send($0, to: receiverPort) }
        defer { second.stop() }
        let last = try await watch.first("fix", after: end) {
          $0.reasons.isDisjoint(with: missing)
        }
        Self.row(
          "receiver silent", noticed: seen.arrival.seconds(since: begin),
          as: seen.reasons.intersection(missing), recovered: last.arrival.seconds(since: end))
      }
      return noticed.all.first ?? .infinity
    }
  }

  @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed"))
  func `a lost gpsd is reported within a second and reconnected when it returns`() async throws {
    try await Self.withinASecond {
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let receiverPort = try LoopbackSocket.freePort(SOCK_DGRAM)
      let socket = try LoopbackSocket(SOCK_DGRAM)
      let feed = ReceiverFeed { socket.send($0, to: receiverPort) }
      defer { feed.stop() }
      let receiver = "udp://127.0.0.1:\(receiverPort)"
      let noticed = Received<Double>()
      let missing: Reasons = [.gnssMissing, .noFix, .fixStale]
      try await Self.running(further: [GPSDSource(host: "127.0.0.1", port: port)]) { _, watch, _ in
        let start = SystemClock().bootTime
        let first = try RealGPSD(port: port, receiver: receiver)
        defer { first.stop() }
        _ = try await watch.first("fix", after: start) {
          $0.reasons.isDisjoint(with: missing.union(.positionUnknown))
        }
        let begin = SystemClock().bootTime
        first.stop()
        let seen = try await watch.first("notice of gpsd's end", after: begin) {
          !$0.reasons.isDisjoint(with: missing)
        }
        noticed.add(seen.arrival.seconds(since: begin))
        let end = SystemClock().bootTime
        let second = try RealGPSD(port: port, receiver: receiver)
        defer { second.stop() }
        let last = try await watch.first("fix", after: end) {
          $0.reasons.isDisjoint(with: missing)
        }
        Self.row(
          "gpsd gone", noticed: seen.arrival.seconds(since: begin),
          as: seen.reasons.intersection(missing), recovered: last.arrival.seconds(since: end))
      }
      return noticed.all.first ?? .infinity
    }
  }
}
