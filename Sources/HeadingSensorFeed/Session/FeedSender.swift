/// A sender whose declaration is in force.
package struct FeedSender: Sendable, Hashable {
  /// Where it sends to.
  package let endpoint: String

  /// What it declared.
  package let declaration: FeedDeclaration

  /// The measured rates of its sensors, Hz; `nil` where fewer than two samples, or samples of less
  /// than a second, have arrived.
  package let rates: [Double?]

  /// Name of the sender in messages.
  package var name: String { "\(declaration.device) on \(endpoint)" }
}
