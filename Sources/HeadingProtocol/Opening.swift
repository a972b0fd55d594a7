import Foundation

/// What a client sends after the greeting.
enum Opening: Sendable, Hashable {
  /// Nothing: the stream as it comes.
  case nothing
  case request(Request)
  case command(Command)

  /// The line; `nil` for nothing.
  func line(_ coder: MessageCoder) throws -> Data? {
    switch self {
    case .nothing: nil
    case .request(let request): try coder.line(request)
    case .command(let command): try coder.line(command)
    }
  }
}
