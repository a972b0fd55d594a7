internal import HeadingGeometry

extension GeodesicEnds {
  /// Distance and reduced length along an arc of the auxiliary sphere, both over b.
  func lengths(
    epsilon: Double, arc: Double, from: ArcPoint, to: ArcPoint
  ) -> (distance: Double, reduced: Double) {
    let a1 = GeodesicSeries.a1MinusOne(epsilon)
    let a2 = GeodesicSeries.a2MinusOne(epsilon)
    let b1 = GeodesicSeries.c1(epsilon).difference(from: from, to: to)
    let b2 = GeodesicSeries.c2(epsilon).difference(from: from, to: to)
    let j = (a1 - a2) * arc + ((1 + a1) * b1 - (1 + a2) * b2)
    return ((1 + a1) * (arc + b1), reducedLength(j, from: from, to: to))
  }

  /// Distance over b.
  @inline(__always)
  func distance(epsilon: Double, arc: Double, from: ArcPoint, to: ArcPoint) -> Double {
    let b1 = GeodesicSeries.c1(epsilon).difference(from: from, to: to)
    return (1 + GeodesicSeries.a1MinusOne(epsilon)) * (arc + b1)
  }

  /// Reduced length over b, with both series summed as one.
  @inline(__always)
  func reducedLength(epsilon: Double, arc: Double, from: ArcPoint, to: ArcPoint) -> Double {
    let a1 = GeodesicSeries.a1MinusOne(epsilon)
    let a2 = GeodesicSeries.a2MinusOne(epsilon)
    let first = GeodesicSeries.c1(epsilon)
    let second = GeodesicSeries.c2(epsilon)
    let p = 1 + a1
    let q = 1 + a2
    let series = SineSeries(
      c1: p * first.c1 - q * second.c1, c2: p * first.c2 - q * second.c2,
      c3: p * first.c3 - q * second.c3, c4: p * first.c4 - q * second.c4,
      c5: p * first.c5 - q * second.c5, c6: p * first.c6 - q * second.c6)
    let j = (a1 - a2) * arc + series.difference(from: from, to: to)
    return reducedLength(j, from: from, to: to)
  }

  @inline(__always)
  private func reducedLength(_ j: Double, from: ArcPoint, to: ArcPoint) -> Double {
    endScale * (from.cosine * to.sine) - startScale * (from.sine * to.cosine)
      - from.cosine * to.cosine * j
  }
}
