import Foundation
import HeadingGeometry

/// The field by the textbook: explicit polynomials, Schmidt's factor, derivatives term by term.
///
/// Independent of the evaluator under test; slow, and accurate up to degree 13.
struct DirectEvaluator {
  /// g and h of every term, nT, by degree and order; h has a negative order.
  var terms: [SIMD2<Int>: Double]

  /// North, east and down on the WGS 84 horizon, nT.
  func field(latitude: Double, longitude: Double, height: Double) -> Vector3 {
    let phi = latitude * .pi / 180
    let lambda = longitude * .pi / 180
    let e2 = WGS84.flattening * (2 - WGS84.flattening)
    let normal = WGS84.semiMajorAxis / (1 - e2 * sin(phi) * sin(phi)).squareRoot()
    let p = (normal + height) * cos(phi)
    let z = (normal * (1 - e2) + height) * sin(phi)
    let r = (p * p + z * z).squareRoot()
    let theta = atan2(p, z)
    var radial = 0.0
    var south = 0.0
    var east = 0.0
    for (key, value) in terms {
      let n = key.x
      let m = abs(key.y)
      let power = pow(6_371_200 / r, Double(n + 2))
      let (function, slope) = Self.schmidt(n, m, theta)
      let turn = Double(m) * lambda
      let along = key.y < 0 ? sin(turn) : cos(turn)
      let across = key.y < 0 ? cos(turn) : -sin(turn)
      radial += Double(n + 1) * power * value * along * function
      south -= power * value * along * slope
      east -= power * value * Double(m) * across * function / sin(theta)
    }
    let tilt = (.pi / 2 - theta) - phi
    let north = -south
    return Vector3(
      north * cos(tilt) + radial * sin(tilt), east, north * sin(tilt) - radial * cos(tilt))
  }

  /// P(n,m) of cos θ, Schmidt semi-normalised, and its derivative with respect to θ.
  static func schmidt(_ n: Int, _ m: Int, _ theta: Double) -> (value: Double, slope: Double) {
    func factorial(_ k: Int) -> Double { k < 2 ? 1 : (2...k).reduce(1.0) { $0 * Double($1) } }
    let x = cos(theta)
    let s = sin(theta)
    // dᵐ/dxᵐ of Rodrigues' sum, and once more.
    var polynomial = 0.0
    var derivative = 0.0
    for k in 0...(n / 2) where n - 2 * k - m >= 0 {
      let coefficient =
        (k % 2 == 0 ? 1.0 : -1.0) * factorial(2 * n - 2 * k)
        / (pow(2, Double(n)) * factorial(k) * factorial(n - k) * factorial(n - 2 * k - m))
      let exponent = n - 2 * k - m
      polynomial += coefficient * pow(x, Double(exponent))
      if exponent > 0 {
        derivative += coefficient * Double(exponent) * pow(x, Double(exponent - 1))
      }
    }
    let scale = (m == 0 ? 1 : 2 * factorial(n - m) / factorial(n + m)).squareRoot()
    let sine = pow(s, Double(m))
    let slope =
      (m > 0 ? Double(m) * pow(s, Double(m - 1)) * x * polynomial : 0) - sine * s * derivative
    return (scale * sine * polynomial, scale * slope)
  }
}
