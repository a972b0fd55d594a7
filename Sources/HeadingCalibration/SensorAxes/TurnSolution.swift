import HeadingGeometry
import RealModule

/// Axes of accelerometer and magnetometer relative to the gyroscope's, with their uncertainties.
struct TurnSolution {
  /// Sections of the jackknife.
  private static let sections = 8

  /// Largest 1σ of a result.
  private static let largestDeviation = Angle(degrees: 5)

  /// Largest root mean square residual of the field, as a fraction of it.
  private static let largestResidual = 0.1

  /// Smallest elevation of the field whose sign is used.
  private static let smallestDip = Angle(degrees: 15)

  private let pairs: [TurnPair]

  /// From the accelerometer's axes to the gyroscope's.
  private let force: TurnFit

  /// From the magnetometer's axes to the gyroscope's; `nil` without a magnetometer.
  private let field: TurnFit?

  /// Error of the angular rate that the residuals show, rad/s.
  let rateError: Vector3

  /// Mean square residual of the force.
  var error: Double { force.error }

  init?(_ pairs: [TurnPair]) {
    guard let force = Self.forceFit(pairs) else { return nil }
    self.pairs = pairs
    self.force = force
    field = Self.fieldFit(pairs)
    rateError = Self.rateError(pairs, force, field)
  }

  private static func forceFit(_ pairs: [TurnPair]) -> TurnFit? {
    TurnFit(pairs) { ($0.force.before, $0.force.after) }
  }

  private static func fieldFit(_ pairs: [TurnPair]) -> TurnFit? {
    TurnFit(pairs) { $0.field.map { ($0.before, $0.after) } }
  }

  /// The axes of gyroscope and magnetometer relative to the accelerometer's.
  func finding(isFieldDown: Bool?) -> FreeMotionAlignment.Finding {
    var gyroscopes: [Matrix3] = []
    var magnetometers: [Matrix3] = []
    for section in 0..<Self.sections {
      let rest = pairs.enumerated().filter {
        $0.offset * Self.sections / pairs.count != section
      }.map { $0.element }
      guard let turned = Self.forceFit(rest).flatMap({ Self.rotation($0.map) }) else { continue }
      gyroscopes.append(turned.transposed)
      guard let field, let part = Self.fieldFit(rest),
        let toGyroscope = Self.aligned(part.map, with: field.map)
      else { continue }
      magnetometers.append(turned.transposed * toGyroscope)
    }
    guard let toGyroscope = Self.rotation(force.map) else {
      return FreeMotionAlignment.Finding(
        gyroscope: .failure(.accelerated), magnetometer: .failure(.accelerated))
    }
    return FreeMotionAlignment.Finding(
      gyroscope: Self.alignment(toGyroscope.transposed, gyroscopes),
      magnetometer: magnetometer(toGyroscope, magnetometers, isFieldDown))
  }

  private func magnetometer(
    _ toGyroscope: Matrix3, _ parts: [Matrix3], _ isFieldDown: Bool?
  ) -> Result<AxisAlignment, AlignmentRefusal> {
    guard let field, let nearest = field.map.nearestOrthogonal,
      // The field's vectors have about unit length.
      field.error.squareRoot() <= Self.largestResidual * 2.0.squareRoot()
    else { return .failure(.disturbed) }
    let elevation = elevationSine(field)
    guard abs(elevation) >= Self.smallestDip.sine else { return .failure(.levelField) }
    guard let isFieldDown else { return .failure(.unknownDip) }
    let sign = (elevation < 0) == isFieldDown ? 1.0 : -1.0
    return Self.alignment(toGyroscope.transposed * nearest * sign, parts.map { $0 * sign })
  }

  /// Mean sine of the field's elevation, for the sign of its fit.
  private func elevationSine(_ field: TurnFit) -> Double {
    // The sign that makes the force's map a rotation.
    let sign = force.map.determinant < 0 ? -1.0 : 1.0
    var sum = 0.0
    for pair in pairs {
      guard let before = pair.field?.before, let up = force.vector(pair.force.before).direction,
        let direction = field.vector(before).direction
      else { continue }
      sum += up.dot(direction) * sign
    }
    return sum / Double(pairs.count)
  }

  private static func alignment(
    _ matrix: Matrix3, _ parts: [Matrix3]
  ) -> Result<AxisAlignment, AlignmentRefusal> {
    guard parts.count == sections else { return .failure(.tooShort) }
    let count = Double(parts.count)
    let squares = parts.reduce(0) { sum, part in
      sum + Quaternion(rotation: part * matrix.transposed).rotationVector.squaredLength
    }
    let deviation = Angle(radians: (squares * (count - 1) / count).squareRoot())
    guard deviation <= largestDeviation else { return .failure(.uncertain(deviation)) }
    return .success(AxisAlignment(matrix, deviation: deviation))
  }

  /// The rotation nearest to a map or its reverse.
  private static func rotation(_ map: Matrix3) -> Matrix3? {
    map.nearestOrthogonal.map { $0.determinant < 0 ? $0 * -1 : $0 }
  }

  /// The orthogonal matrix nearest to a map, with the sign of another.
  private static func aligned(_ map: Matrix3, with other: Matrix3) -> Matrix3? {
    map.nearestOrthogonal.map { $0.determinant * other.determinant < 0 ? $0 * -1 : $0 }
  }

  /// Least squares of a constant error of the angular rate: it adds (K·e) × v₁ to the residual, with
  /// K = ∫ C(t → after) dt.
  private static func rateError(
    _ pairs: [TurnPair], _ force: TurnFit, _ field: TurnFit?
  ) -> Vector3 {
    var matrix = Matrix3(diagonal: .zero)
    var right = Vector3.zero
    func add(_ fit: TurnFit, _ readings: (before: Vector3, after: Vector3), _ pair: TurnPair) {
      let weight = 1 / max(fit.error, 1e-12)
      let after = fit.vector(readings.after)
      // (K e) × v₁ = −[v₁]× K e.
      let cross = Matrix3(
        rows: Vector3(0, after.z, -after.y), Vector3(-after.z, 0, after.x),
        Vector3(after.y, -after.x, 0))
      let design = cross * pair.biasEffect
      let residual = fit.residual(readings.before, readings.after, pair.turn)
      matrix = matrix + design.transposed * design * weight
      right += design.transposed * residual * weight
    }
    for pair in pairs {
      add(force, pair.force, pair)
      if let field, let readings = pair.field { add(field, readings, pair) }
    }
    guard let inverse = matrix.inverse else { return .zero }
    // Largest bias of the chips on the boards that people own: 30 °/s (L3GD20 without calibration).
    let error = inverse * right
    let largest = Angle(degrees: 30).radians
    return error.isFinite && error.length <= largest ? error : .zero
  }
}
