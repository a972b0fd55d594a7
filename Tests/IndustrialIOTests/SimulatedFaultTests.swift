import Glibc
import HeadingClock
import HeadingGeometry
import HeadingSensing
import HeadingSimulation
import Synchronization
import Testing

@testable import IndustrialIO

/// Faults of the simulated server: each is reported by name, affects its sensor only, and recovers.
///
/// An overloaded machine may add a failure and a recovery, so the last state counts.
struct SimulatedFaultTests {
  private static let magnetometer = "lsm9ds1_magn"
  private static let kinds: [SensorKind] = [.magnetometer, .accelerometer, .gyroscope, .barometer]

  private static func waitForAll(_ log: EventLog) async -> Bool {
    await log.wait { content in
      kinds.allSatisfy { content.statuses(of: $0).last == .present }
    }
  }

  /// Waits for so many more samples of a kind.
  private static func waitForMore(_ count: Int, of kind: SensorKind, _ log: EventLog) async -> Bool
  {
    let before = log.content.count(of: kind)
    return await log.wait { $0.count(of: kind) >= before + count }
  }

  private static func fields(_ log: EventLog) -> [Vector3] {
    log.content.events.compactMap { event in
      if case .magneticField(let sample) = event { sample.value } else { nil }
    }
  }

  @Test(
    arguments: [
      ("silent", SensorStatus.State.failed, "no sample for"),
      ("errors", .failed, "Input/output error"),
      ("absent", .absent, "is gone"),
      ("slow=30", .failed, "lsm9ds1_magn"),
    ])
  func `a failed sensor is named, the others continue, and it recovers`(
    fault: String, state: SensorStatus.State, words: String
  ) async throws {
    try await RunningSource.run(simulating: "turning") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults("\(fault)@\(Self.magnetometer)")
      #expect(
        await log.wait { content in
          content.statuses(of: .magnetometer).last == state
            && content.notices.contains {
              $0.severity == .error && $0.sensor == .magnetometer && $0.message.contains(words)
                && $0.message.contains(Self.magnetometer)
            }
        })
      #expect(await Self.waitForMore(20, of: .gyroscope, log))
      try server.setFaults("none@\(Self.magnetometer)")
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .present })
      #expect(await log.wait { $0.said("\(Self.magnetometer)) delivers again") })
      #expect(await Self.waitForMore(5, of: .magnetometer, log))
    }
  }

  @Test func `reading resumes after intermittent errors`() async throws {
    try await RunningSource.run(simulating: "turning") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.errorBursts], on: Self.magnetometer)
      #expect(await log.wait { $0.statuses(of: .magnetometer).contains(.failed) })
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .present })
      #expect(await Self.waitForMore(5, of: .magnetometer, log))
      #expect(await Self.waitForMore(5, of: .gyroscope, log))
    }
  }

  @Test(arguments: [SimulatedFault.notANumberScale, .garbage])
  func `a scale that is not a number disables that sensor until it is valid`(
    _ fault: SimulatedFault
  ) async throws {
    var configuration = IIOConfiguration()
    configuration.devices[.magnetometer] = Self.magnetometer
    try await RunningSource.run(
      simulating: "turning", configuration: configuration
    ) { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([fault], on: Self.magnetometer)
      // The running stream keeps the scale it knows; the next start reads it.
      server.dropConnections()
      let text = fault == .garbage ? "?!" : "nan"
      #expect(
        await log.wait {
          $0.said(
            "cannot read scale of channel magn_x of iio:device0 (lsm9ds1_magn): \"\(text)\" is not a finite number"
          )
        })
      #expect(await log.wait { $0.statuses(of: .gyroscope).last == .present })
      #expect(log.content.statuses(of: .magnetometer).last == .failed)
      #expect(Self.fields(log).allSatisfy { $0.isFinite })
      try server.setFaults([], on: Self.magnetometer)
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .present })
    }
  }

  @Test func `a polled value that is not a number disables that sensor until it is valid`()
    async throws
  {
    try await RunningSource.run(simulating: "polled") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.garbage], on: "mmc35240")
      #expect(await log.wait { $0.said("(mmc35240): \"?!\" is not a finite number") })
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .failed })
      #expect(await Self.waitForMore(5, of: .gyroscope, log))
      try server.setFaults([], on: "mmc35240")
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .present })
    }
  }

  /// The source does not judge values: the engine does, and needs them unchanged.
  @Test(arguments: [SimulatedFault.stuck, .zeros, .rail])
  func `implausible values are delivered unchanged`(_ fault: SimulatedFault) async throws {
    try await RunningSource.run(simulating: "turning") { server, log, accepted in
      #expect(await Self.waitForAll(log))
      try server.setFaults([fault], on: Self.magnetometer)
      let range = accepted.all.flatMap(\.settings).first { $0.kind == .magnetometer }?.range ?? 0
      let isSuch: @Sendable (EventLog.Content) -> Bool = { content in
        let values = content.events.suffix(400).compactMap { event in
          if case .magneticField(let sample) = event { sample.value } else { nil }
        }.suffix(5)
        return values.count == 5
          && values.allSatisfy { value in
            switch fault {
            case .zeros: value == .zero
            case .rail: abs(value.x - range) < 1e-9 && value.x == value.y && value.y == value.z
            default: value == values.first
            }
          }
      }
      #expect(await log.wait(until: isSuch))
      #expect(log.content.statuses(of: .magnetometer).last == .present)
      try server.setFaults([], on: Self.magnetometer)
      #expect(await log.wait { !isSuch($0) })
    }
  }

  @Test func `constant time stamps are replaced by the time of arrival, with a notice`()
    async throws
  {
    try await RunningSource.run(simulating: "turning") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.constantTimestamp], on: Self.magnetometer)
      #expect(await log.wait { $0.said("(lsm9ds1_magn) repeats its time stamps") })
      #expect(await Self.waitForMore(20, of: .magnetometer, log))
      Self.expectGoodTimes(log)
    }
  }

  @Test func `samples without time stamps have the time of arrival`() async throws {
    try await RunningSource.run(simulating: "turning") { server, log, accepted in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.missingTimestamp], on: Self.magnetometer)
      server.dropConnections()
      #expect(
        await log.wait { _ in
          accepted.all.last { $0.device.contains(Self.magnetometer) }?.timing == .arrival
        })
      #expect(await Self.waitForMore(20, of: .magnetometer, log))
      Self.expectGoodTimes(log)
    }
  }

  @Test(arguments: [1000.0, -1000, -0.5])
  func `a step of the remote clock is reported and does not change the times`(jump: Double)
    async throws
  {
    try await RunningSource.run(simulating: "turning") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.clockJump(seconds: jump)], on: Self.magnetometer)
      #expect(await log.wait { $0.said("uses a clock for its time stamps that was stepped") })
      #expect(await Self.waitForMore(20, of: .magnetometer, log))
      Self.expectGoodTimes(log)
    }
  }

  @Test func `time stamps of a server whose clock is a day off are mapped to the local clock`()
    async throws
  {
    try await TestPlaces.shared.within {
      let server = IIODServer(try Scenario.named("turning"), clockOffset: -86_400)
      try await server.serve { port in
        try await RunningSource.run(IIOConfiguration(uri: "ip:127.0.0.1:\(port)")) { log, _ in
          #expect(await log.wait { $0.count(of: .magnetometer) >= 20 })
          Self.expectGoodTimes(log)
        }
      }
    }
  }

  /// USB needs sharing, since a second context is refused; this test uses the same code over TCP.
  @Test(arguments: [false, true])
  func `lost connections are reopened, also of a shared context`(
    sharing: Bool
  ) async throws {
    try await RunningSource.run(simulating: "turning", sharing: sharing) { server, log, _ in
      for _ in 0..<2 {
        #expect(await Self.waitForAll(log))
        let before = log.content
        server.dropConnections()
        #expect(
          await log.wait { content in
            Self.kinds.allSatisfy { kind in
              content.statuses(of: kind).count >= before.statuses(of: kind).count + 2
                && content.statuses(of: kind).last == .present
            }
          })
      }
      #expect(log.content.said("Broken pipe"))
    }
  }

  @Test func `a server that stops answering is reported for every sensor, and recovers`()
    async throws
  {
    try await RunningSource.run(simulating: "turning") { server, log, _ in
      #expect(await Self.waitForAll(log))
      let devices = ["lsm9ds1_magn", "lsm9ds1_accel", "lsm9ds1_gyro", "lps25h"]
      for device in devices { try server.setFaults([.slow(seconds: 60)], on: device) }
      #expect(
        await log.wait { content in
          Self.kinds.allSatisfy { content.statuses(of: $0).last == .failed }
        })
      for device in devices { try server.setFaults([], on: device) }
      #expect(await Self.waitForAll(log))
    }
  }

  @Test func `a slow server adds delay and keeps the order of samples`() async throws {
    try await RunningSource.run(simulating: "polled") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.slow(seconds: 0.05)], on: "mmc35240")
      #expect(await Self.waitForMore(5, of: .magnetometer, log))
      #expect(await Self.waitForMore(20, of: .gyroscope, log))
      Self.expectGoodTimes(log)
    }
  }

  @Test func `the 0 of an unplugged polled sensor is not delivered`()
    async throws
  {
    try await RunningSource.run(simulating: "polled") { server, log, _ in
      #expect(await Self.waitForAll(log))
      try server.setFaults([.absent, .zeros], on: "mmc35240")
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .absent })
      #expect(!Self.fields(log).contains(.zero))
      try server.setFaults([], on: "mmc35240")
      #expect(await log.wait { $0.statuses(of: .magnetometer).last == .present })
    }
  }

  @Test func `after a stall of the reader old samples are dropped, with a notice`() async throws {
    let stalled = Atomic(false)
    // A reader that stops for 1.5 s in the middle of the stream, as on a machine that swaps.
    let log = EventLog { event in
      guard case .magneticField = event, !stalled.exchange(true, ordering: .relaxed) else { return }
      usleep(1_500_000)
    }
    try await RunningSource.run(simulating: "turning", log: log) { _, log, _ in
      #expect(await log.wait { $0.said("(lsm9ds1_magn) had samples older than 0.5 s") })
      #expect(await log.wait { $0.said("(lsm9ds1_magn) left a gap between samples") })
      #expect(await Self.waitForMore(20, of: .magnetometer, log))
      Self.expectGoodTimes(log)
    }
  }

  /// The times of a kind's samples increase, are not ahead of us and not far behind.
  private static func expectGoodTimes(_ log: EventLog) {
    let content = log.content
    let samples = zip(content.events, content.arrivals).filter { event, _ in
      event.measuredKind == .magnetometer
    }
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.0.time < $1.0.time })
    #expect(samples.allSatisfy { $0.0.time <= $0.1 && $0.1.seconds(since: $0.0.time) < 5 })
  }
}
