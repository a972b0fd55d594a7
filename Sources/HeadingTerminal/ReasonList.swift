/// Why something is missing, in words; never empty, so that no sentence ends where its reason should be.
public struct ReasonList: Sendable, Hashable {
  private let first: String
  private let rest: [String]

  /// Makes a list of those that were found.
  ///
  /// - Parameters:
  ///   - found: The reasons; empty ones do not count.
  ///   - absence: What to say where there are none; it says so itself if it is empty.
  public init(_ found: [String], otherwise absence: String) {
    let found = found.filter { !$0.isEmpty }
    first = found.first ?? (absence.isEmpty ? "no reason is known" : absence)
    rest = Array(found.dropFirst())
  }

  /// The reasons in one line.
  public func text(separator: String) -> String { ([first] + rest).joined(separator: separator) }
}
