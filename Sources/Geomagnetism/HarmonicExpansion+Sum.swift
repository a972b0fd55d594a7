extension HarmonicExpansion {
  /// Field and rate at a place on the sphere: north, east and down of the geocentric frame.
  ///
  /// - Parameters:
  ///   - place: The place, in geocentric coordinates.
  ///   - years: Time since the epoch in years.
  /// - Returns: The field in T and its change in T a year.
  @inline(__always)
  func sum(at place: GeocentricPlace, years: Double) -> (field: SIMD3<Double>, rate: SIMD3<Double>) {
    let ratio = place.radiusRatio
    let squaredRatio = ratio * ratio
    let step = ratio * place.sine
    let back = squaredRatio
    let recursion = recursion.span
    let varying = varying.span
    let constant = constant.span
    let (radialZonal, northZonal) = zonalSums(step: step, back: back)

    // Orders 1 and up. The functions of every order start at 1; the power (a/r · cos φ)^(m−1) is
    // in the turning pair (cos mλ, sin mλ).
    let turnReal = place.cosineOfLongitude * (ratio * place.cosine)
    let turnImaginary = place.sineOfLongitude * (ratio * place.cosine)
    var real = place.cosineOfLongitude
    var imaginary = place.sineOfLongitude
    // Sums over all terms of order 1 and up: plain, times n, of slopes, of the derivative in longitude.
    var zeroth = SIMD4<Double>.zero
    var first = SIMD4<Double>.zero
    var slopes = SIMD4<Double>.zero
    var east = SIMD4<Double>.zero
    let rateWeight = Double(rateDegree + 1)
    var term = 0
    var tail = 0
    var row = 0
    var order = 1.0
    for m in 1...degree {
      // Near a pole high orders vanish, long before they could slow the processor as denormal numbers.
      if abs(real) + abs(imaginary) < 1e-200 { break }
      var previous = 0.0
      var current = 1.0
      // The slope of P(n) is made of P(n) and P(n−1): dP/dφ · cos φ = (n² − m²)/(2n − 1) P(n−1) − n sin φ P(n),
      // so that each function is used for its own term and the next one's slope.
      var plain = SIMD4<Double>.zero
      var running = SIMD4<Double>.zero
      var slope = SIMD4<Double>.zero
      let varyingEnd = row &+ max(0, rateDegree &- m &+ 1)
      while row < varyingEnd {
        let value = SIMD4(repeating: current)
        plain += unsafe varying[unchecked: term] * value
        running += plain
        slope += unsafe varying[unchecked: term &+ 1] * value
        let next = unsafe step * current - recursion[unchecked: row] * back * previous
        previous = current
        current = next
        term &+= 2
        row &+= 1
      }
      // Σ n x = (N + 1) Σ x − Σ (partial sums of x).
      var weighted = plain * rateWeight - running
      if rateDegree < degree {
        var plainTail = plain.lowHalf
        var weightedTail = weighted.lowHalf
        var slopeTail = slope.lowHalf
        var n = Double(max(m, rateDegree &+ 1))
        let end = row &+ degree &- max(m &- 1, rateDegree)
        while row < end {
          let product = unsafe constant[unchecked: tail] * current
          plainTail += product
          weightedTail += product * n
          slopeTail += unsafe constant[unchecked: tail &+ 1] * current
          let next = unsafe step * current - recursion[unchecked: row] * back * previous
          previous = current
          current = next
          tail &+= 2
          row &+= 1
          n += 1
        }
        plain.lowHalf = plainTail
        weighted.lowHalf = weightedTail
        slope.lowHalf = slopeTail
      }
      let turn = SIMD4(real, imaginary, real, imaginary)
      zeroth += plain * turn
      first += weighted * turn
      slopes += slope * turn
      east += plain * (SIMD4(imaginary, -real, imaginary, -real) * order)
      order += 1
      let turned = real * turnReal - imaginary * turnImaginary
      imaginary = real * turnImaginary + imaginary * turnReal
      real = turned
    }

    // (a/r)^3 is common to all orders from 1 on; order 0 started one power lower.
    let cube = squaredRatio * ratio
    let plainSum = Self.pairs(zeroth) * cube
    let weightedSum = Self.pairs(first) * cube
    let slopeSum = Self.pairs(slopes) * (cube * ratio)
    let eastFunctions = Self.pairs(east) * cube
    let outward = (weightedSum + plainSum) * place.cosine + radialZonal * squaredRatio
    let north = weightedSum * place.sine - slopeSum - northZonal * (cube * place.cosine)
    let rate = SIMD3(north.y, eastFunctions.y, -outward.y)
    let field = SIMD3(north.x, eastFunctions.x, -outward.x) + rate * years
    return (field, rate)
  }

  /// The parts of cos mλ and sin mλ added: field and rate.
  @inline(__always)
  private static func pairs(_ sum: SIMD4<Double>) -> SIMD2<Double> { sum.evenHalf + sum.oddHalf }

  /// Order 0: sums of (n + 1) g P(n,0) and of n g P(n,1) / cos φ, which is its slope; field and rate.
  @inline(__always)
  private func zonalSums(
    step: Double, back: Double
  ) -> (radial: SIMD2<Double>, north: SIMD2<Double>) {
    var radial = SIMD2<Double>.zero
    var north = SIMD2<Double>.zero
    var previous = 0.0
    var current = 1.0
    var slopePrevious = 0.0
    var slope = 1.0
    let zonal = zonal.span
    let zonalRecursion = zonalRecursion.span
    let recursion = recursion.span
    for index in 0..<degree {
      let next = unsafe step * current - zonalRecursion[unchecked: index] * back * previous
      previous = current
      current = next
      radial += unsafe zonal[unchecked: 2 &* index] * current
      north += unsafe zonal[unchecked: 2 &* index &+ 1] * slope
      let slopeNext = unsafe step * slope - recursion[unchecked: index] * back * slopePrevious
      slopePrevious = slope
      slope = slopeNext
    }
    return (radial, north)
  }
}
