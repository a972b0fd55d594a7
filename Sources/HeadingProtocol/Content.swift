/// What a client can ask to receive.
public enum Content: String, Sendable, Hashable, CaseIterable, Codable {
  /// Solutions; the only content without a request.
  case updates

  /// What the sensors read: mounted, not calibrated.
  case samples

  /// What people should know: sensors that come and go, and why.
  case notices

  /// All that makes the updates, as a file to replay: ``RecordingMessage``; needs the right to see everything.
  case recording

  /// Questions of programs to their users: ``AuthorizationQuestionMessage``; needs the right to control.
  case questions
}
