/// All decisions about programs, and the questions that wait for an answer.
public struct AuthorizationListMessage: Sendable, Hashable, Codable {
  /// A decision about a program of a user.
  public struct Decision: Sendable, Hashable, Codable {
    /// The executable's path; in an administrator's rule also a folder with `/` at the end, or `*`.
    public var program: String

    /// The user, by number; `nil` for all.
    public var user: UInt32?

    /// `restricted`, `denied`, `when_in_use` or `always`.
    public var grant: String

    /// Whether places are blurred.
    public var reducedAccuracy: Bool

    /// Whether the administrator has decided it, and no user can change it.
    public var isRule: Bool

    /// Makes a decision.
    public init(
      program: String, user: UInt32?, grant: String, reducedAccuracy: Bool, isRule: Bool
    ) {
      self.program = program
      self.user = user
      self.grant = grant
      self.reducedAccuracy = reducedAccuracy
      self.isRule = isRule
    }

    enum CodingKeys: String, CodingKey {
      case program, user, grant
      case reducedAccuracy = "reduced_accuracy"
      case isRule = "administrator"
    }
  }

  /// `authorizations`.
  public var kind: String

  /// `announced`: clients that say that they are location programs are judged; `everyone`: all.
  public var programs: String

  /// Whether location is on for all programs.
  public var locationServices: Bool

  /// The decisions, the administrator's first.
  public var decisions: [Decision]

  /// How many more there are: a line has an end.
  public var omitted: Int

  /// How many agents are connected, to be told of questions.
  public var agents: Int

  /// The open questions.
  public var questions: [AuthorizationQuestionMessage]

  /// Makes a list.
  public init(programs: String, locationServices: Bool) {
    kind = LineClass.authorizations.rawValue
    self.programs = programs
    self.locationServices = locationServices
    decisions = []
    omitted = 0
    agents = 0
    questions = []
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case programs, decisions, omitted, agents, questions
    case locationServices = "location_services"
  }
}
