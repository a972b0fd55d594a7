public import HeadingProtocol

/// A user's decisions, global and per program: the content of a policy file in JSON.
public struct AuthorizationPolicy: Sendable, Hashable, Codable {
  /// The decision about one program.
  public struct Record: Sendable, Hashable, Codable {
    /// The user's decision.
    public var grant: AuthorizationGrant

    /// Whether the accuracy of positions is reduced.
    public var isReduced: Bool

    /// Whether the user was asked about `always`, which happens once.
    public var wasAskedForAlways: Bool

    /// Creates a record.
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

  /// The administrator's decision about a program, which overrides the user's.
  public struct Rule: Sendable, Hashable, Codable {
    /// The executable's path; a path that ends in `/` matches all below it, `*` all programs.
    public var program: String

    /// The ID of the user it runs as; `nil` for all.
    public var user: UInt32?

    /// The grant; `not_determined` leaves the decision to the user.
    public var grant: AuthorizationGrant

    /// Whether the accuracy of positions is reduced; `nil` for no.
    public var isReduced: Bool?

    /// Creates a rule.
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

    /// Whether the rule matches a program that runs as a user.
    func names(_ path: String, _ user: UInt32) -> Bool {
      guard self.user == nil || self.user == user else { return false }
      return program == "*" || program == path
        || (program.hasSuffix("/") && path.hasPrefix(program))
    }
  }

  /// Whether location services are enabled.
  public var isEnabled = true

  /// Whether significant changes, visits and regions require `always`, the legacy rule.
  public var requiresAlwaysForMonitoring = false

  /// Whether a request without its key in `Info.plist` is ignored.
  public var needsUsageKeys = false

  /// Whether even a magnetic heading needs a grant.
  public var requiresHeadingAuthorization = false

  /// The decisions, by the executable's path.
  public var programs: [String: Record] = [:]

  /// Programs that the administrator restricts, by the executable's path; `*` for all.
  public var restricted: [String] = []

  /// The administrator's rules; the first match applies.
  public var rules: [Rule] = []

  /// Creates a policy without decisions.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case isEnabled = "location_services"
    case requiresAlwaysForMonitoring = "legacy_authorization_table"
    case needsUsageKeys = "usage_keys_required"
    case requiresHeadingAuthorization = "heading_needs_authorization"
    case programs, restricted, rules
  }

  /// Decodes a policy; omitted keys have their defaults.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    isEnabled = try values.decodeIfPresent(Bool.self, forKey: .isEnabled) ?? true
    requiresAlwaysForMonitoring =
      try values.decodeIfPresent(Bool.self, forKey: .requiresAlwaysForMonitoring) ?? false
    needsUsageKeys = try values.decodeIfPresent(Bool.self, forKey: .needsUsageKeys) ?? false
    requiresHeadingAuthorization =
      try values.decodeIfPresent(Bool.self, forKey: .requiresHeadingAuthorization) ?? false
    programs = try values.decodeIfPresent([String: Record].self, forKey: .programs) ?? [:]
    restricted = try values.decodeIfPresent([String].self, forKey: .restricted) ?? []
    rules = try values.decodeIfPresent([Rule].self, forKey: .rules) ?? []
  }

  /// Returns the administrator's rule for a program that runs as a user; `nil` if the user decides.
  public func rule(for program: String, user: UInt32) -> Rule? {
    let rule = rules.first { $0.names(program, user) }
    return rule?.grant == .notDetermined ? nil : rule
  }

  /// Returns the decision about a program that runs as a user: the administrator's, else the
  /// user's.
  public func record(of program: String, user: UInt32) -> Record? {
    if let rule = rule(for: program, user: user) {
      return Record(rule.grant, isReduced: rule.isReduced ?? false)
    }
    return programs[program]
  }

  /// Returns the user's decisions with the administrator's policy applied.
  public func under(_ ruling: AuthorizationPolicy) -> AuthorizationPolicy {
    var policy = self
    policy.restricted = ruling.restricted
    policy.rules = ruling.rules
    policy.isEnabled = policy.isEnabled && ruling.isEnabled
    policy.requiresAlwaysForMonitoring =
      policy.requiresAlwaysForMonitoring || ruling.requiresAlwaysForMonitoring
    policy.needsUsageKeys = policy.needsUsageKeys || ruling.needsUsageKeys
    policy.requiresHeadingAuthorization =
      policy.requiresHeadingAuthorization || ruling.requiresHeadingAuthorization
    return policy
  }

  /// Whether the administrator restricts a program.
  public func restricts(_ program: String) -> Bool {
    restricted.contains("*") || restricted.contains(program)
  }
}
