public import HeadingProtocol

/// Authorization rules of one running program: no I/O, no threads; the same in the daemon and in a
/// program without a daemon.
public struct ProgramAuthorization: Sendable {
  /// The executable's path.
  public let program: String

  /// The user it runs as.
  public let user: UInt32

  /// The program's usage description.
  public let usage: UsageDescription

  // One-time grants, which end with the process.
  private var isGrantedOnce = false
  private var isFullForNow = false

  /// Creates the rules of a newly started program.
  public init(program: String, user: UInt32, usage: UsageDescription) {
    self.program = program
    self.user = user
    self.usage = usage
  }

  /// Returns the program's authorization.
  ///
  /// - Parameters:
  ///   - policy: The decisions of its user under the administrator's.
  ///   - areRadiosOff: Whether all radios are switched off, as in airplane mode.
  /// - Returns: The effective authorization.
  public func authorization(
    under policy: AuthorizationPolicy, areRadiosOff: Bool
  ) -> Authorization {
    var authorization = Authorization()
    let record = policy.record(of: program, user: user)
    authorization.grant = record?.grant ?? .notDetermined
    if authorization.grant == .notDetermined, isGrantedOnce { authorization.grant = .whenInUse }
    authorization.isReduced = record?.isReduced ?? usage.wantsReducedAccuracy
    if isFullForNow { authorization.isReduced = false }
    authorization.isEnabled = policy.isEnabled
    if !policy.isEnabled || areRadiosOff { authorization.grant = .denied }
    if policy.restricts(program) || record?.grant == .restricted {
      authorization.grant = .restricted
    }
    return authorization
  }

  /// Returns the question for a request.
  ///
  /// The first question needs a program without a decision; `always` may be asked once more after
  /// `whenInUse`, but not after `once`.
  ///
  /// - Parameters:
  ///   - request: The program's request.
  ///   - policy: The decisions of its user under the administrator's.
  ///   - current: The current authorization.
  /// - Returns: The question; `nil` if the user is not to be asked.
  public func question(
    for request: AuthorizationRequest, under policy: AuthorizationPolicy, current: Authorization
  ) -> AuthorizationQuestion? {
    let purpose: String?
    let kind: AuthorizationQuestion.Kind
    switch (request, current.grant) {
    case (.whenInUse, .notDetermined): (kind, purpose) = (.whenInUse, usage.whenInUse)
    case (.always, .notDetermined): (kind, purpose) = (.always, usage.always)
    case (.always, .whenInUse):
      guard !isGrantedOnce, policy.rule(for: program, user: user) == nil,
        policy.programs[program]?.wasAskedForAlways != true
      else { return nil }
      (kind, purpose) = (.upgrade, usage.always)
    case (.fullAccuracy(let key), .whenInUse), (.fullAccuracy(let key), .always):
      guard current.isReduced, policy.rule(for: program, user: user) == nil,
        let text = usage.temporaryPurposes[key]
      else { return nil }
      (kind, purpose) = (.fullAccuracy, text)
    default: return nil
    }
    guard purpose != nil || !policy.needsUsageKeys else { return nil }
    return AuthorizationQuestion(kind: kind, program: program, purpose: purpose)
  }

  /// Applies an answer.
  ///
  /// - Parameters:
  ///   - answer: The user's answer.
  ///   - kind: The kind of the question.
  ///   - before: The stored decision, if any.
  /// - Returns: The decision to store; `nil` if nothing is to be stored.
  public mutating func take(
    _ answer: AuthorizationAnswer, to kind: AuthorizationQuestion.Kind,
    before: AuthorizationPolicy.Record?
  ) -> AuthorizationPolicy.Record? {
    if kind == .fullAccuracy {
      isFullForNow = isFullForNow || answer == .once
      return nil
    }
    let grant: AuthorizationGrant
    switch answer {
    case .once:
      if kind != .upgrade { isGrantedOnce = true }
      return nil
    case .always: grant = .always
    case .whenInUse: grant = .whenInUse
    case .deny: grant = kind == .upgrade ? .whenInUse : .denied
    }
    var record =
      before ?? AuthorizationPolicy.Record(grant, isReduced: usage.wantsReducedAccuracy)
    record.grant = grant
    record.wasAskedForAlways = record.wasAskedForAlways || kind != .whenInUse
    return record
  }
}

extension AuthorizationRequest {
  /// Whether a program with an authorization may still be asked about: it lacks what it requests, and
  /// nobody has refused it for good.
  func isOpen(under current: Authorization) -> Bool {
    switch (self, current.grant) {
    case (.whenInUse, .notDetermined), (.always, .notDetermined), (.always, .whenInUse): true
    case (.fullAccuracy, .whenInUse), (.fullAccuracy, .always): current.isReduced
    default: false
    }
  }
}
