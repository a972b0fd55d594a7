import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Hands updates to the server that listens at the moment; there is none while it is replaced.
final class Publisher: Sendable {
  private let current = Mutex<HeadingServer?>(nil)

  var server: HeadingServer? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Takes an update, to be sent with those that follow at once.
  func hold(_ update: SolutionUpdate) {
    guard let server, server.wants(.updates) else { return }
    server.hold(.update(SolutionMessage(update)))
  }

  /// Takes a sample, likewise.
  func hold(_ event: SensorEvent) {
    guard let server, server.wants(.samples), let sample = SampleMessage(event) else { return }
    server.hold(.sample(sample))
  }

  /// Sends what was taken.
  func send() { server?.send() }

  func publish(_ notice: SensorNotice) { server?.publish(NoticeMessage(notice)) }
}
