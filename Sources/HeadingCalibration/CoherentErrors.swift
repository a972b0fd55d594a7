/// The covariance of a fit by errors that come back with the motion, so that they do not average out.
///
/// Such errors are mostly taken up by the parameters: what is left of them in the residuals is M·e with M = 1 − P and
/// P the projection of the fit. Their covariance κ·Γ has a known shape; κ follows from the matched sum rᵀ·Γ·r, whose
/// mean is κ·tr(Γ·M·Γ·Mᵀ), and what white noise of the variance d adds, d·tr(Γ·M·Mᵀ).
struct CoherentErrors {
  /// The factor for few degrees of freedom at most: below three of them its mean has no meaning.
  private static let largestFactor = 4.0

  /// How many numbers are solved for.
  let count: Int
  /// Times into which the samples are divided.
  let blocks: Int
  /// Of each block the sum of the weighted rows, the sum of the rows and that of the residuals.
  private var weighted: [[Double]]
  private var rows: [[Double]]
  private var residuals: [Double]
  private var numbers: [Double]
  /// Squared differences of residuals one after the other.
  private var jumps = (sum: 0.0, number: 0.0, last: Double?.none)

  init(count: Int, blocks: Int) {
    self.count = count
    self.blocks = blocks
    weighted = Array(repeating: Array(repeating: 0, count: count), count: blocks)
    rows = weighted
    residuals = Array(repeating: 0, count: blocks)
    numbers = residuals
  }

  /// Adds one row, both divided by their standard deviation.
  mutating func add(
    _ common: [Double], own: [Double]?, at start: Int, block: Int, residual: Double, weight: Double
  ) {
    for a in common.indices where common[a] != 0 {
      weighted[block][a] += common[a] * weight
      rows[block][a] += common[a]
    }
    if let own {
      for a in own.indices where own[a] != 0 {
        weighted[block][start + a] += own[a] * weight
        rows[block][start + a] += own[a]
      }
    }
    residuals[block] += residual
    numbers[block] += 1
    if let last = jumps.last {
      jumps.sum += (residual - last) * (residual - last) / 2
      jumps.number += 1
    }
    jumps.last = residual
  }

  /// The covariance of the first `size` numbers, dense.
  ///
  /// - Parameters:
  ///   - size: How many numbers are asked for.
  ///   - factor: The Cholesky factor of the fit's normal matrix.
  ///   - shape: Γ, of the residuals as they were added.
  ///   - least: κ at least.
  ///   - largest: κ at most.
  ///   - chance: By how many standard deviations the residuals must exceed what white noise does.
  /// - Returns: The covariance, all zeros where the residuals show no such errors, and κ.
  func covariance(
    first size: Int, _ factor: [Double], shape: [Double], least: Double = 0, largest: Double,
    chance: Double
  ) -> (matrix: [Double], share: Double) {
    var result = [Double](repeating: 0, count: size * size)
    let moved = weighted.map {
      NormalEquations.backward(
        factor, NormalEquations.forward(factor, $0, count: count), count: count)
    }
    // M, and Γ·M.
    var rest = [Double](repeating: 0, count: blocks * blocks)
    for one in 0..<blocks {
      let scale = numbers[one] > 0 ? 1 / numbers[one] : 0
      for other in 0..<blocks {
        var sum = 0.0
        for k in 0..<count { sum += rows[one][k] * moved[other][k] }
        rest[one * blocks + other] = (one == other && scale > 0 ? 1 : 0) - sum * scale
      }
    }
    let shaped = Self.product(shape, rest, blocks)
    // Mᵀ·Γ·M, with Γ: the mean; with itself: the scatter by white noise.
    var transposed = rest
    for one in 0..<blocks {
      for other in 0..<blocks { transposed[one * blocks + other] = rest[other * blocks + one] }
    }
    let whole = Self.product(transposed, shaped, blocks)
    let number = numbers.reduce(0, +) / Double(blocks)
    guard number > 0 else { return (result, 0) }
    let white = jumps.number > 0 ? jumps.sum / jumps.number / number : 0
    var (seen, mean, noise, scatter) = (0.0, 0.0, 0.0, 0.0)
    for one in 0..<blocks {
      noise += white * whole[one * blocks + one]
      for other in 0..<blocks {
        let place = one * blocks + other
        mean += whole[place] * shape[place]
        scatter += 2 * white * white * whole[place] * whole[place]
        guard numbers[one] > 0, numbers[other] > 0 else { continue }
        seen +=
          residuals[one] / numbers[one] * shape[place] * residuals[other] / numbers[other]
      }
    }
    let excess = seen - noise - chance * scatter.squareRoot()
    guard mean > 0, excess > 0 || least > 0 else { return (result, 0) }
    // Of few degrees of freedom ν the mean of 1/κ is larger than 1 over its mean, by ν/(ν − 2).
    let spread = Self.product(
      shape, Self.product(Self.product(rest, shape, blocks), transposed, blocks), blocks)
    var square = 0.0
    for one in 0..<blocks {
      for other in 0..<blocks {
        square += spread[one * blocks + other] * spread[other * blocks + one]
      }
    }
    let freedom = mean * mean / max(square, 1e-300)
    let few = min(freedom / max(freedom - 2, 1e-9), Self.largestFactor)
    let share = min(max(excess / mean * few, least), largest)
    for one in 0..<blocks {
      for other in 0..<blocks {
        let covariance = shape[one * blocks + other] * share
        guard covariance != 0 else { continue }
        for a in 0..<size {
          let scaled = moved[one][a] * covariance
          for b in 0..<size { result[a * size + b] += scaled * moved[other][b] }
        }
      }
    }
    return (result, share)
  }

  private static func product(_ left: [Double], _ right: [Double], _ count: Int) -> [Double] {
    var result = [Double](repeating: 0, count: count * count)
    for a in 0..<count {
      for k in 0..<count {
        let factor = left[a * count + k]
        if factor == 0 { continue }
        for b in 0..<count { result[a * count + b] += factor * right[k * count + b] }
      }
    }
    return result
  }
}
