import RealModule

/// The matrix from a chip's axes to the body frame: v_body = M · v_chip.
///
/// Body frame: x right, y forward, z up, the frame of the kernel's `mount_matrix`.
/// The columns are the directions of the chip's axes: those in which the components of the specific
/// force or of the field are positive, and those about which a right-handed turn is a positive rate.
/// The three are perpendicular, but not right-handed in every die (LSM9DS1: the x of accelerometer
/// and gyroscope is reversed against the magnetometer's), so that M is a rotation, determinant +1,
/// or a reflection, −1. A gyroscope needs no rule of its own: with each rate counted by the
/// right-hand rule about its axis, the rate is the sum of the components along the axes, as a force
/// is.
public struct MountMatrix: Sendable {
  /// The orthogonal matrix.
  public let matrix: Matrix3

  /// Largest change of an axis's direction by the normalisation to the nearest orthogonal matrix;
  /// `nil` if the matrix is used as it was stated.
  public let correction: Angle?

  /// The chip's axes are the body's.
  public static let identity = MountMatrix(unchecked: .identity)

  init(unchecked matrix: Matrix3) {
    self.matrix = matrix
    correction = nil
  }

  /// Whether the chip's axes are left-handed, determinant −1.
  public var isMirrored: Bool { matrix.determinant < 0 }

  /// Largest element of M·Mᵀ − 1 of a matrix that is used as it was stated: drivers and device
  /// trees round to two decimals or more.
  private static let exactness = 0.02

  /// Largest change of an axis's direction by the normalisation.
  ///
  /// A rotation rounded to one decimal (0.7 for 0.7071) needs at most 4.7°; what needs more is no
  /// rounded rotation.
  public static let largestCorrection = Angle(degrees: 5)

  /// Largest difference of an axis's length from 1: rounding to one decimal causes √3 · 0.05.
  private static let largestStretch = 0.09

  /// Makes a mount from a matrix; one that is nearly orthogonal is normalised to the nearest.
  ///
  /// - Parameter matrix: The matrix.
  /// - Throws: ``MountMatrixError/notOrthogonal`` if it is not orthogonal within
  ///   ``largestCorrection``.
  public init(_ matrix: Matrix3) throws(MountMatrixError) {
    guard matrix.isFinite else { throw .notOrthogonal }
    if matrix.orthogonalityError < Self.exactness {
      self.matrix = matrix
      correction = nil
    } else {
      guard let nearest = matrix.nearestOrthogonal else { throw .notOrthogonal }
      let largest = max(
        Self.angle(matrix.columns.x, nearest.columns.x),
        Self.angle(matrix.columns.y, nearest.columns.y),
        Self.angle(matrix.columns.z, nearest.columns.z))
      let stretch = max(
        abs(matrix.columns.x.length - 1), abs(matrix.columns.y.length - 1),
        abs(matrix.columns.z.length - 1))
      guard largest <= Self.largestCorrection.radians, stretch <= Self.largestStretch
      else { throw .notOrthogonal }
      self.matrix = nearest
      correction = Angle(radians: largest)
    }
  }

  private static func angle(_ one: Vector3, _ other: Vector3) -> Double {
    Double.atan2(y: one.cross(other).length, x: one.dot(other))
  }

  /// Reads words if the text has an `=`, else the kernel's text form.
  ///
  /// - Parameter text: The text, such as `x=forward,y=left` or `0, 1, 0; -1, 0, 0; 0, 0, 1`.
  /// - Throws: ``MountMatrixError``.
  public init(text: some StringProtocol) throws(MountMatrixError) {
    if text.contains("=") {
      try self.init(words: text)
    } else {
      try self.init(kernelText: text)
    }
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
  /// for a right-handed chip. The three of a mirrored chip must all be given.
  public init(words text: some StringProtocol) throws(MountMatrixError) {
    var axes: [Character: Vector3] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
        .map { $0.lowercased().filter { !$0.isWhitespace } }
      guard sides.count == 2, sides[0].count == 1, let axis = sides[0].first,
        axis == "x" || axis == "y" || axis == "z", axes[axis] == nil
      else { throw .unreadable }
      guard let direction = Self.directions[sides[1]] else { throw .unknownDirection(sides[1]) }
      axes[axis] = direction
    }
    let columns =
      switch (axes["x"], axes["y"], axes["z"]) {
      case (let x?, let y?, let z?): Matrix3(columns: x, y, z)
      case (let x?, let y?, nil): Matrix3(columns: x, y, x.cross(y))
      case (let x?, nil, let z?): Matrix3(columns: x, z.cross(x), z)
      case (nil, let y?, let z?): Matrix3(columns: y.cross(z), y, z)
      default: throw MountMatrixError.unreadable
      }
    try self.init(columns)
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

// Equal are mounts with equal matrices, however these were stated.
extension MountMatrix: Hashable {
  /// Whether the matrices are equal.
  public static func == (left: MountMatrix, right: MountMatrix) -> Bool {
    left.matrix == right.matrix
  }

  /// Hashes the matrix.
  public func hash(into hasher: inout Hasher) { hasher.combine(matrix) }
}
