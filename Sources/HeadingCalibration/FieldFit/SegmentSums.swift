/// Normal equations of a segment's own parameters, and their coupling to the common ones.
struct SegmentSums {
  /// Number of active common parameters.
  let count: Int
  /// Own normal matrix, lower half; coupling, own by common; right side of the own parameters.
  var matrix = [Double](repeating: 0, count: SegmentState.count * SegmentState.count)
  var coupling: [Double]
  var right = [Double](repeating: 0, count: SegmentState.count)

  init(count: Int) {
    self.count = count
    coupling = Array(repeating: 0, count: SegmentState.count * count)
  }

  /// Adds one row that depends only on the segment's own parameters.
  mutating func add(own: [Double], residual: Double, weight: Double) {
    for a in 0..<SegmentState.count {
      let scaled = own[a] * weight
      right[a] -= scaled * residual
      for b in 0...a { matrix[a * SegmentState.count + b] += scaled * own[b] }
    }
  }

  /// Adds one row with its residual, both divided by their standard deviation.
  mutating func add(
    own: [Double], common: [Double], residual: Double, weight: Double
  ) {
    add(own: own, residual: residual, weight: weight)
    var start = 0
    for a in 0..<SegmentState.count {
      let scaled = own[a] * weight
      for b in 0..<count where common[b] != 0 { coupling[start + b] += scaled * common[b] }
      start += count
    }
  }
}
