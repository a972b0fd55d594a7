public import HeadingGeometry
import RealModule

/// Estimates bias and scale factors of an accelerometer from six static poses, in any order.
///
/// At rest the corrected force has the magnitude of gravity: Σᵢ (sᵢ (fᵢ − bᵢ))² = g². The six
/// unknowns are solved by Gauss-Newton. The poses need not be exact.
public struct AccelerometerCalibrator: Sendable {
  /// The estimated calibration.
  public struct Result: Sendable, Hashable {
    /// Bias, m/s², to be subtracted before the scale.
    public var bias: Vector3
    /// Scale factors, a diagonal matrix.
    public var scale: Matrix3
    /// Root mean square deviation of the corrected poses from gravity, m/s².
    public var residual: Double
  }

  /// Local gravity, m/s²; default standard gravity, from which it differs by up to 0.3 %.
  public var gravity = PhysicalConstants.standardGravity

  /// Standard deviation within a pose above which the device moved, m/s²; default 0.3.
  public var largestSpread = 0.3

  private var poses: [BodySide: Vector3] = [:]

  /// Makes a calibrator without poses.
  public init() {}

  /// The sides that have been measured pointing up.
  public var seen: Set<BodySide> { Set(poses.keys) }

  /// The sides still missing, in the order of ``BodySide``.
  public var missing: [BodySide] { BodySide.allCases.filter { poses[$0] == nil } }

  /// Adds a static pose; a repeated side replaces the earlier one.
  ///
  /// - Parameter forces: Specific forces, m/s², body frame, at least 20.
  /// - Returns: The side that points up.
  /// - Throws: ``RestRefusal`` if the device moved, no axis is near vertical, or the force is
  ///   implausible.
  @discardableResult
  public mutating func add(pose forces: [Vector3]) throws(RestRefusal) -> BodySide {
    var moments = RunningMoments()
    for force in forces where force.isFinite { moments.add(force) }
    guard moments.count >= 20 else { throw .tooFewSamples }
    let spread = moments.deviation
    guard max(spread.x, spread.y, spread.z) <= largestSpread else { throw .motion }
    // No sensor's scale is off by more than a fifth; a force in g or milli-g is.
    guard abs(moments.mean.length / gravity - 1) < 0.2 else { throw .implausible }
    guard let side = BodySide(up: moments.mean) else { throw .skewed }
    poses[side] = moments.mean
    return side
  }

  /// The calibration; `nil` until all six sides are measured.
  public var result: Result? {
    guard poses.count == BodySide.allCases.count else { return nil }
    let forces = BodySide.allCases.compactMap { poses[$0] }
    var bias = Vector3.zero
    var scale = Vector3(1, 1, 1)
    for _ in 0..<10 {
      var matrix = [Double](repeating: 0, count: 36)
      var right = [Double](repeating: 0, count: 6)
      for force in forces {
        let corrected = scale * (force - bias)
        let residual = corrected.length - gravity
        let along = corrected / corrected.length
        let row: InlineArray<6, Double> = [
          -along.x * scale.x, -along.y * scale.y, -along.z * scale.z,
          along.x * (force.x - bias.x), along.y * (force.y - bias.y),
          along.z * (force.z - bias.z),
        ]
        for a in 0..<6 {
          right[a] -= row[a] * residual
          for b in 0...a { matrix[a * 6 + b] += row[a] * row[b] }
        }
      }
      guard let factor = NormalEquations.cholesky(matrix, count: 6) else { return nil }
      let step = NormalEquations.backward(
        factor, NormalEquations.forward(factor, right, count: 6), count: 6)
      bias += Vector3(step[0], step[1], step[2])
      scale += Vector3(step[3], step[4], step[5])
    }
    var squares = 0.0
    for force in forces {
      let miss = (scale * (force - bias)).length - gravity
      squares += miss * miss
    }
    guard bias.isFinite, scale.isFinite else { return nil }
    return Result(
      bias: bias, scale: Matrix3(diagonal: scale), residual: (squares / 6).squareRoot())
  }
}
