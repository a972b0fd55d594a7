import HeadingGeometry

/// Linear map from a sensor's axes to the gyroscope's, from vectors that are constant in space.
///
/// A vector that the Earth holds (gravity, the field) changes in a rotating body as v₁ = C v₀, with C
/// from the gyroscope. A sensor with axes P and offset reads u with v = P u − k, hence
/// P u₁ − C P u₀ − (I − C) k = 0 for every rotation: homogeneous in the nine elements of P and the
/// three of k. k is eliminated; P is the eigenvector of the smallest eigenvalue (total least
/// squares), because all readings have errors. Rotations about at least two axes determine P but
/// for its sign. P is not constrained to a rotation: soft iron and scale errors are part of it, and
/// its orthogonal factor is the alignment.
struct TurnFit {
  /// From the sensor's axes to the gyroscope's, scaled to unit mean square singular value.
  var map: Matrix3

  /// Offset k.
  var offset: Vector3

  /// Mean square residual of a pair.
  var error: Double

  /// Fits pairs of readings.
  ///
  /// - Parameters:
  ///   - pairs: The pairs.
  ///   - readings: The sensor's readings of a pair.
  init?(_ pairs: some Collection<TurnPair>, _ readings: (TurnPair) -> (Vector3, Vector3)?) {
    var sums = Sums()
    for pair in pairs {
      guard let (before, after) = readings(pair) else { continue }
      sums.add(before, after, pair.turn)
    }
    guard sums.count >= 4, let (map, offset) = sums.smallest else { return nil }
    self.map = map
    self.offset = offset
    error = 0
    for pair in pairs {
      guard let (before, after) = readings(pair) else { continue }
      error += residual(before, after, pair.turn).squaredLength
    }
    error /= Double(sums.count)
  }

  /// The vector of a reading, gyroscope's axes.
  func vector(_ reading: Vector3) -> Vector3 { map * reading - offset }

  /// The vector after a rotation, less that predicted by the gyroscope.
  func residual(_ before: Vector3, _ after: Vector3, _ turn: Matrix3) -> Vector3 {
    vector(after) - turn * vector(before)
  }

  /// Normal equations of P (row by row) and k.
  private struct Sums {
    var count = 0
    private var map = [Double](repeating: 0, count: 81)
    private var mixed = [Double](repeating: 0, count: 27)
    private var offset = Matrix3(diagonal: .zero)

    mutating func add(_ before: Vector3, _ after: Vector3, _ turn: Matrix3) {
      count += 1
      // Row i of the residual has the derivative δ(i, a)·after(b) − C(i, a)·before(b) with respect to
      // the element (a, b) of P, and −(δ(i, c) − C(i, c)) with respect to k(c).
      let rows = [turn.rows.x, turn.rows.y, turn.rows.z]
      let design = Matrix3.identity - turn
      offset = offset + design.transposed * design
      for i in 0..<3 {
        var row = [Double](repeating: 0, count: 9)
        for a in 0..<3 {
          let own = a == i ? 1.0 : 0
          for b in 0..<3 { row[3 * a + b] = own * after[b] - rows[i][a] * before[b] }
        }
        for one in 0..<9 {
          for other in 0..<9 { map[9 * one + other] += row[one] * row[other] }
          for c in 0..<3 { mixed[3 * one + c] -= row[one] * ((c == i ? 1.0 : 0) - rows[i][c]) }
        }
      }
    }

    /// The eigenvector of the smallest eigenvalue after elimination of k, by inverse iteration.
    var smallest: (map: Matrix3, offset: Vector3)? {
      guard let inverse = (offset + .identity * (1e-9 * Double(count))).inverse else { return nil }
      func mixedRow(_ index: Int) -> Vector3 {
        Vector3(mixed[3 * index], mixed[3 * index + 1], mixed[3 * index + 2])
      }
      var reduced = map
      var trace = 0.0
      for one in 0..<9 {
        for other in 0..<9 {
          reduced[9 * one + other] -= mixedRow(one).dot(inverse * mixedRow(other))
        }
        trace += reduced[10 * one]
      }
      for one in 0..<9 { reduced[10 * one] += 1e-9 * trace }
      guard let factor = NormalEquations.cholesky(reduced, count: 9) else { return nil }
      // Not orthogonal to any signed permutation.
      var vector = [1.0, 0.31, -0.57, 0.73, -0.41, 0.19, 0.61, 0.83, -0.29]
      for _ in 0..<100 {
        let solved = NormalEquations.backward(
          factor, NormalEquations.forward(factor, vector, count: 9), count: 9)
        let length = solved.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0, length.isFinite else { return nil }
        vector = solved.map { $0 / length }
      }
      // A rotation has the squared size 3.
      vector = vector.map { $0 * 3.0.squareRoot() }
      var right = Vector3.zero
      for one in 0..<9 { right += mixedRow(one) * vector[one] }
      let rows = (0..<3).map { Vector3(vector[3 * $0], vector[3 * $0 + 1], vector[3 * $0 + 2]) }
      return (Matrix3(rows: rows[0], rows[1], rows[2]), -(inverse * right))
    }
  }
}
