internal import HeadingGeometry
internal import RealModule

/// Arithmetic of angles in degrees without conversion errors.
enum DegreeMath {
  /// Exact difference `to − from`, reduced to −180…180, with its rounding error.
  static func difference(from: Double, to: Double) -> (value: Double, error: Double) {
    let (rough, roughError) = sum(-from.remainder(dividingBy: 360), to.remainder(dividingBy: 360))
    let (turn, turnError) = sum(rough.remainder(dividingBy: 360), roughError)
    // ±180 is the same meridian; the rounding error determines the sign.
    if turn == 0 || abs(turn) == 180 {
      let sign = turnError == 0 ? to - from : -turnError
      return (turn.magnitude.withSign(of: sign), turnError)
    }
    return (turn, turnError)
  }

  /// Sum of two numbers with its rounding error (Knuth).
  static func sum(_ u: Double, _ v: Double) -> (value: Double, error: Double) {
    let total = u + v
    let partV = total - u
    let partU = total - partV
    return (total, (u - partU) + (v - partV))
  }

  /// Sine and cosine of `degrees + correction`, |degrees| <= 180 and a tiny correction.
  static func sineAndCosine(
    degrees: Double, correction: Double
  ) -> (sine: Double, cosine: Double) {
    let quarter = (degrees / 90).rounded(.toNearestOrAwayFromZero)
    let radians = ((degrees - 90 * quarter) + correction) * (.pi / 180)
    let sine = Double.sin(radians)
    let cosine = Double.cos(radians)
    switch Int(quarter) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, 0 - sine)
    case 2: return (0 - sine, 0 - cosine)
    default: return (0 - cosine, sine)
    }
  }

  /// Angle of a direction in degrees, −180…180, exact on the axes.
  static func arctangent(y: Double, x: Double) -> Double {
    if abs(y) > abs(x) {
      let angle = Double.atan2(y: x, x: abs(y)) * (180 / .pi)
      return y < 0 ? angle - 90 : 90 - angle
    }
    let angle = Double.atan2(y: y, x: abs(x)) * (180 / .pi)
    guard x.sign == .minus else { return angle }
    return (y.sign == .minus ? -180 : 180) - angle
  }
}

extension Double {
  /// The magnitude with the sign of another number.
  func withSign(of other: Double) -> Double { Double(signOf: other, magnitudeOf: self) }
}
