/// The key `class` of the lines that are no updates; an update has none.
public enum LineClass: String, Sendable, Hashable {
  /// ``Greeting``.
  case greeting

  /// ``Request``, and the server's answer: the request as it holds now.
  case request

  /// ``MissedLines``.
  case missed

  /// ``Refusal``.
  case error
}
