import Foundation
import Glibc
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTesting
import Synchronization
import Testing

/// Sensors that appear after the service has started.
@Suite(.timeLimit(.minutes(5))) struct LateSensorTests {
  /// Runs a program's service without its magnetometer while a function makes it appear.
  private func run(
    _ uri: String, _ arrive: @Sendable (HeadingService) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let store = ProfileStore(folders: [folder.url])
    var profile = try CalibrationProfile(
      parameters: CalibrationProfile(
        contentsOf: SharedData.packageRoot.appendingPathComponent(
          "calibration/simulated-hat.json")
      ).parameters)
    profile.isSimulated = true
    try store.save(
      profile,
      for: SensorIdentity(name: "lsm9ds1_magn", busAddress: SensorIdentity.simulatedBus))
    let configuration = try ServiceConfiguration(
      yaml: "", path: "test",
      environment: ["HEADINGD_SENSORS_URI": uri, "HEADINGD_SENSORS_GPSD": "none"])
    let setup = SensorSetup.forProgram(
      configuration,
      folder: ModelSearchPath(named: folder.url.path, environment: [:], executable: ""),
      store: store)
    #expect(setup.sensor == nil && setup.calibration == nil)
    let service = HeadingService()
    service.use(setup)
    let running = Task { await service.run(setup.sources) }
    defer { running.cancel() }
    try await arrive(service)
    #expect(service.report.sensor?.name == "lsm9ds1_magn")
    #expect(service.report.calibration == profile.parameters)
    #expect(service.report.mounts[.magnetometer] == .identity)
    #expect(service.report.source.contains("SIMULATED"))
  }

  /// The magnetometer's events in order: samples, and calibrations by their hard iron.
  private final class Order: Sendable {
    let entries = Mutex<[Vector3?]>([])
    /// The newest rate, and the longest time between two, s.
    let rates = Mutex<(newest: BootTime?, longest: Double)>((nil, 0))

    func take(_ event: SensorEvent) {
      if case .angularRate(let sample) = event {
        rates.withLock { rates in
          let pause = rates.newest.map { sample.time.seconds(since: $0) } ?? 0
          rates = (sample.time, max(rates.longest, pause))
        }
      }
      entries.withLock { entries in
        switch event {
        case .magneticField where entries.last != .some(nil): entries.append(nil)
        case .calibration(_, let calibration): entries.append(calibration?.hardIron ?? .zero)
        default: break
        }
      }
    }
  }

  @Test func `another magnetometer at the same address is never read with the old one's profile`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = ProfileStore(folders: [folder.url])
    let irons = ["lsm9ds1_magn": Vector3(1e-6, 0, 0), "mpu9250": Vector3(2e-6, 0, 0)]
    for (name, iron) in irons {
      var profile = CalibrationProfile(parameters: CalibrationParameters())
      profile.parameters.hardIron = iron
      profile.isSimulated = true
      try store.save(
        profile, for: SensorIdentity(name: name, busAddress: SensorIdentity.simulatedBus))
    }
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    let configuration = try ServiceConfiguration(
      yaml: "", path: "test",
      environment: [
        "HEADINGD_SENSORS_URI": "ip:127.0.0.1:\(port)", "HEADINGD_SENSORS_GPSD": "none",
      ])
    let path = ModelSearchPath(named: folder.url.path, environment: [:], executable: "")
    let service = HeadingService()
    let order = Order()
    service.listen { order.take($0) }
    let (notices, output) = AsyncStream.makeStream(of: String.self)
    service.observeNotices { output.yield($0.message) }
    let setup = SensorSetup.forProgram(configuration, folder: path, store: store)
    service.use(setup)
    let running = Task { await service.run(setup.sources) }
    defer { running.cancel() }
    for (turn, scenario) in ["pose", "pose:board=nine-axis", "pose"].enumerated() {
      let name = scenario == "pose" ? "lsm9ds1_magn" : "mpu9250"
      order.entries.withLock { $0 = [] }
      order.rates.withLock { $0.longest = 0 }
      try await IIODServer(try Scenario.named(scenario)).serve(port: port) { _ in
        if turn > 0 {
          let news = await notices.first { $0.contains("has taken the place of") }
          #expect(news?.hasPrefix(name) == true)
        }
        let (samples, signal) = AsyncStream.makeStream(of: Void.self)
        // A rate after the field: by then both chips have sent, so the pause between two rates is known.
        let hasField = Mutex(false)
        let listener = service.listen { event in
          switch event {
          case .magneticField: hasField.withLock { $0 = true }
          case .angularRate where hasField.withLock({ $0 }): signal.finish()
          default: break
          }
        }
        for await _ in samples {}
        service.unsubscribe(listener)
        #expect(service.report.sensor?.name == name)
        #expect(service.report.calibration?.hardIron == irons[name])
      }
      // The estimator starts anew after two seconds without a gyroscope.
      if turn > 0 { #expect(order.rates.withLock { $0.longest } > 2) }
      // The samples of this server came after its own calibration.
      let entries = order.entries.withLock { $0 }
      let own = try #require(entries.firstIndex(of: irons[name]))
      #expect(entries.firstIndex(of: nil).map { $0 > own } == true, "\(name): \(entries)")
    }
  }

  /// Waits until a calibration is in force.
  private func calibrated(_ service: HeadingService) async {
    let (found, signal) = AsyncStream.makeStream(of: Void.self)
    let listener = service.listen { event in
      if case .calibration(_, .some) = event { signal.finish() }
    }
    if service.report.calibration == nil { for await _ in found {} }
    service.unsubscribe(listener)
  }

  @Test func `a server started later gets the profile of its sensor`() async throws {
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    try await run("ip:127.0.0.1:\(port)") { service in
      try await IIODServer(try Scenario.named("pose")).serve(port: port) { _ in
        await calibrated(service)
      }
    }
  }

  @Test func `a magnetometer attached later gets its profile`() async throws {
    let server = IIODServer(try Scenario.named("pose"))
    try server.setFaults([.absent], on: "lsm9ds1_magn")
    try await server.serve { port in
      try await run("ip:127.0.0.1:\(port)") { service in
        try server.setFaults([], on: "lsm9ds1_magn")
        await calibrated(service)
      }
    }
  }
}
