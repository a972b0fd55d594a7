internal import HeadingGeometry

/// The end points of an inverse problem in canonical position: β₁ <= 0, |β₂| <= |β₁|, 0 <= λ₁₂ <=
/// 180°.
struct GeodesicEnds {
  /// Reduced latitudes and √(1 + e′² sin² β).
  var start: ArcPoint
  var end: ArcPoint
  let startScale: Double
  let endScale: Double

  /// Longitude difference: radians, sine and cosine, and its supplement to 180° in degrees.
  let longitude: Double
  let longitudeArc: ArcPoint
  let supplement: Double

  /// Reflections that brought the points to canonical position.
  let swapped: Bool
  let eastward: Double
  let southward: Double

  /// Whether the start is a pole.
  let startsAtPole: Bool

  /// Smallest cosine of a latitude, which keeps the meridian defined at a pole.
  static let tiny = 0x1p-511

  /// Transforms two points to canonical position (Karney 2013).
  init(_ from: Coordinate, _ to: Coordinate) {
    let (difference, error) = DegreeMath.difference(from: from.longitude, to: to.longitude)
    eastward = difference.sign == .minus ? -1 : 1
    let turn = difference * eastward
    let turnError = error * eastward
    let toOpposite = (180 - turn) - turnError
    supplement = toOpposite
    longitude = turn * (.pi / 180)
    if turn > 90 {
      let (sine, cosine) = DegreeMath.sineAndCosine(degrees: toOpposite, correction: 0)
      longitudeArc = ArcPoint(sine: sine, cosine: -cosine)
    } else {
      let (sine, cosine) = DegreeMath.sineAndCosine(degrees: turn, correction: turnError)
      longitudeArc = ArcPoint(sine: sine, cosine: cosine)
    }

    swapped = abs(from.latitude) < abs(to.latitude)
    let first = swapped ? to.latitude : from.latitude
    let second = swapped ? from.latitude : to.latitude
    southward = first < 0 ? 1 : -1
    startsAtPole = abs(first) == 90
    start = Self.reduced(first * southward)
    end = Self.reduced(second * southward)
    // Rounding must not make equal latitudes differ: the equations divide by the difference.
    if start.cosine < -start.sine {
      if end.cosine == start.cosine { end.sine = start.sine.magnitude.withSign(of: end.sine) }
    } else if abs(end.sine) == -start.sine {
      end.cosine = start.cosine
    }
    let ep2 = WGS84.squaredSecondEccentricity
    startScale = (1 + ep2 * start.sine * start.sine).squareRoot()
    endScale = (1 + ep2 * end.sine * end.sine).squareRoot()
  }

  /// Reduced latitude of a geodetic one: tan β = (1 − f) tan φ.
  @inline(__always)
  static func reduced(_ latitude: Double) -> ArcPoint {
    let (sine, cosine) = Angle.sineAndCosine(degrees: latitude)
    var point = ArcPoint(normalizing: (1 - WGS84.flattening) * sine, cosine)
    point.cosine = max(tiny, point.cosine)
    return point
  }
}
