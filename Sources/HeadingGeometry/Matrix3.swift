/// A 3×3 matrix, stored by columns; the use defines its unit.
public struct Matrix3: Sendable, Hashable {
  /// The three columns, left to right.
  public var columns: (x: Vector3, y: Vector3, z: Vector3) {
    @inlinable get { (columnX, columnY, columnZ) }
    @inlinable set { (columnX, columnY, columnZ) = newValue }
  }

  @usableFromInline var columnX: Vector3
  @usableFromInline var columnY: Vector3
  @usableFromInline var columnZ: Vector3

  /// Makes a matrix from its columns.
  @inlinable
  public init(columns x: Vector3, _ y: Vector3, _ z: Vector3) {
    columnX = x
    columnY = y
    columnZ = z
  }

  /// Makes a matrix from its rows.
  @inlinable
  public init(rows x: Vector3, _ y: Vector3, _ z: Vector3) {
    columnX = Vector3(x.x, y.x, z.x)
    columnY = Vector3(x.y, y.y, z.y)
    columnZ = Vector3(x.z, y.z, z.z)
  }

  /// Makes a diagonal matrix.
  @inlinable
  public init(diagonal: Vector3) {
    columnX = Vector3(diagonal.x, 0, 0)
    columnY = Vector3(0, diagonal.y, 0)
    columnZ = Vector3(0, 0, diagonal.z)
  }

  /// The identity matrix.
  public static let identity = Matrix3(diagonal: Vector3(1, 1, 1))

  /// The rows, top to bottom.
  @inlinable
  public var rows: (x: Vector3, y: Vector3, z: Vector3) {
    (
      Vector3(columnX.x, columnY.x, columnZ.x),
      Vector3(columnX.y, columnY.y, columnZ.y),
      Vector3(columnX.z, columnY.z, columnZ.z)
    )
  }

  /// The transposed matrix.
  @inlinable
  public var transposed: Matrix3 { Matrix3(rows: columnX, columnY, columnZ) }

  /// The determinant.
  @inlinable
  public var determinant: Double { columnX.dot(columnY.cross(columnZ)) }

  /// The inverse; `nil` if the determinant is zero or not finite.
  @inlinable
  public var inverse: Matrix3? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return Matrix3(
      rows: columnY.cross(columnZ) / determinant,
      columnZ.cross(columnX) / determinant,
      columnX.cross(columnY) / determinant)
  }

  /// Whether every element is a finite number.
  @inlinable
  public var isFinite: Bool { columnX.isFinite && columnY.isFinite && columnZ.isFinite }

  /// The largest element of M·Mᵀ − 1 in magnitude: 0 for a rotation or a reflection.
  @inlinable
  public var orthogonalityError: Double {
    let error = self * transposed - .identity
    func largest(_ column: Vector3) -> Double { max(abs(column.x), abs(column.y), abs(column.z)) }
    return max(largest(error.columnX), largest(error.columnY), largest(error.columnZ))
  }

  /// The orthogonal factor U of the polar decomposition M = U·P, the orthogonal matrix nearest to M
  /// in the sum of squares of the elements; the sign of its determinant is M's.
  ///
  /// Newton's iteration U ← (U + U⁻ᵀ)/2 (Higham, SIAM J. Sci. Stat. Comput. 7, 1986) converges for
  /// every invertible matrix, quadratically near its end. `nil` if M is singular or so ill-conditioned
  /// that it does not end within 32 steps.
  public var nearestOrthogonal: Matrix3? {
    var factor = self
    for _ in 0..<32 {
      guard let inverse = factor.inverse, inverse.isFinite else { return nil }
      factor = (factor + inverse.transposed) * 0.5
      if factor.orthogonalityError < 1e-15 { break }
    }
    return factor.orthogonalityError < 1e-12 ? factor : nil
  }

  /// The matrix times a column vector.
  @inlinable @inline(__always)
  public static func * (matrix: Matrix3, vector: Vector3) -> Vector3 {
    matrix.columnX * vector.x + matrix.columnY * vector.y + matrix.columnZ * vector.z
  }

  /// The matrix product.
  @inlinable
  public static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(columns: left * right.columnX, left * right.columnY, left * right.columnZ)
  }

  /// Every element times a number.
  @inlinable @inline(__always)
  public static func * (matrix: Matrix3, factor: Double) -> Matrix3 {
    Matrix3(columns: matrix.columnX * factor, matrix.columnY * factor, matrix.columnZ * factor)
  }

  /// The sum, element by element.
  @inlinable @inline(__always)
  public static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(
      columns: left.columnX + right.columnX, left.columnY + right.columnY,
      left.columnZ + right.columnZ)
  }

  /// The difference, element by element.
  @inlinable
  public static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(
      columns: left.columnX - right.columnX, left.columnY - right.columnY,
      left.columnZ - right.columnZ)
  }
}
