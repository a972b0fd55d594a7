import Foundation
import HeadingAuthorization
import HeadingClock
import HeadingEngine
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTesting
import Logging
import Synchronization
import Testing

@testable import HeadingServer

/// A clock at the newest sample.
private final class SampleClock: MachineClock {
  private let time = Mutex(BootTime(seconds: 100))

  var bootTime: BootTime {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  var relation: ClockRelation {
    ClockRelation(
      bootTime: bootTime, universalTime: UniversalTime(year: 2026, month: 7, day: 1),
      trust: .none)
  }
}

/// A server whose service is fed faster than real time.
final class CalibrationBoard {
  let folder: TemporaryFolder
  let store: ProfileStore
  let service: HeadingService
  let sensor: SensorIdentity
  let running: RunningServer
  /// The lines of the log, one after another.
  private let lines: AsyncStream<String>
  private let isSimulated: Bool
  private let clock = SampleClock()

  init(
    isSimulated: Bool = true, calibration: CalibrationParameters? = nil,
    _ change: (inout ServerSettings) -> Void = { _ in }
  ) async throws {
    service = HeadingService(clock: clock)
    folder = try TemporaryFolder()
    store = ProfileStore(folders: [folder.url])
    sensor = SensorIdentity(
      name: "lis3mdl", busAddress: isSimulated ? SensorIdentity.simulatedBus : "1-001c")
    self.isSimulated = isSimulated
    let (lines, output) = AsyncStream.makeStream(of: String.self)
    let log = ServiceLog(isJournal: true) { output.yield($0) }
    let logger = Logger(label: "test") { log.handler($0) }
    self.lines = lines
    running = try await RunningServer.start(
      audit: AuditLog(followed: logger, refused: logger),
      commands: CommandHandler(service: service, logger: logger, store: store), change)
    use(calibration)
  }

  /// Applies a sensor discovery, as after a change of the configuration.
  func use(_ calibration: CalibrationParameters?) {
    var setup = SensorSetup(name: "test", isSimulated: isSimulated)
    setup.sensor = sensor
    setup.mounts = [.magnetometer: .identity]
    setup.store = store
    setup.calibration = calibration
    service.use(setup)
  }

  /// Delivers a scenario's events, of a board without a calibration, each changed by a function.
  ///
  /// On a thread of its own: the engine's seconds of work would hold up the pool of all tests.
  @discardableResult
  func feed(
    _ scenario: String, seconds: Double, fixes: Double = 1,
    _ change: @escaping @Sendable (SensorEvent) -> SensorEvent = { $0 }
  ) async throws -> SimulatedHat {
    let hat = try Scenario.named(scenario).hat()
    let (service, clock) = (service, clock)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for event in hat.events(
          until: seconds, startingAt: clock.bootTime, calibrated: false, fixes: fixes)
        {
          clock.bootTime = max(clock.bootTime, event.time)
          service.deliver(change(event))
        }
        continuation.resume()
      }
    }
    return hat
  }

  /// Lets time pass without samples.
  func wait(seconds: Double) { clock.bootTime = clock.bootTime.advanced(bySeconds: seconds) }

  /// The error of the newest magnetic heading, degrees.
  func error(of heading: Double) throws -> Double {
    let found = try #require(service.report.newest?.solution.magneticHeading.value)
    let error = found.degrees - heading
    return abs(error - 360 * (error / 360).rounded())
  }

  /// Waits for a line of the log.
  func logged(_ text: String) async -> String? {
    for await line in lines where line.contains(text) { return line }
    return nil
  }
}

extension RawClient {
  /// The line of a command.
  static func command(_ name: String, _ rest: String = "") -> [UInt8] {
    Array("{\"class\":\"command\",\"command\":\"\(name)\"\(rest)}\n".utf8)
  }

  /// Sends a command and returns the first line with a text.
  func answer(_ name: String, _ rest: String = "", until text: String) async throws -> String {
    send(Self.command(name, rest))
    return try #require(await lines { $0.contains(text) }.last)
  }
}
