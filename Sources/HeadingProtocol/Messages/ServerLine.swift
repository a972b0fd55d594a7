/// One line from a server.
public enum ServerLine: Sendable, Hashable {
  /// The first line.
  case greeting(Greeting)

  /// An update.
  case update(SolutionMessage)

  /// A sensor reading.
  case sample(SampleMessage)

  /// The next bytes of a recording.
  case recording(RecordingMessage)

  /// A notice for the user.
  case notice(NoticeMessage)

  /// Number of updates dropped because this reader is slow.
  case missed(Int)

  /// The complete request in force.
  case request(Request)

  /// The answer to the command `status`.
  case status(StatusMessage)

  /// The answer to the commands `calibration`, `use_profile` and those that change a calibration.
  case calibration(CalibrationMessage)

  /// The progress of a guided calibration that this client started.
  case calibrationProgress(CalibrationProgressMessage)

  /// The progress of a guided calibration of the accelerometer or the gyroscope that this client started.
  case restProgress(RestProgressMessage)

  /// The answer to the command `profiles`.
  case profiles(ProfilesMessage)

  /// The authorization of this client's program.
  case authorization(AuthorizationMessage)

  /// The answer to the commands `authorizations`, `authorize` and `answer`.
  case authorizations(AuthorizationListMessage)

  /// The answer to the command `monitor`.
  case monitoring(MonitoringMessage)

  /// A question of a program to its user.
  case question(AuthorizationQuestionMessage)

  /// The answer to the command `load`.
  case load(LoadMessage)

  /// The answer to the command `web`.
  case web(WebMessage)

  /// Reason why a command failed.
  case failure(CommandFailure)

  /// Reason why the server closes the connection.
  case error(Refusal)

  /// A class unknown to this version.
  case other(String)
}

extension ServerLine: Decodable {
  private enum Keys: String, CodingKey { case kind = "class" }

  /// Decodes a line by its key `class`; one without is an update.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    guard let kind = try keys.decodeIfPresent(String.self, forKey: .kind) else {
      self = .update(try SolutionMessage(from: decoder))
      return
    }
    self =
      switch LineClass(rawValue: kind) {
      case .greeting: .greeting(try Greeting(from: decoder))
      case .sample: .sample(try SampleMessage(from: decoder))
      case .recording: .recording(try RecordingMessage(from: decoder))
      case .notice: .notice(try NoticeMessage(from: decoder))
      case .missed: .missed(try MissedLines(from: decoder).count)
      case .request: .request(try Request(from: decoder))
      case .status: .status(try StatusMessage(from: decoder))
      case .calibration: .calibration(try CalibrationMessage(from: decoder))
      case .calibrationProgress:
        .calibrationProgress(try CalibrationProgressMessage(from: decoder))
      case .restProgress: .restProgress(try RestProgressMessage(from: decoder))
      case .profiles: .profiles(try ProfilesMessage(from: decoder))
      case .authorization: .authorization(try AuthorizationMessage(from: decoder))
      case .authorizations: .authorizations(try AuthorizationListMessage(from: decoder))
      case .monitoring: .monitoring(try MonitoringMessage(from: decoder))
      case .question: .question(try AuthorizationQuestionMessage(from: decoder))
      case .load: .load(try LoadMessage(from: decoder))
      case .web: .web(try WebMessage(from: decoder))
      case .failure: .failure(try CommandFailure(from: decoder))
      case .error: .error(try Refusal(from: decoder))
      case .command, .authentication, nil: .other(kind)
      }
  }
}
