import Dispatch
import HeadingSystem
import Synchronization

extension GPSDSource {
  /// Returns whether something listens at the address, for callers that may wait.
  ///
  /// - Parameter timeout: The longest time to wait, s.
  /// - Returns: Whether a connection was made.
  package func isReachable(within timeout: Double) -> Bool {
    let connection = StreamConnection(to: .host(host, port: port))
    let probe = Probe(connection)
    connection.start { Probe.Handler(probe) }
    _ = probe.end.wait(timeout: .now() + timeout)
    connection.close()
    return probe.isOpen.load(ordering: .acquiring)
  }

  /// A connection that is closed as soon as it is made.
  private final class Probe: Sendable {
    let connection: StreamConnection
    let isOpen = Atomic(false)
    let end = DispatchSemaphore(value: 0)

    init(_ connection: StreamConnection) { self.connection = connection }

    final class Handler: StreamHandler {
      private let probe: Probe

      init(_ probe: Probe) { self.probe = probe }

      var deadline: SuspendingClock.Instant? { nil }

      func opened() {
        probe.isOpen.store(true, ordering: .releasing)
        probe.connection.close()
      }

      func received(_ bytes: ArraySlice<UInt8>) {}
      func deadlinePassed() {}
      func ended(_ failure: StreamFailure?) { probe.end.signal() }
    }
  }
}
