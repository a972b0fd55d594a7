/// Sums of some seconds of motion.
struct MotionBlock: Sendable {
  /// Sums of one quantity.
  struct Sums: Sendable {
    var sum = 0.0
    var squares = 0.0
    var smallest = Double.infinity
    var largest = -Double.infinity

    mutating func add(_ value: Double) {
      sum += value
      squares += value * value
      smallest = min(smallest, value)
      largest = max(largest, value)
    }

    mutating func add(_ other: Sums) {
      sum += other.sum
      squares += other.squares
      smallest = min(smallest, other.smallest)
      largest = max(largest, other.largest)
    }

    func mean(_ count: Int) -> Double { sum / Double(count) }

    func variance(_ count: Int) -> Double {
      let mean = mean(count)
      return max(squares / Double(count) - mean * mean, 0)
    }
  }

  var count = 0
  /// Upward crossings of zero.
  var crossings = 0
  var heave = Sums()
  /// The stated errors of the heave.
  var error = Sums()
  var roll = Sums()
  var pitch = Sums()

  mutating func add(_ other: MotionBlock) {
    count += other.count
    crossings += other.crossings
    heave.add(other.heave)
    error.add(other.error)
    roll.add(other.roll)
    pitch.add(other.pitch)
  }
}
