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

  func publish(_ update: SolutionUpdate) {
    server?.publish(SolutionMessage(update))
  }

  func publish(_ event: SensorEvent) {
    guard let server, server.wantsSamples, let sample = SampleMessage(event) else { return }
    server.publish(sample)
  }

  func publish(_ notice: SensorNotice) { server?.publish(NoticeMessage(notice)) }
}
