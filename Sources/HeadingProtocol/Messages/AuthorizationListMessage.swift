/// All decisions about programs, and the open questions.
public struct AuthorizationListMessage: Sendable, Hashable, Codable {
  /// A decision about a program of a user.
  public struct Decision: Sendable, Hashable, Codable {
    /// The executable's path; an administrator's rule may also have a folder ending in `/`, or `*`.
    public var program: String

    /// The user's number; `nil` for all users.
    public var user: UInt32?

    /// `restricted`, `denied`, `when_in_use` or `always`.
    public var grant: String

    /// Whether positions are reported with reduced accuracy.
    public var reducedAccuracy: Bool

    /// Whether it is an administrator's rule, which no user can change.
    public var isRule: Bool

    /// Creates a decision.
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

  /// `announced`: authorization applies to clients that declare themselves location programs;
  /// `everyone`: to all.
  public var programs: String

  /// Whether location is enabled for all programs.
  public var locationServices: Bool

  /// The decisions, the administrator's first.
  public var decisions: [Decision]

  /// Number of decisions omitted because of the line's maximum length.
  public var omitted: Int

  /// Number of connected agents that receive questions.
  public var agents: Int

  /// The open questions.
  public var questions: [AuthorizationQuestionMessage]

  /// Creates a list.
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
