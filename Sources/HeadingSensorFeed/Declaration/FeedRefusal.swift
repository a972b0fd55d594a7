/// Why a message of a feed is not used.
package struct FeedRefusal: Error, Sendable, Hashable {
  /// The reason, to be read after the sender's name.
  package let reason: String

  /// What follows the reason and differs from one message to the next, so that the same reason is
  /// reported once.
  let detail: String

  /// Whether it is a declaration that is not used: what follows it is of no known form.
  let isOfDeclaration: Bool

  /// Creates a refusal.
  init(_ reason: String, detail: String = "", isOfDeclaration: Bool = false) {
    self.reason = reason
    self.detail = detail
    self.isOfDeclaration = isOfDeclaration
  }

  /// Runs a function whose refusals are of a declaration.
  static func ofDeclaration<Result>(
    _ body: () throws(FeedRefusal) -> Result
  ) throws(FeedRefusal) -> Result {
    do throws(FeedRefusal) {
      return try body()
    } catch {
      throw FeedRefusal(error.reason, detail: error.detail, isOfDeclaration: true)
    }
  }
}
