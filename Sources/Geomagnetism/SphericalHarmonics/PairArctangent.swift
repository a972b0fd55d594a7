/// Arctangents in pairs, for declination and inclination.
enum PairArctangent {
  /// The angles of two directions, −π…π, to within 2 units of the last place; 0 for no direction.
  ///
  /// The quotient is reduced to at most tan 22.5°, where a polynomial of degree 25 in it (Chebyshev
  /// interpolation) has an error below 1e-18; the same on every processor.
  @inline(__always)
  static func angles(y: SIMD2<Double>, x: SIMD2<Double>) -> SIMD2<Double> {
    let signBit = SIMD2<UInt64>(repeating: 1 << 63)
    let yBits = unsafe unsafeBitCast(y, to: SIMD2<UInt64>.self)
    let xBits = unsafe unsafeBitCast(x, to: SIMD2<UInt64>.self)
    let tall = unsafe unsafeBitCast(yBits & ~signBit, to: SIMD2<Double>.self)
    let wide = unsafe unsafeBitCast(xBits & ~signBit, to: SIMD2<Double>.self)
    let steep = tall .> wide
    let small = tall.replacing(with: wide, where: steep)
    let large = wide.replacing(with: tall, where: steep)

    // Beyond 22.5° the angle is relative to 45°.
    let far = small .> large * 0.41421356237309503
    let numerator = small.replacing(with: small - large, where: far)
    let denominator = large.replacing(with: small + large, where: far)
    let base = SIMD2<Double>.zero.replacing(with: .pi / 4, where: far)
    let quotient = numerator / denominator
    let square = quotient * quotient
    // Estrin's scheme: independent pairs of terms.
    let fourth = square * square
    let eighth = fourth * fourth
    let low =
      (square * 0.199999999999998045 - 0.333333333333333332)
      + fourth * (square * 0.11111111105155398 - 0.142857142856598271)
    let middle =
      (square * 0.0769229637496226144 - 0.0909090875349845993)
      + fourth * (square * 0.0587892898340334485 - 0.0666642488448312982)
    let high =
      (square * 0.0455159273578562001 - 0.052304541643613894)
      + fourth * (square * 0.0162857430365147195 - 0.0345705495122743032)
    let series = low + eighth * (middle + eighth * high)
    var angle = base + (quotient + quotient * square * series)
    angle = angle.replacing(with: .pi / 2 - angle, where: steep)
    angle = angle.replacing(with: .pi - angle, where: x .< 0)
    angle = angle.replacing(with: 0, where: large .== 0)
    let bits = unsafe unsafeBitCast(angle, to: SIMD2<UInt64>.self) | (yBits & signBit)
    return unsafe unsafeBitCast(bits, to: SIMD2<Double>.self)
  }
}
