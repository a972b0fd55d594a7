import HeadingAuthorization
import HeadingProtocol

/// Says that a program wants places while it is in the background; on Linux it never is.
public final class CLBackgroundActivitySession: Sendable {
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

    /// A service session is needed and none is held.
    public internal(set) var serviceSessionRequired = false
  }

  private let center: AuthorizationCenter
  private let outputs = SessionOutputs<Diagnostic>()

  /// Begins a session.
  public convenience init() { self.init(center: .shared) }

  init(center: AuthorizationCenter) {
    self.center = center
    outputs.open(center) { [weak self] in self?.diagnostic }
  }

  /// Ends the session.
  public func invalidate() { outputs.close(center) }

  deinit { outputs.close(center) }

  /// How the session does, now and after every change.
  public var diagnostics: Diagnostics { Diagnostics(stream: outputs.stream(diagnostic)) }

  private var diagnostic: Diagnostic {
    let current = center.current
    var diagnostic = Diagnostic()
    diagnostic.authorizationDenied = current.grant == .denied
    diagnostic.authorizationDeniedGlobally = !current.isEnabled
    diagnostic.authorizationRestricted = current.grant == .restricted
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
