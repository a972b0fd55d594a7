import Foundation
import HeadingGeometry
import HeadingIIOServer
import HeadingSensing
import HeadingSimulation
import HeadingStorage
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// Sensors whose driver's mount matrix is refused, and ones whose dies are mirrored, as users see
  /// them.
  struct RefusedMountTests {
    /// Serves a Sense HAT, by default at rest, heading 170°, with these mount matrices of its devices.
    private func serve(
      _ matrices: [String: String], _ name: String = "sense-hat:heading=170,iron=none",
      _ body: @escaping @Sendable ([String]) async throws -> Void
    ) async throws {
      let scenario = try Scenario.named(name)
      var context = ServedContext(board: scenario.board)
      for index in context.devices.indices {
        guard let matrix = matrices[context.devices[index].name ?? ""] else { continue }
        context.devices[index].files["mount_matrix"] = ServedAttribute(matrix)
      }
      let hat = scenario.hat()
      try await IIODServer(hat, context: context).serve { port in
        try await body(["--uri", "ip:127.0.0.1:\(port)"])
      }
    }

    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private static let refused = ["lsm9ds1_magn": "1, 0, 0; 0, 1, 0; 0, 0, 0"]

    /// What Linux's drivers report where no device tree declares a matrix.
    private static let undeclared = [
      "lsm9ds1_magn", "lsm9ds1-imu_accel", "lsm9ds1-imu_gyro",
    ].reduce(into: [String: String]()) { $0[$1] = "1, 0, 0; 0, 1, 0; 0, 0, 1" }

    /// The value of `--mount` on the board's page.
    private static func documentedMount() throws -> String {
      let page = SharedData.packageRoot.appendingPathComponent("docs/boards/sense-hat.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      let match = try #require(text.firstMatch(of: /--mount "([^"]+)"/))
      return String(match.1)
    }

    @Test(arguments: [0.0, 45, 90, 135, 180, 225, 270, 315], [60.0, -60])
    func `the kernel's Sense HAT is right within 1 degree with the documented mount`(
      heading: Double, tilt: Double
    ) async throws {
      let name = "sense-hat:heading=\(heading),\(tilt > 0 ? "pitch" : "roll")=\(tilt)"
      let profile = temporary.url.appendingPathComponent("sense-hat.json")
      try CalibrationProfile(parameters: Scenario.named(name).hat().calibration).write(to: profile)
      let mount = try Self.documentedMount()
      try await serve(Self.undeclared, name) { uri in
        let run = try await Program.run(
          "compass",
          ["--once", "--json", "--gpsd", "none", "--profile", profile.path, "--mount", mount] + uri)
        let object = try #require(Program.object(run.output), "\(run.output) \(run.errors)")
        let found = try #require(object["magnetic_heading"] as? Double, "\(run.errors)")
        #expect(abs((found - heading).remainder(dividingBy: 360)) < 1, "\(found)")
        #expect((object["reasons"] as? [String])?.contains("mount_invalid") == false)
      }
    }

    @Test func `without a mount the kernel's Sense HAT has no heading, and why is said`()
      async throws
    {
      try await serve(Self.undeclared) { uri in
        let once = try await Program.run("compass", ["--once", "--json", "--gpsd", "none"] + uri)
        #expect(once.status != 0)
        let object = try #require(Program.object(once.output), "\(once.output) \(once.errors)")
        #expect((object["reasons"] as? [String])?.contains("mount_invalid") == true)
        #expect(object["magnetic_heading"] is NSNull || object["magnetic_heading"] == nil)
        let why = try await Program.run("compass", ["why", "--gpsd", "none"] + uri)
        let doctor = try await Program.run("compass", ["doctor", "--gpsd", "none"] + uri)
        for text in [why.errors, doctor.output].map(Program.unwrapped) {
          for part in [
            "lsm9ds1-imu_accel", "axes are left-handed by its data sheet",
            "--mount accelerometer=x=...,y=...,z=...",
          ] {
            #expect(text.contains(part), "\(text)")
          }
        }
      }
    }

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
        for text in [why.errors, doctor.output, devices.output].map(Program.unwrapped) {
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
      ["--mount", "magnetometer=x=right,y=forward,z=up"],
      [
        "--mount", "magnetometer=1,0,0; 0,1,0; 0,0,1", "--mount",
        "gyroscope=x=left,y=forward,z=up",
      ],
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

    @Test func `the mirrored axes of refused inertial sensors are found`() async throws {
      try await serve(Self.undeclared, "sense-hat:motion=six-poses") { uri in
        let arguments = [
          "calibrate", "mount", "--json", "--gpsd", "none", "--latitude", "37.77",
          "--longitude", "-122.42",
        ]
        let run = try await Program.run("compass", arguments + uri, seconds: 130)
        #expect(run.status == 0, "\(run.errors)")
        let object = try #require(Program.object(run.output), "\(run.output) \(run.errors)")
        let sensors = try #require(object["sensors"] as? [String: [String: Any]])
        #expect(sensors["accelerometer"]?["mirrored"] as? Bool == true)
        #expect(sensors["gyroscope"]?["axes"] as? String == "x=x,y=y,z=z", "\(sensors)")
        #expect(sensors["gyroscope"]?["mirrored"] as? Bool == true)
        #expect(sensors["magnetometer"]?["axes"] as? String == "x=x,y=y,z=z", "\(sensors)")
        #expect(sensors["magnetometer"]?["mirrored"] as? Bool == false)
        // What it prints is what the option takes.
        let mount = try #require(object["mount"] as? String)
        let devices = try await Program.run("compass", ["devices", "--mount", mount] + uri)
        #expect(devices.status == 0, "\(mount) \(devices.errors)")
        #expect(!devices.output.contains("refused"), "\(devices.output)")
        #expect(devices.output.contains("mirrored"), "\(devices.output)")
        let choice = try MountChoice(mount)
        let axes: [(SensorKind, Double)] = [
          (.accelerometer, -1), (.gyroscope, -1), (.magnetometer, 1),
        ]
        for (kind, x) in axes {
          let right = try #require(choice.mount(of: kind)) * Vector3(x, 0, 0)
          #expect((right - Vector3(1, 0, 0)).length < 0.1, "\(mount)")
        }
      }
    }

    @Test func `mirrored sensors are used, and devices and doctor say so`() async throws {
      try await serve([:]) { uri in
        let devices = try await Program.run("compass", ["devices"] + uri)
        #expect(devices.output.contains("mirrored (determinant -1)"), "\(devices.output)")
        let doctor = try await Program.run("compass", ["doctor", "--gpsd", "none"] + uri)
        #expect(Program.unwrapped(doctor.output).contains("mirrored (determinant -1)"))
      }
    }

    @Test(arguments: [
      ("gyroscope=x=left,y=left", "perpendicular"),
      ("magnetometer=x=up,y=up", "perpendicular"),
      ("imu=x=up,y=left", "magnetometer="), ("x=left,y=forward,z=up", "which a board's cannot be"),
      ("accelerometer=x=up,y=left accelerometer=x=up,y=left", "has two"),
    ])
    func `a wrong option is refused with its sensor and the remedy`(mount: String, part: String)
      async throws
    {
      let run = try await Program.run("compass", ["devices", "--mount", mount])
      #expect(run.status == 64 && run.errors.contains(part), "\(run.errors)")
      #expect(run.errors.contains("--mount '\(mount)' cannot be used"), "\(run.errors)")
    }
  }
}
