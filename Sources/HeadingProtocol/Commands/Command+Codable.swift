extension Command: Codable {
  /// The keys of a command's line; each command uses some of them.
  private struct Line: Codable {
    var kind = LineClass.command.rawValue
    var command: String
    var profile: String?
    var value: Double?
    var target: Double?
    var heading: Double?
    var force: Bool?
    var wish: String?
    var purpose: String?
    var monitor: String?
    var regions: [MonitoredRegion]?
    var significantChanges: Bool?
    var visits: Bool?
    var program: String?
    var user: UInt32?
    var grant: String?
    var reducedAccuracy: Bool?
    var question: UInt64?
    var answer: String?

    enum CodingKeys: String, CodingKey {
      case kind = "class"
      case command
      case profile, value, target, heading, force, wish, purpose, program, user, grant, question,
        answer, monitor, regions
      case visits
      case significantChanges = "significant_changes"
      case reducedAccuracy = "reduced_accuracy"
    }
  }

  /// Decodes the line of a command.
  ///
  /// - Throws: ``CommandFailure`` for an unknown command or a missing key; `DecodingError` for a
  ///   line that is not a command.
  public init(from decoder: any Decoder) throws {
    let line = try Line(from: decoder)
    guard line.kind == LineClass.command.rawValue else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the class is not command"))
    }
    func failure(_ reason: String) -> CommandFailure {
      CommandFailure(String(line.command.prefix(64)), reason)
    }
    guard let name = Name(rawValue: line.command) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure("is not known; known are \(known)")
    }
    switch name {
    case .status: self = .status
    case .calibration: self = .calibration
    case .profiles: self = .profiles
    case .acceptCalibration: self = .acceptCalibration
    case .rollbackCalibration: self = .rollbackCalibration
    case .authorization: self = .authorization
    case .authorizations: self = .authorizations
    case .useProfile:
      guard let profile = line.profile else { throw failure("`profile` is missing") }
      self = .useProfile(profile)
    case .startCalibration:
      guard line.target.map(CalibrationRequest.isTarget) ?? true else {
        throw failure("`target` is not above 0 and up to 20 degrees")
      }
      guard line.heading.map(CalibrationRequest.isHeading) ?? true else {
        throw failure("`heading` is not 0 to 360 degrees")
      }
      self = .startCalibration(CalibrationRequest(target: line.target, heading: line.heading))
    case .finishCalibration: self = .finishCalibration(force: line.force ?? false)
    case .cancelCalibration: self = .cancelCalibration
    case .load:
      guard let value = line.value, value.isFinite else {
        throw failure("`value` is missing or not a number")
      }
      self = .load(value)
    case .requestAuthorization:
      guard let request = AuthorizationRequest(line.wish, purpose: line.purpose) else {
        throw failure("`wish` is none of when_in_use, always, full_accuracy")
      }
      self = .requestAuthorization(request)
    case .monitor:
      self = .monitor(
        MonitoringRequest(
          name: line.monitor ?? "", regions: line.regions ?? [],
          significantChanges: line.significantChanges ?? false, visits: line.visits ?? false))
    case .authorize:
      guard let program = line.program, program.hasPrefix("/"), program.utf8.count < 4096 else {
        throw failure("`program` is not an absolute path")
      }
      guard let grant = line.grant.flatMap(AuthorizationGrant.init(rawValue:)), grant != .restricted
      else { throw failure("`grant` is none of when_in_use, always, denied, not_determined") }
      self = .authorize(
        ProgramDecision(
          program: program, user: line.user, grant: grant,
          isReduced: line.reducedAccuracy ?? false))
    case .answer:
      guard let answer = line.answer.flatMap(AuthorizationAnswer.init(rawValue:)) else {
        throw failure("`answer` is none of always, when_in_use, once, deny")
      }
      guard let question = line.question else { throw failure("`question` is missing") }
      self = .answer(answer, question: question)
    }
  }

  /// Encodes the line of the command.
  public func encode(to encoder: any Encoder) throws {
    var line = Line(command: name.rawValue)
    switch self {
    case .status, .calibration, .profiles, .acceptCalibration, .rollbackCalibration,
      .cancelCalibration, .authorization, .authorizations:
      break
    case .useProfile(let profile): line.profile = profile
    case .startCalibration(let request):
      (line.target, line.heading) = (request.target, request.heading)
    case .finishCalibration(let force): line.force = force ? true : nil
    case .load(let value): line.value = value
    case .requestAuthorization(let request):
      (line.wish, line.purpose) = (request.name, request.purpose)
    case .monitor(let request):
      line.monitor = request.name
      line.regions = request.regions
      line.significantChanges = request.significantChanges
      line.visits = request.visits
    case .authorize(let decision):
      line.program = decision.program
      line.user = decision.user
      line.grant = decision.grant.rawValue
      line.reducedAccuracy = decision.isReduced
    case .answer(let answer, let question):
      (line.answer, line.question) = (answer.rawValue, question)
    }
    try line.encode(to: encoder)
  }
}
