import HeadingProtocol

/// Whether the web page is served.
enum WebPresence: Sendable {
  /// It is not configured.
  case off
  /// It is configured and cannot be served now, for this reason.
  case failed(String)
  /// By this server, at this entrance.
  case served(HeadingServer, WebEntrance)

  /// The server, while there is one.
  var server: HeadingServer? {
    guard case .served(let server, _) = self else { return nil }
    return server
  }

  /// The answer to the command `web`, with a code for a phone if it is asked for.
  func answer(phone: Bool) -> CommandAnswer {
    let command = Command.web(phone: phone)
    return switch self {
    case .off:
      .failure(
        CommandFailure(
          command,
          "the daemon serves no page: add `http: 127.0.0.1:8137` to its configuration and reload it"
        ))
    case .failed(let reason):
      .failure(
        CommandFailure(
          command, "the daemon cannot serve its page now, and tries again: \(reason)"))
    case .served(_, let entrance): .web(entrance.answer(phone: phone))
    }
  }
}
