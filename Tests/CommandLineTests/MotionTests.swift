import Foundation
import Glibc
import HeadingLocationServices
import HeadingTesting
import Testing

@testable import CoreMotion

extension CommandLineSuite {
  /// Core Motion before a running daemon.
  struct MotionTests {
    @Test func `magnetometer samples and user acceleration are received from the daemon`()
      async throws
    {
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let socket = folder.url.path + "/s"
      let daemon = try Program("headingd", ["--simulate", "--socket", socket])
      defer { daemon.signal(SIGTERM) }
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      let manager = CMMotionManager(
        hub: SensorHub(ProgramOrigin(environment: ["HEADINGD_SOCKET": socket])))
      manager.startDeviceMotionUpdates(using: .xMagneticNorthZVertical)
      manager.startMagnetometerUpdates()
      let motion = try await Program.wait("a motion with a reading") {
        manager.deviceMotion.flatMap { $0.userAcceleration.x.isNaN ? nil : $0 }
      }
      let acceleration = motion.userAcceleration
      #expect(abs(acceleration.x) < 0.2 && abs(acceleration.y) < 0.2 && abs(acceleration.z) < 0.2)
      let data = try await Program.wait("a reading of the magnetometer") {
        manager.magnetometerData
      }
      let field = data.magneticField
      let strength = (field.x * field.x + field.y * field.y + field.z * field.z).squareRoot()
      #expect((10...200).contains(strength))
    }
  }
}
