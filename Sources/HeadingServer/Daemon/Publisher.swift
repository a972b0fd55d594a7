import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Hands updates to the server that listens at the moment; there is none while it is replaced.
final class Publisher: Sendable {
  private struct Receivers {
    var server: HeadingServer?
    var monitoring: MonitoringService?
    var recordings: RecordingStream?
    /// Seconds of latency that are promised to robots.
    var deadline = RobotContract().deadline
    /// What the sensors' sources have said of themselves.
    var isSimulated = false
  }

  private let current = Mutex(Receivers())

  var server: HeadingServer? {
    get { current.withLock { $0.server } }
    set { current.withLock { $0.server = newValue } }
  }

  /// What is promised to robots.
  func promise(_ contract: RobotContract) {
    current.withLock { $0.deadline = contract.deadline }
  }

  /// What watches for programs that do not run.
  var monitoring: MonitoringService? {
    get { current.withLock { $0.monitoring } }
    set { current.withLock { $0.monitoring = newValue } }
  }

  /// What clients record.
  var recordings: RecordingStream? {
    get { current.withLock { $0.recordings } }
    set { current.withLock { $0.recordings = newValue } }
  }

  /// Takes an update, to be sent with those that follow at once.
  func hold(_ update: SolutionUpdate) {
    let receivers = current.withLock { $0 }
    let server = receivers.server.flatMap { $0.wants(.updates) ? $0 : nil }
    let monitoring = receivers.monitoring.flatMap { $0.isNeeded ? $0 : nil }
    guard server != nil || monitoring != nil else { return }
    let message = SolutionMessage(update)
    server?.hold(.update(HeldUpdate(message, deadline: receivers.deadline)))
    monitoring?.take(message)
  }

  /// Takes a sample, likewise.
  func hold(_ event: SensorEvent) {
    if case .simulated(_, let isOn) = event { current.withLock { $0.isSimulated = isOn } }
    let receivers = current.withLock { $0 }
    guard let server = receivers.server, server.wants(.samples),
      let sample = SampleMessage(event, isSimulated: receivers.isSimulated)
    else { return }
    server.hold(.sample(sample))
  }

  /// Takes a piece of recordings, likewise; the beginning of one is sent at once.
  func hold(_ piece: RecordingStream.Piece) {
    guard let server else { return }
    server.hold(piece)
    if case .beginning = piece { server.send() }
  }

  /// Sends what was taken.
  func send() {
    let receivers = current.withLock { $0 }
    guard let server = receivers.server else { return }
    if server.wants(.recording) { receivers.recordings?.flush() }
    server.send()
  }

  func publish(_ notice: SensorNotice) { server?.publish(NoticeMessage(notice)) }
}
