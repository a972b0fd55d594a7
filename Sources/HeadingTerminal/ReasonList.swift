/// Reasons of a missing value, in words; never empty, so that messages always state a reason.
public struct ReasonList: Sendable, Hashable {
  private let first: String
  private let rest: [String]

  /// Creates a list of reasons.
  ///
  /// - Parameters:
  ///   - found: The reasons; empty strings are dropped.
  ///   - absence: The text if there are none; if empty, a default text.
  public init(_ found: [String], otherwise absence: String) {
    let found = found.filter { !$0.isEmpty }
    first = found.first ?? (absence.isEmpty ? "no reason is known" : absence)
    rest = Array(found.dropFirst())
  }

  /// The reasons in one line.
  public func text(separator: String) -> String { ([first] + rest).joined(separator: separator) }
}
