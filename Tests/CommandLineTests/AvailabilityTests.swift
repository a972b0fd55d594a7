import CoreLocation
import CoreMotion
import Foundation
import Glibc
import HeadingAuthorization
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// What is available to a program written for Apple's systems, and what it then receives: with a
  /// daemon, with the engine in the program, and simulated; each in a process of its own.
  @Suite(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed"))
  struct AvailabilityTests {
    /// Where a program has its values from.
    enum Origin: String, CaseIterable, Codable { case daemon, engine, simulation }

    /// The program that the connections of exit tests come from, as the kernel names it.
    private static let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

    /// Sensors, a receiver behind a real gpsd, and a daemon for both.
    private final class Machine {
      let folder: TemporaryFolder
      let gpsd: RealGPSD
      let feed: ReceiverFeed
      let sensors: SimulatedServer
      let daemon: Program
      let gpsdAddress: String
      var socket: String { folder.url.path + "/s" }

      init() async throws {
        folder = try TemporaryFolder()
        let port = try LoopbackSocket.freePort(SOCK_STREAM)
        let receiver = try LoopbackSocket.freePort(SOCK_DGRAM)
        gpsdAddress = "127.0.0.1:\(port)"
        gpsd = try RealGPSD(port: port, receiver: "udp://127.0.0.1:\(receiver)")
        let line = try LoopbackSocket(SOCK_DGRAM)
        feed = ReceiverFeed { line.send($0, to: receiver) }
        sensors = try await SimulatedServer("turning")
        let configuration = try folder.put(
          "headingd.yaml",
          """
          authorization:
            file: \(folder.url.path)/decisions.json
            policy: \(folder.url.path)/authorization.json
          """)
        let socket = folder.url.path + "/s"
        let daemon = try Program(
          "headingd",
          [
            "--socket", socket, "--config", configuration, "--uri", sensors.uri, "--gpsd",
            gpsdAddress,
          ])
        self.daemon = daemon
        try await Program.wait("socket; \(daemon.errors)") {
          FileManager.default.fileExists(atPath: socket) ? () : nil
        }
      }

      /// The environment of a program with an origin.
      func environment(_ origin: Origin) -> [String: String] {
        var values = [
          "XDG_CONFIG_HOME": folder.url.path, "XDG_STATE_HOME": folder.url.path,
          "HEADINGD_SENSORS_URI": sensors.uri, "HEADINGD_SENSORS_GPSD": gpsdAddress,
          // No Bluetooth.
          "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        if origin == .daemon { values["HEADINGD_SOCKET"] = socket }
        // With a daemon beside it, which is not used.
        if origin == .simulation {
          values["CORELOCATION_SIMULATE"] = "51.6667,-0.3333,60"
          values["HEADINGD_SOCKET"] = socket
        }
        return values
      }

      deinit {
        daemon.signal(SIGTERM)
        feed.stop()
        gpsd.stop()
      }
    }

    private static func begin(_ environment: [String: String]) {
      // No questions are possible without a terminal.
      _ = setsid()
      unsetenv("CORELOCATION_SIMULATE")
      unsetenv("HEADINGD_SOCKET")
      for (name, value) in environment { setenv(name, value, 1) }
    }

    @Test(arguments: Origin.allCases)
    func `what is available says so and is delivered`(_ origin: Origin) async throws {
      let machine = try await Machine()
      let watch = try Program("compass", ["--json", "--rate", "5", "--socket", machine.socket])
      defer { watch.signal(SIGTERM) }
      _ = try await watch.update("a place") { $0["altitude"] is Double && $0["latitude"] is Double }
      let allow = ["authorize", "allow", Self.program, "--always"]
      let file = try await Program.run(
        "/usr/bin/env",
        ["XDG_CONFIG_HOME=\(machine.folder.url.path)", Program.path("compass")] + allow
          + ["--user-file"])
      #expect(file.status == 0 && file.output.contains("in this user's file"), "\(file)")
      if origin == .daemon {
        let run = try await Program.run("compass", allow + ["--socket", machine.socket])
        #expect(run.status == 0, "\(run.errors)")
      }
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        [environment = machine.environment(origin) as [String: String], origin = origin as Origin]
        in
        AvailabilityTests.begin(environment)
        AvailabilityTests.expectAvailability(hasSensors: origin != .simulation)
        await AvailabilityTests.expectAltitude()
      }
      let said = String(bytes: result?.standardErrorContent ?? [], encoding: .utf8) ?? ""
      #expect(!said.contains("nobody"), "\(said)")
    }

    /// Judges every availability call of a program with a fix, and with or without sensors.
    private static func expectAvailability(hasSensors: Bool) {
      #expect(CLLocationManager.locationServicesEnabled())
      #expect(CLLocationManager.authorizationStatus() == .authorizedAlways)
      #expect(CLLocationManager.significantLocationChangeMonitoringAvailable())
      #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
      #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
      #expect(!CLLocationManager.isMonitoringAvailable(for: CLRegion.self))
      #expect(!CLLocationManager.isRangingAvailable())
      #expect(!CLLocationManager.deferredLocationUpdatesAvailable())
      #expect(CLLocationManager.headingAvailable() == hasSensors)
      #expect(CMAltimeter.isAbsoluteAltitudeAvailable())
      #expect(CMAltimeter.isRelativeAltitudeAvailable() == hasSensors)
      let motion = CMMotionManager()
      #expect(motion.isDeviceMotionAvailable == hasSensors)
      #expect(motion.isAccelerometerAvailable == hasSensors)
      #expect(motion.isGyroAvailable == hasSensors)
      #expect(motion.isMagnetometerAvailable == hasSensors)
      let frames: CMAttitudeReferenceFrame =
        hasSensors
        ? [
          .xArbitraryZVertical, .xArbitraryCorrectedZVertical, .xMagneticNorthZVertical,
          .xTrueNorthZVertical,
        ] : []
      #expect(CMMotionManager.availableAttitudeReferenceFrames() == frames)
    }

    /// Waits for an absolute altitude: the receiver's 60 m; requests what is granted already.
    private static func expectAltitude() async {
      let manager = CLLocationManager()
      manager.requestWhenInUseAuthorization()
      manager.requestAlwaysAuthorization()
      let altimeter = CMAltimeter()
      let (stream, output) = AsyncStream.makeStream(of: SIMD2<Double>.self)
      altimeter.startAbsoluteAltitudeUpdates(to: OperationQueue()) { data, _ in
        if let data { output.yield(SIMD2(data.altitude, data.accuracy)) }
      }
      for await data in stream {
        #expect(data.y > 0 && abs(data.x - 60) < 4 * data.y, "\(data)")
        break
      }
      altimeter.stopAbsoluteAltitudeUpdates()
    }
  }
}
