internal import HeadingGeometry
internal import RealModule

extension GeodesicEnds {
  /// A geodesic from the start with a trial azimuth to the end's latitude.
  struct Trial {
    var endAzimuth: ArcPoint
    var arc: Double
    var from: ArcPoint
    var to: ArcPoint
    var epsilon: Double

    /// Longitude error at the end, rad, positive if too far.
    var longitudeError: Double
  }

  /// Computes the geodesic to the end's latitude (Karney 2013).
  @inline(__always)
  func trial(_ given: ArcPoint) -> Trial {
    var azimuth = given
    // A geodesic along the equator never reaches another latitude: perturb it.
    if start.sine == 0 && azimuth.cosine == 0 { azimuth.cosine = -Self.tiny }
    let sine0 = azimuth.sine * start.cosine
    let bend = azimuth.sine * start.sine
    let squaredCosine0 = azimuth.cosine * azimuth.cosine + bend * bend
    let omegaSine1 = sine0 * start.sine
    let cosine1 = azimuth.cosine * start.cosine
    let from = ArcPoint(normalizing: start.sine, cosine1)

    let differs = end.cosine != start.cosine
    var final = ArcPoint(
      sine: differs ? sine0 / end.cosine : azimuth.sine, cosine: abs(azimuth.cosine))
    if differs || abs(end.sine) != -start.sine {
      let gap =
        start.cosine < -start.sine
        ? (end.cosine - start.cosine) * (start.cosine + end.cosine)
        : (start.sine - end.sine) * (start.sine + end.sine)
      final.cosine = (cosine1 * cosine1 + gap).squareRoot() / end.cosine
    }
    let omegaSine2 = sine0 * end.sine
    let cosine2 = final.cosine * end.cosine
    let to = ArcPoint(normalizing: end.sine, cosine2)

    let arc = Double.atan2(
      y: max(0, from.cosine * to.sine - from.sine * to.cosine) + 0,
      x: from.cosine * to.cosine + from.sine * to.sine)
    let omegaSine = max(0, cosine1 * omegaSine2 - omegaSine1 * cosine2) + 0
    let omegaCosine = cosine1 * cosine2 + omegaSine1 * omegaSine2
    let eta = Double.atan2(
      y: omegaSine * longitudeArc.cosine - omegaCosine * longitudeArc.sine,
      x: omegaCosine * longitudeArc.cosine + omegaSine * longitudeArc.sine)
    let epsilon = GeodesicSeries.epsilon(
      squaredK: squaredCosine0 * WGS84.squaredSecondEccentricity)
    let b3 = GeodesicSeries.c3(epsilon).difference(from: from, to: to)
    let longitudeError = eta - WGS84.flattening * GeodesicSeries.a3(epsilon) * sine0 * (arc + b3)
    return Trial(
      endAzimuth: final, arc: arc, from: from, to: to, epsilon: epsilon,
      longitudeError: longitudeError)
  }

  /// Derivative of the longitude error with respect to the azimuth.
  @inline(__always)
  func slope(of trial: Trial) -> Double {
    if trial.endAzimuth.cosine == 0 {
      return -2 * (1 - WGS84.flattening) * startScale / start.sine
    }
    let reduced = reducedLength(
      epsilon: trial.epsilon, arc: trial.arc, from: trial.from, to: trial.to)
    return reduced * (1 - WGS84.flattening) / (trial.endAzimuth.cosine * end.cosine)
  }
}
