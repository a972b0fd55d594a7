import Foundation
import HeadingIIOServer
import HeadingSimulation
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// A magnetometer whose driver's mount matrix is refused, and one whose die is mirrored, as users
  /// see them.
  struct RefusedMountTests {
    /// Serves a Sense HAT at rest, heading 170°, with a mount matrix of its magnetometer.
    private func serve(
      _ matrix: String?, _ name: String = "sense-hat:heading=170,iron=none",
      _ body: @escaping @Sendable ([String]) async throws -> Void
    ) async throws {
      let scenario = try Scenario.named(name)
      var context = ServedContext(board: scenario.board)
      if let matrix {
        for index in context.devices.indices where context.devices[index].name == "lsm9ds1_magn" {
          context.devices[index].files["mount_matrix"] = ServedAttribute(matrix)
        }
      }
      let hat = scenario.hat()
      try await IIODServer(hat, context: context).serve { port in
        try await body(["--uri", "ip:127.0.0.1:\(port)"])
      }
    }

    private static let refused = "1, 0, 0; 0, 1, 0; 0, 0, 0"

    @Test func `a refused matrix gives mount_invalid and no heading, and says what to write`()
      async throws
    {
      try await serve(Self.refused) { uri in
        let once = try await Program.run("compass", ["--once", "--json", "--gpsd", "none"] + uri)
        #expect(once.status != 0)
        let object = try #require(Program.object(once.output), "\(once.output) \(once.errors)")
        #expect((object["reasons"] as? [String])?.contains("mount_invalid") == true)
        #expect(object["magnetic_heading"] is NSNull || object["magnetic_heading"] == nil)
        #expect(object["status"] as? String == "invalid")
        let why = try await Program.run("compass", ["why", "--gpsd", "none"] + uri)
        #expect(why.status != 0)
        let doctor = try await Program.run("compass", ["doctor", "--gpsd", "none"] + uri)
        #expect(doctor.status == 69)
        let devices = try await Program.run("compass", ["devices"] + uri)
        #expect(devices.status == 0)
        for text in [why.errors, doctor.output, devices.output].map(Self.unwrapped) {
          #expect(text.contains("lsm9ds1_magn"), "\(text)")
          #expect(text.contains("refused"), "\(text)")
          #expect(text.contains("--mount magnetometer=x="), "\(text)")
        }
        let json = try await Program.run("compass", ["devices", "--json"] + uri)
        let document = try #require(Program.object(json.output), "\(json.errors)")
        let mounts = (document["devices"] as? [[String: Any]] ?? []).flatMap {
          $0["mounts"] as? [[String: Any]] ?? []
        }
        let field = try #require(mounts.first { $0["sensor"] as? String == "magnetometer" })
        #expect(field["problem"] is String && !(field["matrix"] is [[Double]]))
      }
    }

    @Test(arguments: [
      ["--mount", "magnetometer=x=left,y=forward,z=up"],
      ["--mount", "magnetometer=-1,0,0; 0,1,0; 0,0,1", "--mount", "gyroscope=x=right,y=forward"],
    ])
    func `the option replaces a refused matrix of one sensor`(mount: [String]) async throws {
      try await serve(Self.refused) { uri in
        let run = try await Program.run(
          "compass", ["--once", "--json", "--gpsd", "none"] + mount + uri)
        let object = try #require(Program.object(run.output), "\(run.output) \(run.errors)")
        let heading = try #require(object["magnetic_heading"] as? Double, "\(run.errors)")
        // The magnetometer is not calibrated: its bias is 2 µT.
        #expect(abs(heading - 170) < 8)
        #expect((object["reasons"] as? [String])?.contains("mount_invalid") == false)
      }
    }

    @Test func `free motion finds the mirrored axes of a refused magnetometer`() async throws {
      try await serve(Self.refused, "sense-hat:motion=six-poses") { uri in
        let arguments = [
          "calibrate", "mount", "--json", "--gpsd", "none", "--latitude", "37.77",
          "--longitude", "-122.42",
        ]
        let run = try await Program.run("compass", arguments + uri, seconds: 130)
        #expect(run.status == 0, "\(run.errors)")
        let object = try #require(Program.object(run.output), "\(run.output) \(run.errors)")
        let sensors = try #require(object["sensors"] as? [String: [String: Any]])
        #expect(sensors["magnetometer"]?["axes"] as? String == "x=-x,y=y,z=z", "\(sensors)")
        #expect(sensors["magnetometer"]?["mirrored"] as? Bool == true)
        #expect(sensors["gyroscope"]?["axes"] as? String == "x=x,y=y,z=z", "\(sensors)")
        // What it prints is what the option takes.
        let mount = try #require(object["mount"] as? String)
        let devices = try await Program.run("compass", ["devices", "--mount", mount] + uri)
        #expect(devices.status == 0, "\(mount) \(devices.errors)")
        #expect(!devices.output.contains("refused"), "\(devices.output)")
        #expect(devices.output.contains("mirrored"), "\(devices.output)")
      }
    }

    @Test func `a mirrored magnetometer is used, and devices and doctor say so`() async throws {
      try await serve(nil) { uri in
        let devices = try await Program.run("compass", ["devices"] + uri)
        #expect(devices.output.contains("mirrored (determinant -1)"), "\(devices.output)")
        let doctor = try await Program.run("compass", ["doctor", "--gpsd", "none"] + uri)
        #expect(Self.unwrapped(doctor.output).contains("mirrored (determinant -1)"))
      }
    }

    @Test(arguments: [
      ("gyroscope=x=left,y=forward,z=up", "left-handed"),
      ("magnetometer=x=up,y=up", "perpendicular"),
      ("imu=x=up,y=left", "magnetometer="), ("x=left,y=forward,z=up", "magnetometer="),
      ("accelerometer=x=up,y=left accelerometer=x=up,y=left", "has two"),
    ])
    func `a wrong option is refused with its sensor and the remedy`(mount: String, part: String)
      async throws
    {
      let run = try await Program.run("compass", ["devices", "--mount", mount])
      #expect(run.status == 64 && run.errors.contains(part), "\(run.errors)")
      #expect(run.errors.contains("--mount '\(mount)' cannot be used"), "\(run.errors)")
    }

    private static func unwrapped(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}
