internal import CAllocationCount

/// Counts requests for memory: for tests of code that must not make any.
///
/// Every request of the thread counts, also one that is given back at once. In a program that is not
/// glibc's the count stays at zero; a test should first see that an array counts.
public enum Allocations {
  /// Whether requests are counted: not beside a sanitizer, which has functions of its own in that place.
  public static var areCounted: Bool { allocations_are_counted() != 0 }

  /// How often a function asks for memory, on the thread that runs it.
  ///
  /// - Parameter body: The function; run it once before, so that what is made once is there.
  /// - Returns: The requests.
  /// - Throws: What the function throws.
  public static func count(_ body: () throws -> Void) rethrows -> Int {
    let before = allocation_count()
    try body()
    return Int(allocation_count() - before)
  }
}
