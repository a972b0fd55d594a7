/// What a client's program may know: the answer to the command `authorization`, and told at every change
/// to a client that said that it is a location program.
public struct AuthorizationMessage: Sendable, Hashable, Codable {
  /// `authorization`.
  public var kind: String

  /// The executable that the kernel names.
  public var program: String

  /// `not_determined`, `restricted`, `denied`, `when_in_use` or `always`.
  public var status: String

  /// Whether places are blurred by some kilometres.
  public var reducedAccuracy: Bool

  /// Whether location is on for all programs.
  public var locationServices: Bool

  /// Whether significant changes, visits and regions need `always`.
  public var legacyAuthorizationTable: Bool

  /// Whether even a magnetic heading needs a grant.
  public var headingNeedsAuthorization: Bool

  /// Whether a request led to a question; `nil` where nothing was requested.
  public var asked: Bool?

  /// Makes a message.
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
