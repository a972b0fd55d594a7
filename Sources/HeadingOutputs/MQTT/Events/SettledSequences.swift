/// Which numbers of a stream need not be sent any more: acknowledged, or lost and told so.
struct SettledSequences: Sendable, Hashable {
  /// Every number up to this one is settled.
  private(set) var all: UInt64

  private var single: Set<UInt64> = []
  private var ranges: [ClosedRange<UInt64>] = []

  init(upTo all: UInt64) { self.all = all }

  /// Whether a number is settled.
  func contains(_ sequence: UInt64) -> Bool {
    sequence <= all || single.contains(sequence) || ranges.contains { $0.contains(sequence) }
  }

  /// Settles a number.
  mutating func insert(_ sequence: UInt64) {
    guard sequence > all else { return }
    single.insert(sequence)
    advance()
  }

  /// Settles numbers.
  mutating func insert(_ range: ClosedRange<UInt64>) {
    guard range.upperBound > all else { return }
    ranges.append(range)
    advance()
  }

  private mutating func advance() {
    var isMoved = true
    while isMoved {
      isMoved = false
      if let index = ranges.firstIndex(where: { $0.lowerBound <= all + 1 }) {
        all = max(all, ranges.remove(at: index).upperBound)
        isMoved = true
      } else if single.remove(all + 1) != nil {
        all += 1
        isMoved = true
      }
    }
    if !single.isEmpty, single.count > 64 { single = single.filter { $0 > all } }
  }
}
