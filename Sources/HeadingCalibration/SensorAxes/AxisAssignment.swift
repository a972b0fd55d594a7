public import HeadingGeometry

/// A permutation of a sensor's axes with signs: one of 48.
public struct AxisAssignment: Sendable, Hashable {
  /// Signed permutation matrix: correct axes = matrix · the sensor's axes.
  public let matrix: Matrix3

  /// The identity.
  public static let identity = AxisAssignment(matrix: .identity)

  /// Whether it is a reflection (determinant −1): the sensor is left-handed.
  public var isMirrored: Bool { matrix.determinant < 0 }

  /// All 48 assignments.
  static var all: [AxisAssignment] {
    let unit = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    var all: [AxisAssignment] = []
    for (x, y, z) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
      for signs in 0..<8 {
        let rows = (
          unit[x] * (signs & 1 == 0 ? 1 : -1), unit[y] * (signs & 2 == 0 ? 1 : -1),
          unit[z] * (signs & 4 == 0 ? 1 : -1)
        )
        all.append(AxisAssignment(matrix: Matrix3(rows: rows.0, rows.1, rows.2)))
      }
    }
    return all
  }

  init(matrix: Matrix3) { self.matrix = matrix }
}

extension AxisAssignment: CustomStringConvertible {
  /// The correct axes in terms of the sensor's, such as `x=x,y=-y,z=-z`.
  public var description: String {
    func name(_ row: Vector3) -> String {
      let index = row.x != 0 ? 0 : row.y != 0 ? 1 : 2
      return (row[index] < 0 ? "-" : "") + ["x", "y", "z"][index]
    }
    let (x, y, z) = matrix.rows
    return "x=" + name(x) + ",y=" + name(y) + ",z=" + name(z)
  }
}
