import HeadingAuthorization
import HeadingProtocol
import Synchronization

/// Says how long a program wants places, and asks the user for them.
public final class CLServiceSession: Sendable {
  /// What the program wants.
  public enum AuthorizationRequirement: Int, Sendable {
    /// Nothing is asked.
    case none

    /// Places while the program runs.
    case whenInUse

    /// Places at any time.
    case always
  }

  /// How the session does.
  public struct Diagnostic: Sendable {
    /// The user refused.
    public internal(set) var authorizationDenied = false

    /// Location is off for all programs.
    public internal(set) var authorizationDeniedGlobally = false

    /// The administrator forbids it.
    public internal(set) var authorizationRestricted = false

    /// The user is being asked.
    public internal(set) var authorizationRequestInProgress = false

    /// The program is not in use; on Linux it always is.
    public internal(set) var insufficientlyInUse = false

    /// A session is needed and none is held.
    public internal(set) var serviceSessionRequired = false

    /// Full accuracy was refused.
    public internal(set) var fullAccuracyDenied = false

    /// Places at any time were refused.
    public internal(set) var alwaysAuthorizationDenied = false
  }

  private let requirement: AuthorizationRequirement
  private let wantsFullAccuracy: Bool
  private let center: AuthorizationCenter
  private let outputs = SessionOutputs<Diagnostic>()

  /// Begins a session, and asks the user if that has to be.
  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization, purpose: nil, center: .shared)
  }

  /// Begins a session, and asks the user for full accuracy too.
  public convenience init(
    authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String
  ) {
    self.init(authorization, purpose: fullAccuracyPurposeKey, center: .shared)
  }

  init(_ requirement: AuthorizationRequirement, purpose: String?, center: AuthorizationCenter) {
    self.requirement = requirement
    wantsFullAccuracy = purpose != nil
    self.center = center
    switch requirement {
    case .none: break
    case .whenInUse: center.requestWhenInUse()
    case .always: center.requestAlways()
    }
    HeldSessions.begin(center)
    if let purpose { center.requestFullAccuracy(purpose: purpose) { _ in } }
    outputs.open(center) { [weak self] in self?.diagnostic }
  }

  /// Ends the session.
  public func invalidate() {
    if outputs.close(center) { HeldSessions.end(center) }
  }

  deinit { invalidate() }

  /// How the session does, now and after every change.
  public var diagnostics: Diagnostics { Diagnostics(stream: outputs.stream(diagnostic)) }

  private var diagnostic: Diagnostic {
    let current = center.current
    var diagnostic = Diagnostic()
    diagnostic.authorizationDenied = current.grant == .denied
    diagnostic.authorizationDeniedGlobally = !current.isEnabled
    diagnostic.authorizationRestricted = current.grant == .restricted
    diagnostic.authorizationRequestInProgress =
      current.grant == .notDetermined && requirement != .none
    diagnostic.fullAccuracyDenied = wantsFullAccuracy && current.isReduced
    diagnostic.alwaysAuthorizationDenied =
      requirement == .always && current.grant != .always && current.grant != .notDetermined
    return diagnostic
  }

  /// How a session does, as an asynchronous sequence.
  public struct Diagnostics: AsyncSequence, Sendable {
    /// How the session does.
    public typealias Element = Diagnostic

    let stream: AsyncStream<Diagnostic>

    /// Begins to hand out how the session does.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: stream.makeAsyncIterator()) }

    /// Hands out how the session does.
    public struct Iterator: AsyncIteratorProtocol {
      var stream: AsyncStream<Diagnostic>.Iterator

      /// How the session does after the next change.
      public mutating func next() async throws -> Diagnostic? {
        await stream.next(isolation: #isolation)
      }
    }
  }
}
