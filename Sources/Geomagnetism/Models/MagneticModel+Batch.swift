internal import HeadingGeometry

extension MagneticModel {
  /// Evaluates many points, in pairs with SIMD.
  ///
  /// Faster than single evaluations, and equal to them within rounding (1e-9 nT).
  ///
  /// - Parameters:
  ///   - points: Positions and times.
  ///   - extrapolating: Whether to extrapolate outside ``validity``.
  ///   - body: Receives each point's index, in order, and its field or error.
  public func evaluate(
    _ points: Span<MagneticPoint>, extrapolating: Bool = false,
    _ body: (_ index: Int, _ result: Result<MagneticField, MagneticModelError>) -> Void
  ) {
    var index = 0
    while index < points.count {
      if index + 1 < points.count,
        let (first, second) = pair(points[index], points[index + 1], extrapolating: extrapolating)
      {
        body(index, .success(first))
        body(index + 1, .success(second))
        index += 2
      } else {
        body(index, single(points[index], extrapolating: extrapolating))
        index += 1
      }
    }
  }

  /// One point of a batch.
  private func single(
    _ point: MagneticPoint, extrapolating: Bool
  ) -> Result<MagneticField, MagneticModelError> {
    do throws(MagneticModelError) {
      return .success(
        try field(
          at: point.coordinate, ellipsoidalHeight: point.ellipsoidalHeight,
          decimalYear: point.decimalYear, extrapolating: extrapolating))
    } catch {
      return .failure(error)
    }
  }

  /// Two points of a batch; `nil` if they must be evaluated one by one.
  @inline(__always)
  private func pair(
    _ first: MagneticPoint, _ second: MagneticPoint, extrapolating: Bool
  ) -> (MagneticField, MagneticField)? {
    let piece = pieceIndex(first.decimalYear)
    guard piece == pieceIndex(second.decimalYear),
      isAnswered(first, extrapolating: extrapolating),
      isAnswered(second, extrapolating: extrapolating), pieces[piece].pair != nil
    else { return nil }
    let place = PairPlace(first, second)
    let years =
      SIMD2(first.decimalYear, second.decimalYear) - SIMD2(repeating: pieces[piece].epoch)
    guard let sum = pieces[piece].pair?.sum(at: place, years: years) else { return nil }
    return (
      MagneticField(
        components: Vector3(sum.field.north.x, sum.field.east.x, sum.field.down.x),
        componentRates: Vector3(sum.rate.north.x, sum.rate.east.x, sum.rate.down.x),
        coordinate: first.coordinate, yearsOutside: yearsOutside(first.decimalYear),
        predictionYears: predictionYears(first.decimalYear), errorModel: errorModel),
      MagneticField(
        components: Vector3(sum.field.north.y, sum.field.east.y, sum.field.down.y),
        componentRates: Vector3(sum.rate.north.y, sum.rate.east.y, sum.rate.down.y),
        coordinate: second.coordinate, yearsOutside: yearsOutside(second.decimalYear),
        predictionYears: predictionYears(second.decimalYear), errorModel: errorModel)
    )
  }

  @inline(__always)
  private func isAnswered(_ point: MagneticPoint, extrapolating: Bool) -> Bool {
    point.ellipsoidalHeight >= Self.heights.lowerBound
      && point.ellipsoidalHeight <= Self.heights.upperBound && point.decimalYear.isFinite
      && (extrapolating || yearsOutside(point.decimalYear) == 0)
  }
}
