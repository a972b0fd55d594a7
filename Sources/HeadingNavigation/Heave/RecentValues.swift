/// The newest values, newest first, in one contiguous piece of memory.
struct RecentValues: Sendable {
  /// Each value stands twice, `count` apart, so that the newest ones are contiguous.
  private var storage: [Double]
  private var head: Int
  private let count: Int

  /// Number of values that were added, at most the capacity.
  private(set) var filled = 0

  /// Whether there are as many values as the capacity.
  var isFull: Bool { filled == count }

  init(capacity: Int) {
    storage = [Double](repeating: 0, count: 2 * capacity)
    (count, head) = (capacity, capacity)
  }

  /// Adds a value in place of the oldest one.
  mutating func add(_ value: Double) {
    head = (head == 0 ? count : head) - 1
    storage[head] = value
    storage[head + count] = value
    filled = min(filled + 1, count)
  }

  /// The value that came `age` values before the newest one; `age` is less than the capacity.
  subscript(age: Int) -> Double { storage[head + age] }

  /// Sum of the values times weights, of which the first is the newest value's; not more weights
  /// than the capacity.
  func sum(weightedBy weights: [Double]) -> Double {
    var sum = 0.0
    for index in weights.indices { sum += weights[index] * storage[head + index] }
    return sum
  }
}
