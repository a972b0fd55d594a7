/// One pass over the terms of an expansion.
///
/// Memory-safe if the caller provides storage for all functions and a table of this shape.
@safe struct HarmonicSummation {
  let shape: HarmonicShape

  /// Storage for the functions of 16 orders: 128 bytes a degree.
  let functions: UnsafeMutableRawPointer

  /// Field in T and rate in T/year in the geocentric frame: north, east, down.
  @inline(__always)
  func sum(
    _ table: Span<SIMD2<Double>>, at place: GeocentricPlace, years: Double
  ) -> (field: SIMD3<Double>, rate: SIMD3<Double>) {
    let ratio = place.radiusRatio
    // The functions of every order start at 1; the power (a/r · cos φ)^(m−1) is part of the pair
    // (cos mλ, sin mλ), and the factor (a/r)³ is applied at the end.
    let turnReal = place.cosineOfLongitude * (ratio * place.cosine)
    let turnImaginary = place.sineOfLongitude * (ratio * place.cosine)
    var real = place.cosineOfLongitude
    var imaginary = place.sineOfLongitude
    // Near a pole the high orders are negligible and are skipped before they become denormal
    // numbers, which are slow.
    let isNearPole = place.cosine < 0.03
    var sums = HarmonicSums()
    var zonal = (radial: SIMD2<Double>.zero, north: SIMD2<Double>.zero)
    var term = shape.varying
    var tail = shape.constant
    var row = 0
    // In blocks of 16 orders, so that the recursions of one group of four overlap with the next's.
    var block = 0
    while block <= shape.degree {
      let orders = min(block &+ 16, shape.degree &+ 1)
      var offset = 0
      var first = block
      while first < orders {
        let count = shape.degree &- first &+ 1
        fillFunctions(
          table, from: row, count: count, to: offset, step: SIMD2(repeating: ratio * place.sine),
          back: SIMD2(repeating: ratio * ratio))
        row &+= 2 &* count
        offset &+= 32 &* count
        first &+= 4
      }
      offset = 0
      first = block
      var m = first
      if first == 0 {
        zonal = zonalSums(table)
        m = 1
      }
      while m < orders {
        if isNearPole && abs(real) + abs(imaginary) < 1e-200 { break }
        if m == first &+ 4 {
          offset &+= 32 &* (shape.degree &- first &+ 1)
          first = m
        }
        unsafe addOrder(
          m, table, functions: functions + offset + 8 &* (m &- first), term: &term, tail: &tail,
          turn: SIMD2(real, imaginary), to: &sums)
        let turned = real * turnReal - imaginary * turnImaginary
        imaginary = real * turnImaginary + imaginary * turnReal
        real = turned
        m &+= 1
      }
      if m < orders { break }
      block &+= 16
    }

    let squared = ratio * ratio
    let cube = squared * ratio
    let weighted = SIMD2(sums.weighted.sum(), sums.weightedRate.sum()) * cube
    let outward =
      (weighted + SIMD2(sums.plain.sum(), sums.plainRate.sum()) * cube) * place.cosine + zonal
      .radial * squared
    let north =
      weighted * place.sine - SIMD2(sums.slope.sum(), sums.slopeRate.sum()) * (cube * ratio)
      - zonal.north * (cube * place.cosine)
    let east = SIMD2(sums.east.sum(), sums.eastRate.sum()) * cube
    let rate = SIMD3(north.y, east.y, -outward.y)
    let field = SIMD3(north.x, east.x, -outward.x) + rate * years
    return (field, rate)
  }

  /// The functions (a/r)^(n−m) P(n,m) / cosᵐ φ of four orders m, n from m up.
  ///
  /// Not inlined: the compiler otherwise recognizes equal halves of `step` and generates scalar
  /// code.
  @inline(never)
  private func fillFunctions(
    _ table: Span<SIMD2<Double>>, from row: Int, count: Int, to offset: Int, step: SIMD2<Double>,
    back: SIMD2<Double>
  ) {
    var previousLow = SIMD2<Double>.zero
    var previousHigh = SIMD2<Double>.zero
    var low = SIMD2<Double>(repeating: 1)
    var high = SIMD2<Double>(repeating: 1)
    let target = unsafe functions + offset
    for above in 0..<count {
      unsafe target.storeBytes(of: low, toByteOffset: 32 &* above, as: SIMD2<Double>.self)
      unsafe target.storeBytes(of: high, toByteOffset: 32 &* above &+ 16, as: SIMD2<Double>.self)
      let place = row &+ 2 &* above
      let nextLow = unsafe low * step - table[unchecked: place] * back * previousLow
      let nextHigh = unsafe high * step - table[unchecked: place &+ 1] * back * previousHigh
      previousLow = low
      previousHigh = high
      low = nextLow
      high = nextHigh
    }
  }

  /// Adds the terms of an order from 1 on.
  @inline(__always)
  private func addOrder(
    _ m: Int, _ table: Span<SIMD2<Double>>, functions: UnsafeMutableRawPointer,
    term: inout Int, tail: inout Int, turn: SIMD2<Double>, to sums: inout HarmonicSums
  ) {
    // Sums of the terms, of their partial sums, and of the derivatives:
    // cos φ · dP(n)/dφ = (n² − m²) / (2n − 1) · P(n−1) − n sin φ P(n).
    var plain = SIMD2<Double>.zero
    var plainRate = SIMD2<Double>.zero
    var running = SIMD2<Double>.zero
    var runningRate = SIMD2<Double>.zero
    var slope = SIMD2<Double>.zero
    var slopeRate = SIMD2<Double>.zero
    var offset = 0
    let varyingEnd = 32 &* (shape.rateDegree &- m &+ 1)
    while offset < varyingEnd {
      let function = unsafe functions.load(fromByteOffset: offset, as: Double.self)
      plain += unsafe table[unchecked: term] * function
      plainRate += unsafe table[unchecked: term &+ 1] * function
      running += plain
      runningRate += plainRate
      slope += unsafe table[unchecked: term &+ 2] * function
      slopeRate += unsafe table[unchecked: term &+ 3] * function
      term &+= 4
      offset &+= 32
    }
    // Σ n x = (N + 1) Σ x − Σ (partial sums of x).
    let count = Double(shape.rateDegree &+ 1)
    var weighted = plain * count - running
    let weightedRate = plainRate * count - runningRate
    let end = 32 &* (shape.degree &- m &+ 1)
    if offset < end {
      var n = Double(m &+ offset &>> 5)
      while offset < end {
        let function = unsafe functions.load(fromByteOffset: offset, as: Double.self)
        let product = unsafe table[unchecked: tail] * function
        plain += product
        weighted += product * n
        slope += unsafe table[unchecked: tail &+ 1] * function
        n += 1
        tail &+= 2
        offset &+= 32
      }
    }
    let across = SIMD2(turn.y, -turn.x) * Double(m)
    sums.plain += plain * turn
    sums.plainRate += plainRate * turn
    sums.weighted += weighted * turn
    sums.weightedRate += weightedRate * turn
    sums.slope += slope * turn
    sums.slopeRate += slopeRate * turn
    sums.east += plain * across
    sums.eastRate += plainRate * across
  }

  /// Order 0: sums of (n + 1) g P(n,0) and of n g P(n,1) / cos φ, which is its slope; field and
  /// rate.
  @inline(__always)
  private func zonalSums(
    _ table: Span<SIMD2<Double>>
  ) -> (radial: SIMD2<Double>, north: SIMD2<Double>) {
    var radial = SIMD2<Double>.zero
    var north = SIMD2<Double>.zero
    for index in 0..<shape.degree {
      let offset = 32 &* index
      let function = unsafe functions.load(fromByteOffset: offset &+ 32, as: Double.self)
      let slope = unsafe functions.load(fromByteOffset: offset &+ 8, as: Double.self)
      radial += unsafe table[unchecked: shape.zonal &+ 2 &* index] * function
      north += unsafe table[unchecked: shape.zonal &+ 2 &* index &+ 1] * slope
    }
    return (radial, north)
  }
}
