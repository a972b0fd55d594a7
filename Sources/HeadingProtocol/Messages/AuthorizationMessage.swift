/// Authorization of a client's program: the answer to the command `authorization`, and sent at
/// every change to a client that declared itself a location program.
public struct AuthorizationMessage: Sendable, Hashable, Codable {
  /// `authorization`.
  public var kind: String

  /// The executable that the kernel reports.
  public var program: String

  /// `not_determined`, `restricted`, `denied`, `when_in_use` or `always`.
  public var status: String

  /// Whether positions are reported with reduced accuracy, some kilometres.
  public var reducedAccuracy: Bool

  /// Whether location is enabled for all programs.
  public var locationServices: Bool

  /// Whether significant changes, visits and regions require `always`.
  public var legacyAuthorizationTable: Bool

  /// Whether a magnetic heading requires a grant too.
  public var headingNeedsAuthorization: Bool

  /// Whether a request led to a question; `nil` without a request.
  public var asked: Bool?

  /// Creates a message.
  public init(program: String, status: String) {
    kind = LineClass.authorization.rawValue
    self.program = program
    self.status = status
    reducedAccuracy = false
    locationServices = true
    legacyAuthorizationTable = false
    headingNeedsAuthorization = false
  }

  enum CodingKeys: String, CodingKey {
    case kind = "class"
    case program, status, asked
    case reducedAccuracy = "reduced_accuracy"
    case locationServices = "location_services"
    case legacyAuthorizationTable = "legacy_authorization_table"
    case headingNeedsAuthorization = "heading_needs_authorization"
  }
}
