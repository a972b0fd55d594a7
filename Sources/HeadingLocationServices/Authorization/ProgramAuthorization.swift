public import HeadingProtocol

/// The rules of what one running program may know, and of what its user may be asked: no files, no
/// threads, the same in the daemon and in a program that has no daemon.
public struct ProgramAuthorization: Sendable {
  /// The executable's path.
  public let program: String

  /// The user whom it runs as.
  public let user: UInt32

  /// What it says of its use of places.
  public let usage: UsageDescription

  // Both end with the process.
  private var isGrantedOnce = false
  private var isFullForNow = false

  /// Makes the rules of a program that has just started.
  public init(program: String, user: UInt32, usage: UsageDescription) {
    self.program = program
    self.user = user
    self.usage = usage
  }

  /// What the program may know.
  ///
  /// - Parameters:
  ///   - policy: The decisions of its user under the administrator's.
  ///   - areRadiosOff: Whether the machine is in an aeroplane.
  /// - Returns: What holds.
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

  /// The question that a request leads to.
  ///
  /// The first question is for a program about which nothing is decided; `always` may be asked once
  /// more after `whenInUse`, but not after `once`.
  ///
  /// - Parameters:
  ///   - request: What the program asks for.
  ///   - policy: The decisions of its user under the administrator's.
  ///   - current: What it may know now.
  /// - Returns: The question; `nil` if its user is not to be asked.
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

  /// Takes an answer.
  ///
  /// - Parameters:
  ///   - answer: What the user said.
  ///   - kind: What was asked.
  ///   - before: What was kept about the program so far.
  /// - Returns: What is to be kept about the program; `nil` if the answer ends with the process.
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
