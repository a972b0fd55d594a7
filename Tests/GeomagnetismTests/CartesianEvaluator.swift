import Foundation
import HeadingGeometry

/// The field by Cunningham's recursion of solid harmonics in Cartesian coordinates.
///
/// L. E. Cunningham, On the computation of the spherical harmonic terms needed during the numerical
/// integration of the orbital motion of an artificial satellite, Celestial Mechanics (1970)
/// 207–216. It uses
/// neither latitude nor longitude nor Schmidt's functions, so poles are no special case; any
/// degree up to 140.
struct CartesianEvaluator {
  /// Degree, order, and the cosine and sine coefficients, nT, Schmidt semi-normalised.
  var terms: [(n: Int, m: Int, g: Double, h: Double)]

  /// North, east and down on the WGS 84 horizon of a place, nT.
  func field(latitude: Double, longitude: Double, height: Double) -> Vector3 {
    let (sinePhi, cosinePhi) = Self.sineAndCosine(latitude)
    let (sineLambda, cosineLambda) = Self.sineAndCosine(longitude)
    let e2 = WGS84.flattening * (2 - WGS84.flattening)
    let normal = WGS84.semiMajorAxis / (1 - e2 * sinePhi * sinePhi).squareRoot()
    let equatorial = (normal + height) * cosinePhi
    let position = Vector3(
      equatorial * cosineLambda, equatorial * sineLambda, (normal * (1 - e2) + height) * sinePhi)
    let vector = field(at: position)
    return Vector3(
      -sinePhi * cosineLambda * vector.x - sinePhi * sineLambda * vector.y + cosinePhi * vector.z,
      -sineLambda * vector.x + cosineLambda * vector.y,
      -cosinePhi * cosineLambda * vector.x - cosinePhi * sineLambda * vector.y
        - sinePhi * vector.z)
  }

  /// The field in the Earth-centred frame, nT, at a position in m.
  private func field(at position: Vector3) -> Vector3 {
    let radius = 6_371_200.0
    let degree = (terms.map(\.n).max() ?? 1) + 1
    let square = position.dot(position)
    let x = position.x * radius / square
    let y = position.y * radius / square
    let z = position.z * radius / square
    let ratio = radius * radius / square
    let stride = degree + 1
    var v = [Double](repeating: 0, count: stride * stride)
    var w = v
    v[0] = radius / square.squareRoot()
    for m in 0...degree {
      if m > 0 {
        let last = (m - 1) * stride + m - 1
        let factor = Double(2 * m - 1)
        v[m * stride + m] = factor * (x * v[last] - y * w[last])
        w[m * stride + m] = factor * (x * w[last] + y * v[last])
      }
      for n in (m + 1)..<max(m + 1, degree + 1) {
        let one = Double(2 * n - 1) / Double(n - m) * z
        let two = Double(n + m - 1) / Double(n - m) * ratio
        let place = n * stride + m
        v[place] = one * v[place - stride] - (n > m + 1 ? two * v[place - 2 * stride] : 0)
        w[place] = one * w[place - stride] - (n > m + 1 ? two * w[place - 2 * stride] : 0)
      }
    }
    var sum = Vector3.zero
    for (n, m, g, h) in terms {
      let scale = Self.schmidt(n, m)
      let (c, s) = (g * scale, h * scale)
      let above = (n + 1) * stride + m
      sum.z -= Double(n - m + 1) * (c * v[above] + s * w[above])
      if m == 0 {
        sum.x -= c * v[above + 1]
        sum.y -= c * w[above + 1]
      } else {
        let back = Double((n - m + 2) * (n - m + 1))
        sum.x +=
          (back * (c * v[above - 1] + s * w[above - 1]) - c * v[above + 1] - s * w[above + 1]) / 2
        sum.y +=
          (back * (s * v[above - 1] - c * w[above - 1]) + s * v[above + 1] - c * w[above + 1]) / 2
      }
    }
    return sum * -1
  }

  /// √(2 (n − m)! / (n + m)!) of orders from 1: Schmidt's factor to the functions without one.
  private static func schmidt(_ n: Int, _ m: Int) -> Double {
    guard m > 0 else { return 1 }
    var scale = 2.0.squareRoot()
    for k in (n - m + 1)...(n + m) { scale /= Double(k).squareRoot() }
    return scale
  }

  /// Exact at the multiples of 90°, where a place is on an axis.
  private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
    let quarter = (degrees / 90).rounded()
    let rest = (degrees - quarter * 90) * .pi / 180
    switch Int(quarter) & 3 {
    case 0: return (sin(rest), cos(rest))
    case 1: return (cos(rest), -sin(rest))
    case 2: return (-sin(rest), -cos(rest))
    default: return (-cos(rest), sin(rest))
    }
  }
}
