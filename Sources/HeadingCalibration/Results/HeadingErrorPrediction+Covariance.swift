import HeadingGeometry
import RealModule

extension HeadingErrorPrediction {
  /// Predicts the heading error of a fit, J·C·Jᵀ.
  ///
  /// Calibration errors dA and dh change the corrected field c by −S (dA·c + dh); its component
  /// along magnetic east over the horizontal intensity is the heading error.
  ///
  /// - Parameters:
  ///   - parameters: Parameters of the fit.
  ///   - used: Parameters of the calibration; if it has fewer than the fit, the difference in
  ///     heading is added as an error.
  ///   - covariance: Covariance of the active parameters, dense.
  ///   - active: Indices of the active parameters.
  init(
    parameters: FieldParameters, used: FieldParameters, covariance: [Double], active: [Int]
  ) {
    let simpler = used.distortion.inverse ?? .identity
    let field = parameters.field
    let inverse = parameters.distortion.inverse ?? .identity
    self.init { attitude in
      let back = attitude.conjugate
      let c = back * field
      // The east component of a change v of the corrected field is east · v.
      let gradient = inverse.transposed * (back * Vector3(1, 0, 0)) / max(abs(field.y), 1e-9)
      var row = FieldParameters.Row(repeating: 0)
      for k in 0..<9 { row[k] = gradient.dot(FieldParameters.product(k, c)) }
      for axis in 0..<3 { row[9 + axis] = gradient[axis] }
      var sum = 0.0
      let count = active.count
      for a in 0..<count where row[active[a]] != 0 {
        for b in 0..<count {
          sum += row[active[a]] * covariance[a * count + b] * row[active[b]]
        }
      }
      let raw = parameters.distortion * c + parameters.offset
      let shown = attitude * (simpler * (raw - used.offset))
      let difference = Double.atan2(y: shown.x, x: shown.y)
      return max(sum, 0) + difference * difference
    }
  }

  /// Predicts the heading error of a calibration by one pose with known heading and uncertain soft
  /// iron.
  ///
  /// The hard iron absorbs the soft-iron error at that heading; the difference appears at other
  /// headings.
  init(onePoseAt heading: Angle, strength: Double, inclination: Angle) {
    let field = Vector3(0, inclination.cosine, -inclination.sine) * strength
    let pose = Quaternion(angle: -heading, axis: Vector3(0, 0, 1)).conjugate * field
    self.init { attitude in
      let back = attitude.conjugate
      let c = back * field
      let east = back * Vector3(1, 0, 0) / max(field.y, strength * 1e-3)
      var sum = 0.0
      for index in 0..<6 {
        let error =
          east.dot(FieldParameters.product(index, c) - FieldParameters.product(index, pose))
          * (index < 3 ? 0.06 : 0.04)
        sum += error * error
      }
      let heading = Angle(degrees: 1).radians
      return sum + heading * heading
    }
  }

  /// Averages a heading variance, rad², over headings and tilts.
  private init(variance: (Quaternion) -> Double) {
    func angle(_ variance: Double) -> Angle {
      // Beyond this the linearization fails: the heading is uniformly distributed.
      Angle(radians: min(variance.squareRoot(), HeadingErrorPrediction.unknown.level.radians))
    }
    var byHeading: [Angle] = []
    var level = 0.0
    var tilted = (0.0, 0.0)
    for step in 0..<36 {
      let heading = Quaternion(
        angle: Angle(degrees: -10 * Double(step)), axis: Vector3(0, 0, 1))
      let one = variance(heading)
      level += one / 36
      byHeading.append(angle(one))
      guard step % 2 == 0 else { continue }
      for side in 0..<8 {
        let direction = Angle(degrees: 45 * Double(side))
        let axis = Vector3(direction.cosine, direction.sine, 0)
        tilted.0 +=
          variance(heading * Quaternion(angle: Angle(degrees: 20), axis: axis)) / (18 * 8)
        tilted.1 +=
          variance(heading * Quaternion(angle: Angle(degrees: 45), axis: axis)) / (18 * 8)
      }
    }
    self.init(
      level: angle(level), tilt20: angle(tilted.0), tilt45: angle(tilted.1), byHeading: byHeading)
  }
}
