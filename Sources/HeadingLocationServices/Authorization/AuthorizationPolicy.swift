/// What a user has decided, for all programs and for each: the content of a policy file, JSON.
public struct AuthorizationPolicy: Sendable, Hashable, Codable {
  /// The decision about one program.
  public struct Record: Sendable, Hashable, Codable {
    /// What the user said.
    public var grant: Authorization.Grant

    /// Whether places are blurred.
    public var isReduced: Bool

    /// Whether the program has had its one question about `always`.
    public var wasAskedForAlways: Bool

    /// Makes a record.
    public init(_ grant: Authorization.Grant, isReduced: Bool = false) {
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

  /// Makes the policy of a user who has decided nothing.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case isEnabled = "location_services"
    case usesLegacyTable = "legacy_authorization_table"
    case needsUsageKeys = "usage_keys_required"
    case guardsHeading = "heading_needs_authorization"
    case programs, restricted
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
  }

  /// Whether the administrator forbids a program.
  public func restricts(_ program: String) -> Bool {
    restricted.contains("*") || restricted.contains(program)
  }
}
