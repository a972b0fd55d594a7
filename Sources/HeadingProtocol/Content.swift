/// Kinds of lines that a client can request.
public enum Content: String, Sendable, Hashable, CaseIterable, Codable {
  /// Solutions; the only content without a request.
  case updates

  /// Sensor readings: mounted, not calibrated.
  case samples

  /// Notices for the user, such as sensors that appear or disappear, with the reason.
  case notices

  /// An MCAP recording from which the updates can be replayed: ``RecordingMessage``; requires the
  /// right to see everything.
  case recording

  /// Questions of programs to their users: ``AuthorizationQuestionMessage``; requires the right to
  /// control.
  case questions
}
