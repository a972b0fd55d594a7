import Foundation
import HeadingProtocol

/// What a client sends after the greeting.
enum Opening: Sendable, Hashable {
  /// Nothing: the stream as it comes.
  case nothing
  case request(Request)
  case command(Command)

  /// Whether a recording is asked for.
  var isRecording: Bool {
    guard case .request(let request) = self else { return false }
    return request.contents?.contains(.recording) ?? false
  }

  private static var quiet: Request {
    var request = Request()
    request.contents = []
    return request
  }

  /// The line; `nil` for nothing.
  func line(_ coder: MessageCoder) throws -> Data? {
    switch self {
    case .nothing: nil
    case .request(let request): try coder.line(request)
    // Its answer may take a user minutes: no updates meanwhile.
    case .command(let command):
      if case .requestAuthorization = command {
        try coder.line(Self.quiet) + coder.line(command)
      } else {
        try coder.line(command)
      }
    }
  }
}
