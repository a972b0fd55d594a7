internal import HeadingGeometry

extension PairExpansion {
  /// Field and rate at two positions: north, east and down of the geodetic frame.
  struct Sum {
    var field: (north: SIMD2<Double>, east: SIMD2<Double>, down: SIMD2<Double>)
    var rate: (north: SIMD2<Double>, east: SIMD2<Double>, down: SIMD2<Double>)
  }

  /// The sums of ``HarmonicSummation`` for two positions.
  func sum(at place: PairPlace, years: SIMD2<Double>) -> Sum? {
    // Storage for the functions of two orders, on the stack.
    unsafe withUnsafeTemporaryAllocation(
      byteCount: 2 * Self.orderBytes, alignment: 16
    ) { functions in
      unsafe functions.baseAddress.map { unsafe sum(at: place, years: years, functions: $0) }
    }
  }

  @inline(__always)
  private func sum(
    at place: PairPlace, years: SIMD2<Double>, functions: UnsafeMutableRawPointer
  ) -> Sum {
    let table = table.span
    let ratio = place.radiusRatio
    let step = ratio * place.sine
    let back = ratio * ratio
    let scale = ratio * place.cosine
    let turnReal = place.cosineOfLongitude * scale
    let turnImaginary = place.sineOfLongitude * scale
    var real = place.cosineOfLongitude
    var imaginary = place.sineOfLongitude

    var outward = SIMD2<Double>.zero
    var outwardRate = SIMD2<Double>.zero
    var north = SIMD2<Double>.zero
    var northRate = SIMD2<Double>.zero
    // Every recursion starts at 1 without a predecessor. The 1 is loaded from the table: with a
    // constant the compiler scalarizes the vectors.
    let one = unsafe table[unchecked: 0]
    var current = one * step
    var held = one * back
    var slope = one
    var heldSlope = one
    var row = 1
    for _ in 0..<degree {
      outward += unsafe table[unchecked: row &+ 2] * current
      outwardRate += unsafe table[unchecked: row &+ 3] * current
      north -= unsafe table[unchecked: row &+ 4] * slope
      northRate -= unsafe table[unchecked: row &+ 5] * slope
      var next = current * step
      next += unsafe table[unchecked: row] * held
      held = current * back
      current = next
      var nextSlope = slope * step
      nextSlope += unsafe table[unchecked: row &+ 1] * heldSlope
      heldSlope = slope * back
      slope = nextSlope
      row &+= 6
    }
    // Order 0 starts one power of a/r lower; the factor (a/r)³ is common to all.
    let inverse = place.inverseRatio
    outward *= inverse
    outwardRate *= inverse
    north *= place.cosine
    northRate *= place.cosine

    var east = SIMD2<Double>.zero
    var eastRate = SIMD2<Double>.zero
    let sine = place.sine
    let cosine = place.cosine
    let count = SIMD2<Double>(repeating: Double(degree &+ 1))
    var order = SIMD2<Double>.zero
    for m in 1...degree {
      var plain = PairTerm()
      var running = PairTerm()
      var slopes = PairTerm()
      let terms = degree &- m &+ 1
      let isOdd = m & 1 == 1
      if isOdd { unsafe fillFunctions(functions, from: row, count: terms, step: step, back: back) }
      let ready = unsafe isOdd ? functions : functions + Self.orderBytes
      for above in 0..<terms {
        let current = unsafe ready.load(fromByteOffset: 16 &* above, as: SIMD2<Double>.self)
        plain.g += unsafe table[unchecked: row &+ 1] * current
        plain.h += unsafe table[unchecked: row &+ 2] * current
        plain.gRate += unsafe table[unchecked: row &+ 3] * current
        plain.hRate += unsafe table[unchecked: row &+ 4] * current
        running.add(plain)
        slopes.g += unsafe table[unchecked: row &+ 5] * current
        slopes.h += unsafe table[unchecked: row &+ 6] * current
        slopes.gRate += unsafe table[unchecked: row &+ 7] * current
        slopes.hRate += unsafe table[unchecked: row &+ 8] * current
        row &+= 9
      }
      order += one
      let plainSum = plain.g * real + plain.h * imaginary
      let plainRate = plain.gRate * real + plain.hRate * imaginary
      let weighted = plainSum * count - (running.g * real + running.h * imaginary)
      let weightedRate = plainRate * count - (running.gRate * real + running.hRate * imaginary)
      outward += (weighted + plainSum) * cosine
      outwardRate += (weightedRate + plainRate) * cosine
      north += weighted * sine - (slopes.g * real + slopes.h * imaginary) * ratio
      northRate += weightedRate * sine - (slopes.gRate * real + slopes.hRate * imaginary) * ratio
      east += (plain.g * imaginary - plain.h * real) * order
      eastRate += (plain.gRate * imaginary - plain.hRate * real) * order
      let turned = real * turnReal - imaginary * turnImaginary
      imaginary = real * turnImaginary + imaginary * turnReal
      real = turned
    }
    let cube = back * ratio
    let rate = place.horizon(
      north: northRate * cube, east: eastRate * cube, down: -outwardRate * cube)
    let epoch = place.horizon(north: north * cube, east: east * cube, down: -outward * cube)
    return Sum(
      field: (
        epoch.north + rate.north * years, epoch.east + rate.east * years,
        epoch.down + rate.down * years
      ), rate: rate)
  }

  /// Bytes for the functions of one order.
  private static let orderBytes = 16 * (largestDegree + 1)

  /// The functions of two consecutive orders, interleaved because each step depends on the previous
  /// one.
  ///
  /// Not inlined: the compiler otherwise scalarizes the vectors.
  @inline(never)
  private func fillFunctions(
    _ functions: UnsafeMutableRawPointer, from row: Int, count: Int, step: SIMD2<Double>,
    back: SIMD2<Double>
  ) {
    let table = table.span
    let following = row &+ 9 &* count
    var first = unsafe table[unchecked: 0]
    var firstHeld = first
    var second = first
    var secondHeld = first
    for above in 0..<count {
      let offset = 16 &* above
      unsafe functions.storeBytes(of: first, toByteOffset: offset, as: SIMD2<Double>.self)
      unsafe functions.storeBytes(
        of: second, toByteOffset: offset &+ Self.orderBytes, as: SIMD2<Double>.self)
      var next = first * step
      next += unsafe table[unchecked: row &+ 9 &* above] * firstHeld
      firstHeld = first * back
      first = next
      var nextSecond = second * step
      nextSecond += unsafe table[unchecked: following &+ 9 &* above] * secondHeld
      secondHeld = second * back
      second = nextSecond
    }
  }
}
