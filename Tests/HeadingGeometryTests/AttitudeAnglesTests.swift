import HeadingGeometry
import Testing

/// The conventions of attitude: body x right, y forward, z up; earth east, north, up.
struct AttitudeAnglesTests {
  private static let half = 0.5.squareRoot()

  private func attitude(_ heading: Double, _ pitch: Double, _ roll: Double) -> Quaternion {
    AttitudeAngles(
      heading: Angle(degrees: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)
    ).quaternion
  }

  private func expect(
    _ vector: Vector3, _ expected: Vector3, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((vector - expected).length < 1e-12, "\(vector)", sourceLocation: sourceLocation)
  }

  @Test func `level and north is the identity`() {
    #expect(attitude(0, 0, 0) == .identity)
  }

  @Test func `a heading of 90 degrees points forward to the east and right to the south`() {
    let east = attitude(90, 0, 0)
    expect(east * Vector3(0, 1, 0), Vector3(1, 0, 0))
    expect(east * Vector3(1, 0, 0), Vector3(0, -1, 0))
    expect(east * Vector3(0, 0, 1), Vector3(0, 0, 1))
    // Clockwise from above is −90° about up: w = cos 45°, z = −sin 45°.
    #expect(abs(east.w - Self.half) < 1e-15)
    expect(east.vector, Vector3(0, 0, -Self.half))
  }

  @Test func `a positive pitch raises the nose`() {
    let raised = attitude(0, 30, 0)
    expect(raised * Vector3(0, 1, 0), Vector3(0, 0.75.squareRoot(), 0.5))
    expect(raised * Vector3(1, 0, 0), Vector3(1, 0, 0))
  }

  @Test func `a positive roll lowers the right side`() {
    let leaning = attitude(0, 0, 30)
    expect(leaning * Vector3(1, 0, 0), Vector3(0.75.squareRoot(), 0, -0.5))
    expect(leaning * Vector3(0, 1, 0), Vector3(0, 1, 0))
  }

  @Test func `heading is applied last and roll first`() {
    // East, nose straight up by 90°, then what was right of the device points south as before.
    let up = attitude(90, 90, 0)
    expect(up * Vector3(0, 1, 0), Vector3(0, 0, 1))
    expect(up * Vector3(0, 0, 1), Vector3(-1, 0, 0))
    // Rolled by 90° with the nose north, then turned east: the right side is down.
    let side = attitude(90, 0, 90)
    expect(side * Vector3(1, 0, 0), Vector3(0, 0, -1))
    expect(side * Vector3(0, 0, 1), Vector3(0, -1, 0))
  }

  @Test func `angles of a quaternion are independent of its sign`() {
    for heading in stride(from: -170.0, through: 180, by: 35) {
      for pitch in stride(from: -89.0, through: 89, by: 17.8) {
        for roll in stride(from: -175.0, through: 175, by: 35) {
          let attitude = attitude(heading, pitch, roll)
          for same in [attitude, Quaternion(w: -attitude.w, vector: -attitude.vector)] {
            let angles = AttitudeAngles(same)
            #expect(abs((angles.heading - Angle(degrees: heading)).normalized.degrees) < 1e-9)
            #expect(abs(angles.pitch.degrees - pitch) < 1e-9)
            #expect(abs((angles.roll - Angle(degrees: roll)).normalized.degrees) < 1e-9)
          }
        }
      }
    }
  }

  @Test(arguments: [90.0, -90.0], [0.0, 37, -120, 179])
  func `at 90 degrees of pitch roll is zero and heading contains both rotations`(
    pitch: Double, heading: Double
  ) {
    let angles = AttitudeAngles(attitude(heading, pitch, 25))
    #expect(abs(angles.pitch.degrees - pitch) < 1e-6)
    #expect(angles.roll == .zero)
    // The attitude is the same: a rotation about the same axis.
    let again = angles.quaternion
    #expect((again * attitude(heading, pitch, 25).conjugate).rotationVector.length < 1e-7)
  }

  @Test func `rotation matrix and quaternion are equal`() {
    for heading in stride(from: 0.0, to: 360, by: 45) {
      for roll in [-180.0, -90, 0, 90, 135, 180] {
        let attitude = attitude(heading, 20, roll)
        let again = Quaternion(rotation: attitude.matrix)
        #expect((again * attitude.conjugate).rotationVector.length < 1e-7)
        #expect(attitude.matrix.orthogonalityError < 1e-14)
        #expect(abs(attitude.matrix.determinant - 1) < 1e-14)
      }
    }
  }

  @Test(arguments: [0.0, 1e-13, 1e-9, 9.9e-5, 1.01e-4, 0.3, 3.1, 3.14159])
  func `a rotation vector is recovered from its quaternion`(length: Double) {
    let direction = Vector3(2, -3, 6) / 7
    let vector = direction * length
    let back = Quaternion(rotationVector: vector).rotationVector
    #expect((back - vector).length <= 1e-12 * max(1, length))
  }

  @Test func `the zero quaternion has no normalized form`() {
    #expect(Quaternion(w: 0, x: 0, y: 0, z: 0).normalized == nil)
    #expect(Quaternion(w: .nan, x: 0, y: 0, z: 1).normalized == nil)
    #expect(Quaternion(w: .infinity, x: 0, y: 0, z: 1).normalized == nil)
    #expect(Quaternion(w: 3, x: 0, y: 4, z: 0).normalized == Quaternion(w: 0.6, x: 0, y: 0.8, z: 0))
  }
}
