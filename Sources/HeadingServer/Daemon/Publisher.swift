import HeadingProtocol
import HeadingRuntime
import Synchronization

/// Hands updates to the server that listens at the moment; there is none while it is replaced.
final class Publisher: Sendable {
  private let current = Mutex<HeadingServer?>(nil)

  var server: HeadingServer? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func publish(_ update: SolutionUpdate) {
    server?.publish(
      SolutionMessage(update.solution, simulated: update.isSimulated, latency: update.latency))
  }
}
