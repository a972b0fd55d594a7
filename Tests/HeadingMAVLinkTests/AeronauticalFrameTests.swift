import Foundation
import HeadingGeometry
import HeadingTesting
import Testing

@testable import HeadingMAVLink

/// Attitudes of pymavlink: all quadrants, across north, upside down.
struct AeronauticalFrameTests {
  private struct Row: Decodable {
    let heading: Double
    let pitch: Double
    let roll: Double
    let yaw: Double
    let rows: [[Double]]
  }

  @Test func `attitudes agree with pymavlink's rotation matrices`() throws {
    let lines = try ReferenceData.text("mavlink_attitudes.jsonl").split(separator: "\n")
    #expect(lines.count == 385)
    for line in lines {
      let row = try JSONDecoder().decode(Row.self, from: Data(line.utf8))
      let attitude = AttitudeAngles(
        heading: Angle(degrees: row.heading), pitch: Angle(degrees: row.pitch),
        roll: Angle(degrees: row.roll)
      ).quaternion
      let turned = attitude.aeronautical
      #expect(turned.w >= 0)
      let matrix = turned.matrix.rows
      let mine = [matrix.x, matrix.y, matrix.z].flatMap { [$0.x, $0.y, $0.z] }
      for (value, expected) in zip(mine, row.rows.joined()) {
        // The reference has nine decimals.
        #expect(abs(value - expected) < 2e-9, "\(line)")
      }
      let angles = AttitudeAngles(attitude)
      #expect(abs(angles.heading.radians - row.yaw) < 1e-9, "\(line)")
    }
  }

  @Test func `the conversion is its own inverse`() {
    let vector = Vector3(1, 2, 3)
    #expect(vector.aeronautical == Vector3(2, 1, -3) && vector.aeronautical.aeronautical == vector)
    let attitude = Quaternion(w: 0.5, x: 0.5, y: -0.5, z: 0.5)
    #expect(attitude.aeronautical.aeronautical == attitude)
  }
}
