/// The terms of a file by degree and order; detects duplicates and gaps.
struct TermTable {
  private var seen: [Bool] = []
  private(set) var degree = 0

  /// Records that a term was read.
  mutating func note(degree n: Int, order m: Int, line: Int) throws(MagneticModelFileError) {
    guard (1...MagneticModel.largestDegree).contains(n), (-n...n).contains(m) else {
      throw .degreeOutOfRange(line: line)
    }
    degree = max(degree, n)
    // n² + n + m numbers the terms from −n to n of every degree without gaps.
    let place = n * n + n + m
    if place >= seen.count {
      seen += [Bool](repeating: false, count: (n + 1) * (n + 1) - seen.count)
    }
    guard !seen[place] else { throw .duplicate(line: line, degree: n, order: m) }
    seen[place] = true
  }

  /// Checks that no term up to the highest degree is missing.
  ///
  /// - Parameter negativeOrders: Whether the file gives h as a term of order −m.
  /// - Throws: ``MagneticModelFileError/missing(degree:order:)`` with the first missing term.
  func checkComplete(negativeOrders: Bool) throws(MagneticModelFileError) {
    guard degree > 0 else { throw .missing(degree: 1, order: 0) }
    for n in 1...degree {
      for m in (negativeOrders ? -n : 0)...n where !seen[n * n + n + m] {
        throw .missing(degree: n, order: m)
      }
    }
  }
}
