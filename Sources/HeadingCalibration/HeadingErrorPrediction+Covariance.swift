import HeadingGeometry
import RealModule

extension HeadingErrorPrediction {
  /// The heading error of a fit, J·C·Jᵀ.
  ///
  /// A calibration off by dA and dh corrects c to c − S (dA·c + dh); its component along magnetic east,
  /// over the horizontal field, is the heading's error.
  ///
  /// - Parameters:
  ///   - parameters: The fit's.
  ///   - used: What the calibration is made of; where it is simpler than the fit, their difference in heading is an
  ///     error too.
  ///   - covariance: Of the active parameters, dense.
  ///   - active: Their indices.
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

  /// The heading error of one pose with a known heading, the soft iron uncertain.
  ///
  /// The hard iron found there takes up what the soft iron does at that heading; at others the rest shows.
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

  /// Averages the variance of the heading, rad², over headings and tilts.
  private init(variance: (Quaternion) -> Double) {
    func angle(_ variance: Double) -> Angle {
      // Beyond this the linear error has no meaning: every heading is as likely.
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
