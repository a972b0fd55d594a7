import HeadingMonitoring
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Forwards updates to the current server; drops them while the server is replaced.
final class Publisher: Sendable {
  private struct Receivers {
    var server: HeadingServer?
    var monitoring: MonitoringService?
    var recordings: RecordingStream?
    /// Latency bound of the steer contract, s.
    var deadline = SteerContract().deadline
    /// Whether the sources report simulated sensors.
    var isSimulated = false
  }

  private let current = Mutex(Receivers())

  var server: HeadingServer? {
    get { current.withLock { $0.server } }
    set { current.withLock { $0.server = newValue } }
  }

  /// Sets the steer contract.
  func promise(_ contract: SteerContract) {
    current.withLock { $0.deadline = contract.deadline }
  }

  /// The service that monitors locations for programs that do not run.
  var monitoring: MonitoringService? {
    get { current.withLock { $0.monitoring } }
    set { current.withLock { $0.monitoring = newValue } }
  }

  /// The recordings that clients receive.
  var recordings: RecordingStream? {
    get { current.withLock { $0.recordings } }
    set { current.withLock { $0.recordings = newValue } }
  }

  /// Queues an update for the next ``send()``.
  func hold(_ update: SolutionUpdate) {
    let receivers = current.withLock { $0 }
    let server = receivers.server.flatMap { $0.wants(.updates) ? $0 : nil }
    let monitoring = receivers.monitoring.flatMap { $0.isNeeded ? $0 : nil }
    guard server != nil || monitoring != nil else { return }
    let message = SolutionMessage(update)
    server?.hold(.update(HeldUpdate(message, deadline: receivers.deadline)))
    monitoring?.take(message)
  }

  /// Queues a sample for the next ``send()``.
  func hold(_ event: SensorEvent) {
    if case .simulated(_, let isOn) = event { current.withLock { $0.isSimulated = isOn } }
    let receivers = current.withLock { $0 }
    guard let server = receivers.server, server.wants(.samples),
      let sample = SampleMessage(event, isSimulated: receivers.isSimulated)
    else { return }
    server.hold(.sample(sample))
  }

  /// Queues a piece of a recording; the beginning of one is sent at once.
  func hold(_ piece: RecordingStream.Piece) {
    guard let server else { return }
    server.hold(piece)
    if case .beginning = piece { server.send() }
  }

  /// Sends the queued publications.
  func send() {
    let receivers = current.withLock { $0 }
    guard let server = receivers.server else { return }
    if server.wants(.recording) { receivers.recordings?.flush() }
    server.send()
  }

  func publish(_ notice: SensorNotice) { server?.publish(NoticeMessage(notice)) }
}
