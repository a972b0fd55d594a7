/// A decision about one program.
public struct ProgramDecision: Sendable, Hashable {
  /// The executable's absolute path.
  public var program: String

  /// The user it runs as, by number; `nil` for the client's own.
  public var user: UInt32?

  /// The decision; ``AuthorizationGrant/notDetermined`` deletes an earlier one.
  public var grant: AuthorizationGrant

  /// Whether positions are reported with reduced accuracy.
  public var isReduced: Bool

  /// Creates a decision.
  public init(
    program: String, user: UInt32? = nil, grant: AuthorizationGrant, isReduced: Bool = false
  ) {
    self.program = program
    self.user = user
    self.grant = grant
    self.isReduced = isReduced
  }
}
