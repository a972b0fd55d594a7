/// A row of a recording that was skipped.
public struct BadRow: Hashable, Sendable {
  /// Line number in the file; the header is line 1.
  public var line: Int

  /// The problem.
  public var problem: String
}

extension BadRow: CustomStringConvertible {
  /// The line and its problem.
  public var description: String { "line \(line): \(problem)" }
}
