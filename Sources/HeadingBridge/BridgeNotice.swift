/// What the bridge tells its user.
package struct BridgeNotice: Sendable, Hashable {
  /// Whether something does not work.
  package var isError: Bool

  /// One sentence, without a full stop.
  package var text: String

  /// Creates a notice.
  package init(isError: Bool, text: String) {
    self.isError = isError
    self.text = text
  }
}
