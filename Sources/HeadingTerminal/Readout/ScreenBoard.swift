import HeadingProtocol
import Synchronization

/// What the screen shows next: written as messages come, read at the screen's own pace.
final class ScreenBoard: Sendable {
  struct Content {
    var message: SolutionMessage?
    var notice: String?
  }

  private let content = Mutex(Content())

  func post(_ message: SolutionMessage) { content.withLock { $0.message = message } }

  func post(notice: String) { content.withLock { $0.notice = notice } }

  var current: Content { content.withLock { $0 } }
}
