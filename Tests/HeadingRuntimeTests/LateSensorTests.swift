import Foundation
import Glibc
import HeadingGeometry
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTesting
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
