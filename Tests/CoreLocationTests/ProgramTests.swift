import Glibc
import HeadingAuthorization
import HeadingProtocol
import HeadingSimulation
import HeadingTesting
import Testing

@testable import CoreLocation

/// Managers created by `CLLocationManager()`, each test in a process with its own environment.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  /// Sets the process's environment and its user's decisions.
  ///
  /// - Returns: The folder of the decisions, which the test must retain.
  private static func begin(
    _ variables: [String: String], _ change: (inout AuthorizationPolicy) -> Void = { _ in }
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    // No questions are possible without a terminal.
    _ = setsid()
    let own = [
      "XDG_CONFIG_HOME": folder.url.path, "XDG_STATE_HOME": folder.url.path,
      // No Bluetooth.
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
    for (name, value) in variables.merging(own, uniquingKeysWith: { $1 }) { setenv(name, value, 1) }
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var policy = AuthorizationPolicy()
    policy.programs[program] = AuthorizationPolicy.Record(.always)
    change(&policy)
    let data = try JSONEncoder().encode(policy)
    try folder.put("headingd/authorization.json", String(bytes: data, encoding: .utf8) ?? "")
    return folder
  }

  /// Returns a manager's calls until the first location.
  @MainActor private static func expectPlace() async {
    let (manager, recorder) = (CLLocationManager(), Recorder())
    manager.delegate = recorder
    let (stream, output) = AsyncStream.makeStream(of: Void.self)
    recorder.onPlaces = { _ in output.finish() }
    manager.startUpdatingLocation()
    for await _ in stream {}
    #expect(recorder.log == ["authorization", "places"])
    #expect(recorder.statuses == [.authorizedAlways])
    #expect(manager.location?.coordinate.latitude == 37.5 && manager.location?.altitude == 38)
    #expect(manager.location?.sourceInformation?.isSimulatedBySoftware == true)
  }

  @Test func `a simulated location reaches the program's manager`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ProgramTests.begin(["CORELOCATION_SIMULATE": "37.5,127,38"])
      #expect(CLLocationManager.locationServicesEnabled())
      #expect(CLLocationManager.authorizationStatus() == .authorizedAlways)
      #expect(CLLocationManager.significantLocationChangeMonitoringAvailable())
      #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
      #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
      #expect(!CLLocationManager.headingAvailable() && !CLLocationManager.isRangingAvailable())
      await ProgramTests.expectPlace()
      withExtendedLifetime(folder) {}
    }
  }

  @Test func `nothing is available without sensors or with location disabled`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ProgramTests.begin(["HEADINGD_SOCKET": "/nonexistent"]) {
        $0.isEnabled = false
      }
      #expect(!CLLocationManager.locationServicesEnabled())
      #expect(CLLocationManager.authorizationStatus() == .denied)
      #expect(CLLocationManager().authorizationStatus == .denied)
      #expect(!CLLocationManager.headingAvailable())
      #expect(!CLLocationManager.significantLocationChangeMonitoringAvailable())
      #expect(!CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
      withExtendedLifetime(folder) {}
    }
  }

  @Test func `a readable magnetometer makes headings available`() async {
    await #expect(processExitsWith: .success) {
      try await IIODServer(try Scenario.named("pose")).serve { port in
        let folder = try ProgramTests.begin([
          "HEADINGD_SENSORS_URI": "ip:127.0.0.1:\(port)", "HEADINGD_SENSORS_GPSD": "none",
        ])
        #expect(CLLocationManager.headingAvailable())
        #expect(!CLLocationManager.significantLocationChangeMonitoringAvailable())
        withExtendedLifetime(folder) {}
      }
    }
  }

  /// Requests authorization and waits until the requests have completed.
  @MainActor private static func request() async -> CLAuthorizationStatus {
    let manager = CLLocationManager()
    manager.requestWhenInUseAuthorization()
    manager.requestWhenInUseAuthorization()
    await withCheckedContinuation { continuation in
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "none") { _ in
        continuation.resume()
      }
    }
    return manager.authorizationStatus
  }

  @Test(arguments: [false, true])
  func `a request without a question logs the reason once`(
    _ needsUsageKeys: Bool
  ) async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [needsUsageKeys] in
      let folder = try ProgramTests.begin(["CORELOCATION_SIMULATE": "37.5,127"]) {
        $0.programs = [:]
        $0.needsUsageKeys = needsUsageKeys
      }
      #expect(await ProgramTests.request() == .notDetermined)
      withExtendedLifetime(folder) {}
    }
    let text = String(bytes: result?.standardErrorContent ?? [], encoding: .utf8)
    let lines = (text ?? "").split(separator: "\n").filter { $0.hasPrefix("CoreLocation: ") }
    #expect(lines.count == 1)
    let reason = needsUsageKeys ? "lacks a usage description" : "`compass authorize allow "
    #expect(lines.first?.contains(reason) == true)
  }
}
