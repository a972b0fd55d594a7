extension HarmonicExpansion {
  /// Field and rate at a place on the sphere: north, east and down of the geocentric frame.
  ///
  /// - Parameters:
  ///   - place: The place, in geocentric coordinates.
  ///   - years: Time since the epoch in years.
  /// - Returns: The field in T and its change in T a year.
  @inline(__always)
  func sum(at place: GeocentricPlace, years: Double) -> (field: SIMD3<Double>, rate: SIMD3<Double>)
  {
    let sine = place.sine
    let ratio = place.radiusRatio
    let step = ratio * sine
    let squaredRatio = ratio * ratio

    // Order 0, with the functions of order 1 beside: dP(n,0)/dφ = n · P(n,1).
    var radialZonal = SIMD2<Double>.zero
    var northZonal = SIMD2<Double>.zero
    do {
      var previous = 0.0
      var current = 1.0
      var slopePrevious = 0.0
      var slope = 1.0
      for index in 0..<degree {
        // `current` holds (a/r)^(n−1) P(n−1,0); one step further it is n's.
        let next = step * current - zonalRecursion[index] * squaredRatio * previous
        previous = current
        current = next
        let n = Double(index + 1)
        radialZonal += zonal[index] * ((n + 1) * current)
        northZonal += zonal[index] * (n * slope)
        let slopeNext = step * slope - recursion[index] * squaredRatio * slopePrevious
        slopePrevious = slope
        slope = slopeNext
      }
    }

    // Orders 1 and up. The functions of every order start at 1; the power (a/r · cos φ)^(m−1) is
    // in the turning pair (cos mλ, sin mλ).
    let turnReal = place.cosineOfLongitude * (ratio * place.cosine)
    let turnImaginary = place.sineOfLongitude * (ratio * place.cosine)
    var real = place.cosineOfLongitude
    var imaginary = place.sineOfLongitude
    var radial = SIMD4<Double>.zero
    var slopes = SIMD4<Double>.zero
    var east = SIMD4<Double>.zero
    var term = 0
    var tail = 0
    var row = 0
    for m in 1...degree {
      // Near a pole high orders vanish, long before they could slow the processor as denormal numbers.
      if abs(real) + abs(imaginary) < 1e-200 { break }
      var previous = 0.0
      var current = 1.0
      var plain = SIMD4<Double>.zero
      var running = SIMD4<Double>.zero
      var slope = SIMD4<Double>.zero
      var n = m
      while n <= rateDegree {
        let next = step * current - recursion[row] * squaredRatio * previous
        plain += varying[term] * current
        running += plain
        slope += varying[term + 1] * next
        previous = current
        current = next
        term += 2
        row += 1
        n += 1
      }
      // Σ (n + 1) x = (N + 2) Σ x − Σ (partial sums of x).
      var weighted = plain * Double(rateDegree + 2) - running
      if m > rateDegree { weighted = .zero }
      if rateDegree < degree {
        var plainTail = SIMD2<Double>.zero
        var weightedTail = SIMD2<Double>.zero
        var slopeTail = SIMD2<Double>.zero
        while n <= degree {
          let next = step * current - recursion[row] * squaredRatio * previous
          let degreeValue = Double(n)
          let value = constant[tail]
          plainTail += value * current
          weightedTail += value * ((degreeValue + 1) * current)
          slopeTail += value * ((2 * degreeValue + 1) * next)
          previous = current
          current = next
          tail += 1
          row += 1
          n += 1
        }
        plain.lowHalf += plainTail
        weighted.lowHalf += weightedTail
        slope.lowHalf += slopeTail
      }
      let turn = SIMD4(real, imaginary, real, imaginary)
      radial += weighted * turn
      slopes += slope * turn
      east += plain * (SIMD4(imaginary, -real, imaginary, -real) * Double(m))
      let turned = real * turnReal - imaginary * turnImaginary
      imaginary = real * turnImaginary + imaginary * turnReal
      real = turned
    }

    // (a/r)^3 is common to all orders from 1 on; order 0 started one power lower.
    let cube = squaredRatio * ratio
    let radialFunctions = SIMD2(radial.x + radial.y, radial.z + radial.w) * cube
    let slopeFunctions = SIMD2(slopes.x + slopes.y, slopes.z + slopes.w) * squaredRatio
    let eastFunctions = SIMD2(east.x + east.y, east.z + east.w) * cube
    let outward = radialFunctions * place.cosine + radialZonal * squaredRatio
    let north = slopeFunctions - radialFunctions * sine - northZonal * (cube * place.cosine)
    let rate = SIMD3(north.y, eastFunctions.y, -outward.y)
    let field = SIMD3(north.x, eastFunctions.x, -outward.x) + rate * years
    return (field, rate)
  }
}
