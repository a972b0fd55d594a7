extension Command: Codable {
  /// The keys of a command's line; each command uses some of them.
  private struct Line: Encodable {
    var kind = LineClass.command.rawValue
    var command: String
    var sensor: String?
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
    var phone: Bool?

    enum CodingKeys: String, CodingKey {
      case kind = "class"
      case command
      case sensor, profile, value, target, heading, force, wish, purpose, program, user, grant
      case question, answer, monitor, regions
      case visits, phone
      case significantChanges = "significant_changes"
      case reducedAccuracy = "reduced_accuracy"

      /// What the value must be, in words.
      var expected: String {
        switch self {
        case .value, .target, .heading: "a number"
        case .force, .significantChanges, .visits, .reducedAccuracy, .phone: "true or false"
        case .user: "a whole number from 0 to \(UInt32.max)"
        case .question: "a whole number from 0 to \(UInt64.max)"
        case .regions:
          "a list of objects with `latitude`, `longitude` and `radius`, which are numbers, and "
            + "`entry` and `exit`, which are true or false"
        case .kind, .command, .sensor, .profile, .wish, .purpose, .monitor, .program, .grant,
          .answer:
          "a text"
        }
      }
    }
  }

  /// Decodes the line of a command.
  ///
  /// - Throws: ``CommandFailure`` for an unknown command, and for a key that is missing or not of its
  ///   type; `DecodingError` for a line that is not a command.
  public init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Line.CodingKeys.self)
    guard try keys.decode(String.self, forKey: .kind) == LineClass.command.rawValue else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the class is not command"))
    }
    guard let command = try? keys.decode(String.self, forKey: .command) else {
      throw CommandFailure("", "`command` is missing or not a text")
    }
    func failure(_ reason: String) -> CommandFailure {
      CommandFailure(String(command.prefix(64)), reason)
    }
    guard let name = Name(rawValue: command) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure("is not known; known are \(known)")
    }
    func value<Value: Decodable>(_ key: Line.CodingKeys) throws(CommandFailure) -> Value? {
      do {
        return try keys.decodeIfPresent(Value.self, forKey: key)
      } catch {
        throw failure("`\(key.rawValue)` is not \(key.expected)")
      }
    }
    switch name {
    case .status: self = .status
    case .calibration: self = .calibration
    case .profiles: self = .profiles
    case .acceptCalibration: self = .acceptCalibration
    case .rollbackCalibration: self = .rollbackCalibration
    case .authorization: self = .authorization
    case .authorizations: self = .authorizations
    case .web: self = .web(phone: try value(.phone) ?? false)
    case .useProfile:
      guard let profile: String = try value(.profile) else { throw failure("`profile` is missing") }
      self = .useProfile(profile)
    case .startCalibration:
      let (target, heading): (Double?, Double?) = (try value(.target), try value(.heading))
      let word: String? = try value(.sensor)
      guard let sensor = CalibratedSensor(rawValue: word ?? CalibratedSensor.magnetometer.rawValue)
      else {
        throw failure(
          "`sensor` is none of "
            + CalibratedSensor.allCases.map(\.rawValue).joined(separator: ", "))
      }
      guard sensor == .magnetometer || (target == nil && heading == nil) else {
        throw failure("`target` and `heading` are for the magnetometer only")
      }
      guard target.map(CalibrationRequest.isTarget) ?? true else {
        throw failure("`target` is not 0.01 to 20 degrees")
      }
      guard heading.map(CalibrationRequest.isHeading) ?? true else {
        throw failure("`heading` is not 0 to 360 degrees")
      }
      self = .startCalibration(CalibrationRequest(sensor, target: target, heading: heading))
    case .finishCalibration: self = .finishCalibration(force: try value(.force) ?? false)
    case .cancelCalibration: self = .cancelCalibration
    case .load:
      guard let load: Double = try value(.value) else { throw failure("`value` is missing") }
      self = .load(load)
    case .requestAuthorization:
      guard let request = AuthorizationRequest(try value(.wish), purpose: try value(.purpose))
      else {
        throw failure("`wish` is none of when_in_use, always, full_accuracy")
      }
      self = .requestAuthorization(request)
    case .monitor:
      self = .monitor(
        MonitoringRequest(
          name: try value(.monitor) ?? "", regions: try value(.regions) ?? [],
          significantChanges: try value(.significantChanges) ?? false,
          visits: try value(.visits) ?? false))
    case .authorize:
      guard let program: String = try value(.program), program.hasPrefix("/"),
        program.utf8.count < 4096
      else {
        throw failure("`program` is not an absolute path")
      }
      let word: String? = try value(.grant)
      guard let grant = word.flatMap(AuthorizationGrant.init(rawValue:)), grant != .restricted
      else { throw failure("`grant` is none of when_in_use, always, denied, not_determined") }
      self = .authorize(
        ProgramDecision(
          program: program, user: try value(.user), grant: grant,
          isReduced: try value(.reducedAccuracy) ?? false))
    case .answer:
      let word: String? = try value(.answer)
      guard let answer = word.flatMap(AuthorizationAnswer.init(rawValue:)) else {
        throw failure("`answer` is none of always, when_in_use, once, deny")
      }
      guard let question: UInt64 = try value(.question) else {
        throw failure("`question` is missing")
      }
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
    case .web(let phone): line.phone = phone ? true : nil
    case .useProfile(let profile): line.profile = profile
    case .startCalibration(let request):
      (line.target, line.heading) = (request.target, request.heading)
      line.sensor = request.sensor == .magnetometer ? nil : request.sensor.rawValue
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
