public import HeadingGeometry
internal import RealModule

extension Coordinate {
  /// Solves the direct geodesic problem on WGS 84 (Karney 2013), within 15 nm.
  ///
  /// - Parameters:
  ///   - azimuth: Azimuth at the start, clockwise from true north.
  ///   - distance: Length of the path, m; negative goes backwards. May exceed half the
  ///     circumference.
  /// - Returns: Coordinate and azimuth at the end; `nil` if a number is not finite.
  public func following(azimuth: Angle, distance: Double) -> GeodesicEnd? {
    guard azimuth.radians.isFinite, distance.isFinite else { return nil }
    let (sine1, cosine1) = Angle.sineAndCosine(degrees: azimuth.degrees)
    let beta = GeodesicEnds.reduced(latitude)
    let sine0 = sine1 * beta.cosine
    let bend = sine1 * beta.sine
    let cosine0 = (cosine1 * cosine1 + bend * bend).squareRoot()
    let onEquatorEastward = beta.sine == 0 && cosine1 == 0
    let omegaCosine1 = onEquatorEastward ? 1 : beta.cosine * cosine1
    let omegaSine1 = sine0 * beta.sine
    let from = ArcPoint(normalizing: beta.sine, omegaCosine1)

    let epsilon = GeodesicSeries.epsilon(
      squaredK: cosine0 * cosine0 * WGS84.squaredSecondEccentricity)
    let scale = 1 + GeodesicSeries.a1MinusOne(epsilon)
    let b11 = GeodesicSeries.c1(epsilon).value(sine: from.sine, cosine: from.cosine)
    let tau = distance / (WGS84.semiMinorAxis * scale)
    // τ₂ = τ₁ + s / (b A₁) with τ₁ = σ₁ + B₁(σ₁).
    let turned = tau + b11
    let sineTurned = Double.sin(turned)
    let cosineTurned = Double.cos(turned)
    let b12 = GeodesicSeries.c1Reverted(epsilon).value(
      sine: from.sine * cosineTurned + from.cosine * sineTurned,
      cosine: from.cosine * cosineTurned - from.sine * sineTurned)
    let arc = tau + (b12 + b11)
    let sineArc = Double.sin(arc)
    let cosineArc = Double.cos(arc)
    var to = ArcPoint(
      sine: from.sine * cosineArc + from.cosine * sineArc,
      cosine: from.cosine * cosineArc - from.sine * sineArc)

    let across = cosine0 * to.cosine
    var betaCosine2 = (sine0 * sine0 + across * across).squareRoot()
    if betaCosine2 == 0 {
      betaCosine2 = GeodesicEnds.tiny
      to.cosine = GeodesicEnds.tiny
    }
    let omegaSine2 = sine0 * to.sine
    let omega = Double.atan2(
      y: omegaSine2 * omegaCosine1 - to.cosine * omegaSine1,
      x: to.cosine * omegaCosine1 + omegaSine2 * omegaSine1)
    let b3 = GeodesicSeries.c3(epsilon).difference(from: from, to: to)
    let turn =
      omega - WGS84.flattening * sine0 * GeodesicSeries.a3(epsilon) * (arc + b3)
    let reached = DegreeMath.arctangent(
      y: cosine0 * to.sine, x: (1 - WGS84.flattening) * betaCosine2)
    guard
      let end = Coordinate(
        latitude: reached, longitude: (longitude + turn * (180 / .pi)).remainder(dividingBy: 360))
    else { return nil }
    return GeodesicEnd(
      coordinate: end,
      azimuth: Angle(degrees: DegreeMath.arctangent(y: sine0, x: cosine0 * to.cosine)))
  }
}
