import FoundationEssentials
import HeadingProtocol

/// What a client sends after the greeting.
enum Opening: Sendable, Hashable {
  /// Nothing: the stream as it is.
  case nothing
  case request(Request)
  case command(Command)

  /// Whether it requests a recording.
  var isRecording: Bool {
    guard case .request(let request) = self else { return false }
    return request.contents?.contains(.recording) ?? false
  }

  /// No updates, which would push other lines out of the queue of a program that is held up.
  static var quiet: Request {
    var request = Request()
    request.contents = []
    return request
  }

  /// The lines to send; `nil` for none.
  func line(_ coder: MessageCoder) throws -> Data? {
    switch self {
    case .nothing: nil
    case .request(let request): try coder.line(request)
    // Updates are turned off where the connection stays: a user may take minutes to answer.
    case .command(let command):
      switch command {
      case .requestAuthorization, .startCalibration:
        try coder.line(Self.quiet) + coder.line(command)
      default: try coder.line(command)
      }
    }
  }
}
