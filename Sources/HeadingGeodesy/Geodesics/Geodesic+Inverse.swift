public import HeadingGeometry
internal import RealModule

extension Geodesic {
  /// Solves the inverse geodesic problem (Karney 2013).
  ///
  /// - Parameters:
  ///   - from: Start of the path.
  ///   - to: End of the path.
  public init(from: Coordinate, to: Coordinate) {
    let ends = GeodesicEnds(from, to)
    let solution =
      ends.alongMeridian() ?? ends.alongEquator() ?? ends.byNewton()

    guard solution.distance > 0 else {
      self.init(distance: 0, initialAzimuth: .zero, finalAzimuth: .zero)
      return
    }
    var first = solution.startAzimuth
    var second = solution.endAzimuth
    if ends.swapped { swap(&first, &second) }
    // Reversing a path keeps the sign of its east component and changes that of its north
    // component.
    let sineSign = ends.eastward
    let cosineSign = ends.swapped ? -ends.southward : ends.southward
    self.init(
      distance: solution.distance,
      initialAzimuth: Angle(
        degrees: DegreeMath.arctangent(y: first.sine * sineSign, x: first.cosine * cosineSign)),
      finalAzimuth: Angle(
        degrees: DegreeMath.arctangent(y: second.sine * sineSign, x: second.cosine * cosineSign)))
  }
}

extension GeodesicEnds {
  /// Solution in canonical position: length, m, and azimuths.
  struct Solution {
    var distance: Double
    var startAzimuth: ArcPoint
    var endAzimuth: ArcPoint
  }

  /// The meridional path, if both points are on one meridian and it is the shortest.
  func alongMeridian() -> Solution? {
    guard startsAtPole || longitudeArc.sine == 0 else { return nil }
    let azimuth = longitudeArc
    let from = ArcPoint(sine: start.sine, cosine: azimuth.cosine * start.cosine)
    let to = end
    // Adding 0 turns a negative zero into a positive one and so selects the side of ±π.
    let arc = Double.atan2(
      y: max(0, from.cosine * to.sine - from.sine * to.cosine) + 0,
      x: from.cosine * to.cosine + from.sine * to.sine)
    let (distance, reduced) = lengths(
      epsilon: WGS84.thirdFlattening, arc: arc, from: from, to: to)
    // Beyond the conjugate point a path off the meridian is shorter.
    guard arc < 0x1p-26 || reduced >= 0 else { return nil }
    let isPoint = arc < 3 * Self.tiny || (arc < 0x1p-52 && (distance < 0 || reduced < 0))
    return Solution(
      distance: isPoint ? 0 : distance * WGS84.semiMinorAxis, startAzimuth: azimuth,
      endAzimuth: ArcPoint(sine: 0, cosine: 1))
  }

  /// The equatorial path, if both points are on the equator and it is the shortest.
  func alongEquator() -> Solution? {
    guard start.sine == 0, supplement >= WGS84.flattening * 180 else { return nil }
    let east = ArcPoint(sine: 1, cosine: 0)
    return Solution(
      distance: WGS84.semiMajorAxis * longitude, startAzimuth: east, endAzimuth: east)
  }

  /// Newton's method on the initial azimuth, bracketed (Karney 2013).
  func byNewton() -> Solution {
    let guess = guess()
    if let distance = guess.shortDistance {
      return Solution(
        distance: distance * WGS84.semiMinorAxis, startAzimuth: guess.startAzimuth,
        endAzimuth: guess.endAzimuth)
    }
    var azimuth = guess.startAzimuth
    var low = ArcPoint(sine: Self.tiny, cosine: 1)
    var high = ArcPoint(sine: Self.tiny, cosine: -1)
    let precision = 0x1p-52
    var isClose = false
    var isBracketed = false
    var trial = trial(azimuth)
    // 20 Newton steps; bisection then needs at most the bits of a Double and a few more.
    for step in 0..<83 {
      if isBracketed || !(abs(trial.longitudeError) >= (isClose ? 8 : 1) * precision) { break }
      let cotangent = azimuth.cosine / azimuth.sine
      if trial.longitudeError > 0 && (step > 20 || cotangent > high.cosine / high.sine) {
        high = azimuth
      } else if trial.longitudeError < 0 && (step > 20 || cotangent < low.cosine / low.sine) {
        low = azimuth
      }
      var isNewton = false
      if step < 20 {
        let slope = slope(of: trial)
        let change = -trial.longitudeError / slope
        if slope > 0 && abs(change) < .pi {
          let sine = Double.sin(change)
          let cosine = Double.cos(change)
          let turned = azimuth.sine * cosine + azimuth.cosine * sine
          if turned > 0 {
            azimuth = ArcPoint(
              normalizing: turned, azimuth.cosine * cosine - azimuth.sine * sine)
            isClose = abs(trial.longitudeError) <= 16 * precision
            isNewton = true
          }
        }
      }
      if !isNewton {
        azimuth = ArcPoint(
          normalizing: (low.sine + high.sine) / 2, (low.cosine + high.cosine) / 2)
        isClose = false
        isBracketed =
          abs(low.sine - azimuth.sine) + (low.cosine - azimuth.cosine) < precision
          || abs(azimuth.sine - high.sine) + (azimuth.cosine - high.cosine) < precision
      }
      trial = self.trial(azimuth)
    }
    let distance = distance(
      epsilon: trial.epsilon, arc: trial.arc, from: trial.from, to: trial.to)
    return Solution(
      distance: distance * WGS84.semiMinorAxis, startAzimuth: azimuth,
      endAzimuth: trial.endAzimuth)
  }
}
