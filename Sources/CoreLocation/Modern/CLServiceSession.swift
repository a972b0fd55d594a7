import HeadingAuthorization
import HeadingProtocol
import Synchronization

/// Declares that a program needs an authorization, and requests it from the user.
public final class CLServiceSession: Sendable {
  /// The authorization that a session requires.
  public enum AuthorizationRequirement: Int, Sendable {
    /// None; the user is not asked.
    case none

    /// Access while the program runs.
    case whenInUse

    /// Access at any time.
    case always
  }

  /// The state of a session; all values false if it works.
  public struct Diagnostic: Sendable {
    /// Whether access is denied, by the user or because location services are disabled.
    public internal(set) var authorizationDenied = false

    /// Whether location services are disabled for all programs.
    public internal(set) var authorizationDeniedGlobally = false

    /// Whether the administrator denies access.
    public internal(set) var authorizationRestricted = false

    /// Whether a required authorization is not determined yet.
    public internal(set) var authorizationRequestInProgress = false

    /// Whether the program is not in use; always false on Linux.
    public internal(set) var insufficientlyInUse = false

    /// Whether a session is required but none exists; always false here.
    public internal(set) var serviceSessionRequired = false

    /// Whether full accuracy was requested and is not granted.
    public internal(set) var fullAccuracyDenied = false

    /// Whether access at any time was required and is not granted.
    public internal(set) var alwaysAuthorizationDenied = false
  }

  private let requirement: AuthorizationRequirement
  private let wantsFullAccuracy: Bool
  private let center: AuthorizationCenter
  private let outputs = SessionOutputs<Diagnostic>()

  /// Begins a session, which ends at ``invalidate()`` or with the object.
  ///
  /// Requests the authorization from the user if it is not determined; requests `always` once again
  /// after `whenInUse`.
  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization, purpose: nil, center: .shared)
  }

  /// Begins a session and also requests full accuracy until the program ends.
  ///
  /// The key names the purpose in `NSLocationTemporaryUsageDescriptionDictionary`.
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
    ServiceSessionCount.begin(center)
    if let purpose { center.requestFullAccuracy(purpose: purpose) { _ in } }
    outputs.open(center) { [weak self] in self?.diagnostic }
  }

  /// Ends the session.
  public func invalidate() {
    if outputs.close(center) { ServiceSessionCount.end(center) }
  }

  deinit { invalidate() }

  /// The session's state, now and after each change; ends with the session.
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

  /// The states of a session as an asynchronous sequence.
  public struct Diagnostics: AsyncSequence, Sendable {
    /// A state of the session.
    public typealias Element = Diagnostic

    let stream: AsyncStream<Diagnostic>

    /// Returns an iterator over the session's states.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: stream.makeAsyncIterator()) }

    /// An iterator over the states of a session.
    public struct Iterator: AsyncIteratorProtocol {
      var stream: AsyncStream<Diagnostic>.Iterator

      /// Returns the current state first, then the next change; `nil` after the end, never throws.
      public mutating func next() async throws -> Diagnostic? {
        await stream.next(isolation: #isolation)
      }
    }
  }
}
