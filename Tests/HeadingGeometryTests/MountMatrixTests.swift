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
      ("x=right,y=forward,z=down", MountMatrixError.mirrored),
      ("x=forward,y=right,z=up", .mirrored),
      ("x=right,y=left", .notARotation), ("x=up,y=up", .notARotation),
      ("", .unreadable), ("x=right", .unreadable), ("x=sideways,y=up", .unreadable),
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
      ("1, 0, 0; 0, 1, 0; 0, 0, -1", MountMatrixError.mirrored),
      ("0, 1, 0; 1, 0, 0; 0, 0, 1", .mirrored),
      ("1, 0, 0; 0, 1, 0; 0, 0, 0", .notARotation), ("2, 0, 0; 0, 1, 0; 0, 0, 1", .notARotation),
      ("1, 0.5, 0; 0, 1, 0; 0, 0, 1", .notARotation),
      ("nan, 0, 0; 0, 1, 0; 0, 0, 1", .notARotation),
      ("inf, 0, 0; 0, 1, 0; 0, 0, 1", .notARotation),
      ("", .unreadable), ("1 0 0 0 1 0 0 0 1", .unreadable), ("1,0,0;0,1,0", .unreadable),
      ("1,0,0;0,1,0;0,0,1;0,0,0", .unreadable), ("1,0,0;0,1,x;0,0,1", .unreadable),
      ("1,0,0,0;0,1,0;0,0,1", .unreadable),
    ])
  func `a kernel text that is no rotation is refused with the kind of error`(
    text: String, error: MountMatrixError
  ) {
    #expect(throws: error) { try MountMatrix(kernelText: text) }
  }

  @Test func `a rotation with rounded decimals is accepted`() throws {
    // 45° about z with two decimals.
    let mount = try MountMatrix(kernelText: "0.71, -0.71, 0; 0.71, 0.71, 0; 0, 0, 1")
    #expect(mount.matrix.orthogonalityError < 0.02)
  }

  @Test func `every error describes the problem or the expected text`() {
    #expect(MountMatrixError.unreadable.description.contains("x=forward,y=left"))
    #expect(MountMatrixError.mirrored.description.contains("left-handed"))
    #expect(MountMatrixError.notARotation.description.contains("perpendicular"))
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
