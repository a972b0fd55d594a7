public import HeadingProtocol

/// What a user has decided, for all programs and for each: the content of a policy file, JSON.
public struct AuthorizationPolicy: Sendable, Hashable, Codable {
  /// The decision about one program.
  public struct Record: Sendable, Hashable, Codable {
    /// What the user said.
    public var grant: AuthorizationGrant

    /// Whether places are blurred.
    public var isReduced: Bool

    /// Whether the program has had its one question about `always`.
    public var wasAskedForAlways: Bool

    /// Makes a record.
    public init(_ grant: AuthorizationGrant, isReduced: Bool = false) {
      self.grant = grant
      self.isReduced = isReduced
      wasAskedForAlways = false
    }

    enum CodingKeys: String, CodingKey {
      case grant
      case isReduced = "reduced_accuracy"
      case wasAskedForAlways = "asked_for_always"
    }
  }

  /// What the administrator has decided about a program; its user has no say.
  public struct Rule: Sendable, Hashable, Codable {
    /// The executable's path; one that ends in `/` stands for all below it, `*` for all programs.
    public var program: String

    /// The user it runs as, by number; `nil` for all.
    public var user: UInt32?

    /// What holds; `not_determined` leaves it to the user.
    public var grant: AuthorizationGrant

    /// Whether places are blurred; `nil` for no.
    public var isReduced: Bool?

    /// Makes a rule.
    public init(
      _ program: String, user: UInt32? = nil, _ grant: AuthorizationGrant, isReduced: Bool? = nil
    ) {
      self.program = program
      self.user = user
      self.grant = grant
      self.isReduced = isReduced
    }

    enum CodingKeys: String, CodingKey {
      case program, user, grant
      case isReduced = "reduced_accuracy"
    }

    /// Whether the rule is about a program that runs as a user.
    func names(_ path: String, _ user: UInt32) -> Bool {
      guard self.user == nil || self.user == user else { return false }
      return program == "*" || program == path
        || (program.hasSuffix("/") && path.hasPrefix(program))
    }
  }

  /// Whether location is on.
  public var isEnabled = true

  /// Whether significant changes, visits and regions need `always`, as they once did.
  public var usesLegacyTable = false

  /// Whether a request does nothing without its key in `Info.plist`.
  public var needsUsageKeys = false

  /// Whether even a magnetic heading needs a grant.
  public var guardsHeading = false

  /// The decisions, by the executable's path.
  public var programs: [String: Record] = [:]

  /// Programs the administrator forbids, by the executable's path; `*` for all.
  public var restricted: [String] = []

  /// What the administrator has decided; the first rule that names a program counts.
  public var rules: [Rule] = []

  /// Makes the policy of a user who has decided nothing.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case isEnabled = "location_services"
    case usesLegacyTable = "legacy_authorization_table"
    case needsUsageKeys = "usage_keys_required"
    case guardsHeading = "heading_needs_authorization"
    case programs, restricted, rules
  }

  /// Reads a policy; what is left out has its default.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    isEnabled = try values.decodeIfPresent(Bool.self, forKey: .isEnabled) ?? true
    usesLegacyTable = try values.decodeIfPresent(Bool.self, forKey: .usesLegacyTable) ?? false
    needsUsageKeys = try values.decodeIfPresent(Bool.self, forKey: .needsUsageKeys) ?? false
    guardsHeading = try values.decodeIfPresent(Bool.self, forKey: .guardsHeading) ?? false
    programs = try values.decodeIfPresent([String: Record].self, forKey: .programs) ?? [:]
    restricted = try values.decodeIfPresent([String].self, forKey: .restricted) ?? []
    rules = try values.decodeIfPresent([Rule].self, forKey: .rules) ?? []
  }

  /// The administrator's rule about a program that runs as a user; `nil` if the user decides.
  public func rule(for program: String, user: UInt32) -> Rule? {
    let rule = rules.first { $0.names(program, user) }
    return rule?.grant == .notDetermined ? nil : rule
  }

  /// What was decided about a program that runs as a user, by the administrator or else the user.
  public func record(of program: String, user: UInt32) -> Record? {
    if let rule = rule(for: program, user: user) {
      return Record(rule.grant, isReduced: rule.isReduced ?? false)
    }
    return programs[program]
  }

  /// Puts the administrator's ruling above the user's decisions.
  public func under(_ ruling: AuthorizationPolicy) -> AuthorizationPolicy {
    var policy = self
    policy.restricted = ruling.restricted
    policy.rules = ruling.rules
    policy.isEnabled = policy.isEnabled && ruling.isEnabled
    policy.usesLegacyTable = policy.usesLegacyTable || ruling.usesLegacyTable
    policy.needsUsageKeys = policy.needsUsageKeys || ruling.needsUsageKeys
    policy.guardsHeading = policy.guardsHeading || ruling.guardsHeading
    return policy
  }

  /// Whether the administrator forbids a program.
  public func restricts(_ program: String) -> Bool {
    restricted.contains("*") || restricted.contains(program)
  }
}
