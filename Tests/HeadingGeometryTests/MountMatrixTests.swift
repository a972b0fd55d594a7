import HeadingGeometry
import Testing

struct MountMatrixTests {
  @Test(
    arguments: [
      ("x=right,y=forward", Vector3(1, 2, 3)), ("x=forward,y=left", Vector3(-2, 1, 3)),
      (" X = Forward , z = UP ", Vector3(-2, 1, 3)), ("y=down,z=forward", Vector3(1, 3, -2)),
      ("x=left,y=forward,z=down", Vector3(-1, 2, -3)), ("x=backward,y=right", Vector3(2, -1, 3)),
    ])
  func `words give the directions of the chip's axes`(words: String, expected: Vector3) throws {
    // A reading (1, 2, 3): each component is along the direction of its axis.
    #expect(try MountMatrix(words: words) * Vector3(1, 2, 3) == expected)
  }

  @Test(
    arguments: [
      ("x=right,y=left", MountMatrixError.notOrthogonal), ("x=up,y=up", .notOrthogonal),
      ("", .unreadable), ("x=right", .unreadable),
      ("x=sideways,y=up", .unknownDirection("sideways")),
      ("x=right,x=up", .unreadable), ("w=right,y=up", .unreadable), ("x=right,y=up,", .unreadable),
      ("x==right,y=up", .unreadable), ("xy=right,z=up", .unreadable),
    ])
  func `invalid words are refused with the kind of error`(words: String, error: MountMatrixError) {
    #expect(throws: error) { try MountMatrix(words: words) }
  }

  @Test func `the rows of the kernel's text are the body axes`() throws {
    // Documentation/devicetree/bindings/iio/mount-matrix.txt: row-major, body = M · chip.
    let mount = try MountMatrix(kernelText: "0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(mount * Vector3(1, 2, 3) == Vector3(2, -1, 3))
    #expect(try MountMatrix(kernelText: "1, 0, 0; 0, 1, 0; 0, 0, 1") == .identity)
    #expect(try MountMatrix(kernelText: "0.000000,-1.0 ,0;1,0,0;0,0,1\n").matrix.determinant == 1)
  }

  @Test(
    arguments: [
      ("1, 0, 0; 0, 1, 0; 0, 0, 0", MountMatrixError.notOrthogonal),
      ("2, 0, 0; 0, 1, 0; 0, 0, 1", .notOrthogonal),
      ("1, 0.5, 0; 0, 1, 0; 0, 0, 1", .notOrthogonal),
      ("nan, 0, 0; 0, 1, 0; 0, 0, 1", .notOrthogonal),
      ("inf, 0, 0; 0, 1, 0; 0, 0, 1", .notOrthogonal),
      ("", .unreadable), ("1 0 0 0 1 0 0 0 1", .unreadable), ("1,0,0;0,1,0", .unreadable),
      ("1,0,0;0,1,0;0,0,1;0,0,0", .unreadable), ("1,0,0;0,1,x;0,0,1", .unreadable),
      ("1,0,0,0;0,1,0;0,0,1", .unreadable),
    ])
  func `a kernel text whose axes are not perpendicular is refused with the kind of error`(
    text: String, error: MountMatrixError
  ) {
    #expect(throws: error) { try MountMatrix(kernelText: text) }
  }

  @Test func `a rotation with rounded decimals is accepted`() throws {
    // 45° about z with two decimals.
    let mount = try MountMatrix(kernelText: "0.71, -0.71, 0; 0.71, 0.71, 0; 0, 0, 1")
    #expect(mount.matrix.orthogonalityError < 0.02)
  }

  private static func random(_ seed: inout UInt64) -> Matrix3 {
    func next() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 11) / 9_007_199_254_740_992 - 0.5
    }
    while true {
      let vector = Vector3(next(), next(), next())
      guard let axis = vector.direction, vector.length < 0.5 else { continue }
      return Quaternion(angle: Angle(radians: 2 * .pi * next()), axis: axis).matrix
    }
  }

  private static func angle(_ one: Matrix3, _ other: Matrix3) -> Angle {
    Angle(radians: Quaternion(rotation: one * other.transposed).rotationVector.length)
  }

  @Test func `every rotation rounded to one decimal is normalised to within 5 degrees of itself`()
    throws
  {
    var seed: UInt64 = 1
    var largest = Angle.zero
    for _ in 0..<20_000 {
      let rotation = Self.random(&seed)
      func rounded(_ vector: Vector3) -> Vector3 {
        Vector3(
          (vector.x * 10).rounded() / 10, (vector.y * 10).rounded() / 10,
          (vector.z * 10).rounded() / 10)
      }
      let table = Matrix3(
        columns: rounded(rotation.columns.x), rounded(rotation.columns.y),
        rounded(rotation.columns.z))
      let mount = try MountMatrix(table)
      #expect(mount.matrix == table || mount.matrix.orthogonalityError < 1e-12)
      let correction = mount.correction ?? .zero
      #expect(correction <= MountMatrix.largestCorrection)
      largest = max(largest, correction)
      #expect(Self.angle(mount.matrix.nearestOrthogonal ?? .identity, rotation).degrees < 5)
    }
    #expect(largest.degrees > 4)
  }

  @Test func `the nearest orthogonal matrix is nearer than any rotation beside it`() throws {
    // The definition: no small rotation of the factor reduces the squared distance.
    func distance(_ one: Matrix3, _ other: Matrix3) -> Double {
      let change = one - other
      return change.columns.x.squaredLength + change.columns.y.squaredLength
        + change.columns.z.squaredLength
    }
    var seed: UInt64 = 7
    for index in 0..<100 {
      let error = Self.random(&seed) * 0.1
      let mirror = Matrix3(diagonal: Vector3(index % 2 == 0 ? 1 : -1, 1, 1))
      let matrix = Self.random(&seed) * mirror + error
      let nearest = try #require(matrix.nearestOrthogonal)
      #expect(nearest.orthogonalityError < 1e-12)
      #expect(nearest.determinant * matrix.determinant > 0)
      for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
        for step in [-1e-4, 1e-4] {
          let beside = Quaternion(rotationVector: axis * step).matrix * nearest
          #expect(distance(beside, matrix) > distance(nearest, matrix))
        }
      }
    }
    #expect(Matrix3(diagonal: Vector3(1, 1, 0)).nearestOrthogonal == nil)
    #expect(Matrix3(diagonal: Vector3(1, 1, .nan)).nearestOrthogonal == nil)
  }

  @Test(arguments: [
    "0.7, -0.7, 0; 0.7, 0.7, 0; 0, 0, 1", "0.9, -0.4, 0.2; 0.3, 0.9, 0.2; -0.3, -0.1, 0.9",
  ])
  func `a coarsely rounded rotation is normalised, and its correction said`(text: String) throws {
    let mount = try MountMatrix(kernelText: text)
    #expect(mount.matrix.orthogonalityError < 1e-12 && mount.matrix.determinant > 0)
    #expect(try #require(mount.correction) <= MountMatrix.largestCorrection)
    // Equal is what has an equal matrix, as after a profile was written and read.
    #expect(try MountMatrix(mount.matrix) == mount)
  }

  @Test(arguments: [
    "1, 0.2, 0; 0, 1, 0; 0, 0, 1", "0.9, 0, 0; 0, 0.9, 0; 0, 0, 0.9", "1.1, 0, 0; 0, 1, 0; 0, 0, 1",
    "1, 0, 0; 0, 1, 0; 0, 1e300, 1", "1e300, 0, 0; 0, 1e300, 0; 0, 0, 1e300",
    "1e-300, 0, 0; 0, 1e-300, 0; 0, 0, 1e-300",
  ])
  func `what rounding to one decimal does not explain is refused`(text: String) {
    #expect(throws: MountMatrixError.notOrthogonal) {
      try MountMatrix(kernelText: text)
    }
  }

  @Test func `a matrix within the old limit is used as it is, bit for bit`() throws {
    let rows = (Vector3(0.71, -0.71, 0), Vector3(0.71, 0.71, 0), Vector3(0, 0, 1))
    let matrix = Matrix3(rows: rows.0, rows.1, rows.2)
    let mount = try MountMatrix(matrix)
    #expect(mount.matrix == matrix && mount.correction == nil)
  }

  @Test func `a mirrored chip is accepted, in words with all three axes`() throws {
    let mount = try MountMatrix(words: "x=left,y=forward,z=up")
    #expect(mount.isMirrored && mount * Vector3(1, 2, 3) == Vector3(-1, 2, 3))
    let text = try MountMatrix(text: "-1, 0, 0; 0, 1, 0; 0, 0, 1")
    #expect(text == mount)
    let two = try MountMatrix(text: "x=left,y=forward")
    #expect(!two.isMirrored && two * Vector3(0, 0, 1) == Vector3(0, 0, -1))
  }

  @Test func `every error describes the problem or the expected text`() {
    #expect(MountMatrixError.unreadable.description.contains("x=forward,y=left"))
    #expect(MountMatrixError.notOrthogonal.description.contains("perpendicular"))
  }

  @Test func `inverse and determinant of a matrix are right`() throws {
    let matrix = Matrix3(rows: Vector3(2, 0, 1), Vector3(0, 3, 0), Vector3(1, 0, 1))
    #expect(matrix.determinant == 3)
    let inverse = try #require(matrix.inverse)
    #expect(inverse.rows.x == Vector3(1, 0, -1))
    #expect(inverse.rows.y == Vector3(0, 1.0 / 3, 0))
    #expect(inverse.rows.z == Vector3(-1, 0, 2))
    #expect(Matrix3(diagonal: Vector3(1, 0, 1)).inverse == nil)
    #expect(Matrix3(diagonal: Vector3(1, .nan, 1)).inverse == nil)
    #expect(Matrix3.identity.orthogonalityError == 0)
  }
}
