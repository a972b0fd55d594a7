import Foundation
import HeadingGeometry
import HeadingSensing
import HeadingTesting
import Testing

extension CommandLineSuite {
  /// `compass calibrate mount --from`: a drive with a known mount.
  final class DriveMountTests {
    private let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    /// From the chip's axes to the vehicle's.
    private static let mount = Quaternion(
      angle: Angle(degrees: 118), axis: Vector3(0.48, -0.6, 0.64)
    ).matrix

    private static let gravity = 9.80665

    /// Rest, then faster and slower on the level, then a stop where the vehicle is rocked about all axes.
    private static func attitude(_ seconds: Double) -> Quaternion {
      let rocking = max(0, min(1, (seconds - 33) / 2))
      func swing(_ size: Double, _ period: Double) -> Angle {
        Angle(degrees: size * rocking * Angle(degrees: 360 * (seconds - 33) / period).sine)
      }
      return AttitudeAngles(
        heading: Angle(degrees: 70) + swing(80, 11), pitch: swing(40, 7), roll: swing(50, 5)
      ).quaternion
    }

    private static func speedRate(_ seconds: Double) -> Double {
      seconds < 3 || seconds > 33 ? 0 : 2 * Angle(degrees: 360 * (seconds - 3) / 10).sine
    }

    /// The recording; the readings of the magnetometer, and of the other two, pass through what their
    /// axes are.
    private func drive(axes: Matrix3, inertial: Matrix3 = .identity) throws -> String {
      let toChip = Self.mount.transposed
      let dip = Angle(degrees: 60)
      let earth = Vector3(0, 50 * dip.cosine, -50 * dip.sine)
      let bias = Vector3(0.01, -0.006, 0.008)
      var speed = 0.0
      var lines = [
        "t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,latitude,longitude,speed"
      ]
      for row in 0..<5500 {
        let seconds = Double(row) * 0.01
        let attitude = Self.attitude(seconds)
        let step = 1e-5
        let rate =
          (attitude.conjugate * Self.attitude(seconds + step)).rotationVector / step
        speed += Self.speedRate(seconds) * 0.01
        let force =
          attitude.conjugate * Vector3(0, 0, Self.gravity)
          + Vector3(0, Self.speedRate(seconds), 0)
        let shake = Double(row % 5) * 0.02
        let field = axes * (toChip * (attitude.conjugate * earth)) + Vector3(12, -7, 30 + shake)
        var values = [seconds]
        for vector in [inertial * (toChip * rate) + bias, inertial * (toChip * force), field] {
          values += [vector.x, vector.y, vector.z]
        }
        lines.append((values + [47, 8, max(0, speed)]).map { "\($0)" }.joined(separator: ","))
      }
      let file = temporary.url.appendingPathComponent("drive.csv")
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      return file.path
    }

    @Test(arguments: [
      (Vector3(1, 1, 1), "x=x,y=y,z=z", false), (Vector3(1, -1, -1), "x=x,y=-y,z=-z", false),
      (Vector3(1, 1, -1), "x=x,y=y,z=-z", true),
    ])
    func `the mount is estimated, and a swapped or reversed axis is named`(
      signs: Vector3, name: String, isMirrored: Bool
    ) async throws {
      let file = try drive(axes: Matrix3(diagonal: signs))
      let run = try await Program.run("compass", ["calibrate", "mount", "--from", file, "--json"])
      #expect(run.status == 0, "\(run.errors)")
      let object = try #require(Program.object(run.output))
      let rows = try #require(object["mount_matrix"] as? [[Double]])
      try #require(rows.count == 3 && rows.allSatisfy { $0.count == 3 })
      let found = Matrix3(
        rows: Vector3(rows[0][0], rows[0][1], rows[0][2]),
        Vector3(rows[1][0], rows[1][1], rows[1][2]), Vector3(rows[2][0], rows[2][1], rows[2][2]))
      let rest = found * Self.mount.transposed
      let trace = rest.columns.x.x + rest.columns.y.y + rest.columns.z.z
      // The means over a second of a sine of ten, and nothing else, stand between the two.
      #expect(Angle(radians: acos(min((trace - 1) / 2, 1))).degrees < 1)
      #expect(object["axes"] as? String == name)
      #expect(object["mirrored"] as? Bool == isMirrored)
      let text = try await Program.run("compass", ["calibrate", "mount", "--from", file])
      #expect(text.output.contains("WRONG AXES") == (name != "x=x,y=y,z=z"))
      #expect(text.output.contains("left-handed") == isMirrored)
    }

    @Test func `a left-handed die of accelerometer and gyroscope is found, and corrected`()
      async throws
    {
      let mirror = Matrix3(diagonal: Vector3(-1, 1, 1))
      let file = try drive(axes: .identity, inertial: mirror)
      let run = try await Program.run("compass", ["calibrate", "mount", "--from", file, "--json"])
      let object = try #require(Program.object(run.output), "\(run.errors)")
      let choice = try MountChoice(try #require(object["mount"] as? String))
      let wanted: [(SensorKind, Matrix3)] = [
        (.accelerometer, Self.mount * mirror), (.gyroscope, Self.mount * mirror),
        (.magnetometer, Self.mount),
      ]
      for (kind, matrix) in wanted {
        let found = try #require(choice.mount(of: kind))
        for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
          #expect((found * axis - matrix * axis).length < 0.03, "\(kind.name) \(run.output)")
        }
      }
      let text = try await Program.run("compass", ["calibrate", "mount", "--from", file])
      #expect(text.output.contains("accelerometer and gyroscope are left-handed"))
    }

    @Test func `a drive at constant speed gives no mount and states what is required`() async throws
    {
      let lines = (0..<3000).map { row in
        "\(Double(row) * 0.01),0,0,9.8,47,8,5"
      }
      let file = temporary.url.appendingPathComponent("even.csv")
      try Data(
        (["t,acc_x,acc_y,acc_z,latitude,longitude,speed"] + lines).joined(separator: "\n").utf8
      ).write(to: file)
      let run = try await Program.run("compass", ["calibrate", "mount", "--from", file.path])
      #expect(run.status == 1 && run.errors.contains("speed that grows and falls"))
    }
  }
}
