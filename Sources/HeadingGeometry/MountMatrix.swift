/// The rotation from a chip's axes to the body frame: v_body = M · v_chip.
///
/// Body frame: x right, y forward, z up, the frame of the kernel's `mount_matrix`.
/// A mount matrix is a rotation: orthogonal to 0.02 (drivers round to a few decimals), determinant +1.
public struct MountMatrix: Sendable, Hashable {
  /// The rotation matrix.
  public let matrix: Matrix3

  /// The chip's axes are the body's.
  public static let identity = MountMatrix(unchecked: .identity)

  init(unchecked matrix: Matrix3) { self.matrix = matrix }

  /// Makes a mount from a matrix.
  ///
  /// - Throws: ``MountMatrixError/notARotation`` if it is not orthogonal, ``MountMatrixError/mirrored``
  ///   if its determinant is −1 (an axis inverted or two axes swapped).
  public init(_ matrix: Matrix3) throws(MountMatrixError) {
    guard matrix.isFinite, matrix.orthogonalityError < 0.02 else { throw .notARotation }
    guard matrix.determinant > 0 else { throw .mirrored }
    self.matrix = matrix
  }

  /// Reads the kernel's text form: rows separated by `;`, elements by `,`: `"0, 1, 0; -1, 0, 0; 0, 0, 1"`.
  public init(kernelText text: some StringProtocol) throws(MountMatrixError) {
    var rows: [Vector3] = []
    for row in text.split(separator: ";", omittingEmptySubsequences: false) {
      let elements = row.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double(String($0.filter { !$0.isWhitespace })) }
      guard elements.count == 3, let x = elements[0], let y = elements[1], let z = elements[2]
      else { throw .unreadable }
      rows.append(Vector3(x, y, z))
    }
    guard rows.count == 3 else { throw .unreadable }
    try self.init(Matrix3(rows: rows[0], rows[1], rows[2]))
  }

  /// Reads the directions of the chip's axes in words: `"x=forward,y=left"` or
  /// `"x=right,y=forward,z=up"`.
  ///
  /// Directions: right, left, forward, backward, up, down. Two axes are enough; the third follows
  /// for a right-handed chip. If all three are given they must be right-handed.
  public init(words text: some StringProtocol) throws(MountMatrixError) {
    var axes: [Character: Vector3] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
        .map { $0.lowercased().filter { !$0.isWhitespace } }
      guard sides.count == 2, sides[0].count == 1, let axis = sides[0].first,
        axis == "x" || axis == "y" || axis == "z", axes[axis] == nil,
        let direction = Self.directions[sides[1]]
      else { throw .unreadable }
      axes[axis] = direction
    }
    let x = axes["x"]
    let y = axes["y"]
    let z = axes["z"]
    switch (x, y, z) {
    case (let x?, let y?, let z?): try self.init(Matrix3(columns: x, y, z))
    case (let x?, let y?, nil): try self.init(Matrix3(columns: x, y, x.cross(y)))
    case (let x?, nil, let z?): try self.init(Matrix3(columns: x, z.cross(x), z))
    case (nil, let y?, let z?): try self.init(Matrix3(columns: y.cross(z), y, z))
    default: throw .unreadable
    }
  }

  private static let directions: [String: Vector3] = [
    "right": Vector3(1, 0, 0), "left": Vector3(-1, 0, 0),
    "forward": Vector3(0, 1, 0), "backward": Vector3(0, -1, 0),
    "up": Vector3(0, 0, 1), "down": Vector3(0, 0, -1),
  ]

  /// The vector in body axes.
  @inlinable
  public static func * (mount: MountMatrix, vector: Vector3) -> Vector3 { mount.matrix * vector }
}
