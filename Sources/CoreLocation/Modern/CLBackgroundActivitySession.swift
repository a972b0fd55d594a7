import HeadingAuthorization
import HeadingProtocol

/// Declares that a program needs locations in the background; reports only its state on Linux.
public final class CLBackgroundActivitySession: Sendable {
  /// The state of a session; all values false if it works.
  public struct Diagnostic: Sendable {
    /// Whether access is denied, by the user or because location services are disabled.
    public internal(set) var authorizationDenied = false

    /// Whether location services are disabled for all programs.
    public internal(set) var authorizationDeniedGlobally = false

    /// Whether the administrator denies access.
    public internal(set) var authorizationRestricted = false

    /// Whether the user is being asked; always false here.
    public internal(set) var authorizationRequestInProgress = false

    /// Whether the program is not in use; always false on Linux.
    public internal(set) var insufficientlyInUse = false

    /// Whether a ``CLServiceSession`` is required but none exists; always false here.
    public internal(set) var serviceSessionRequired = false
  }

  private let center: AuthorizationCenter
  private let outputs = SessionOutputs<Diagnostic>()

  /// Begins a session, which ends at ``invalidate()`` or with the object.
  public convenience init() { self.init(center: .shared) }

  init(center: AuthorizationCenter) {
    self.center = center
    outputs.open(center) { [weak self] in self?.diagnostic }
  }

  /// Ends the session.
  public func invalidate() { outputs.close(center) }

  deinit { outputs.close(center) }

  /// The session's state, now and after each change; ends with the session.
  public var diagnostics: Diagnostics { Diagnostics(stream: outputs.stream(diagnostic)) }

  private var diagnostic: Diagnostic {
    let current = center.current
    var diagnostic = Diagnostic()
    diagnostic.authorizationDenied = current.grant == .denied
    diagnostic.authorizationDeniedGlobally = !current.isEnabled
    diagnostic.authorizationRestricted = current.grant == .restricted
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
