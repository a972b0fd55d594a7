import HeadingMonitoring
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import Synchronization

/// Forwards updates to the current servers; drops them while a server is replaced.
final class Publisher: Sendable {
  private struct Receivers {
    var server: HeadingServer?
    var remote: HeadingServer?
    var web = WebPresence.off
    var monitoring: MonitoringService?
    var recordings: RecordingStream?
    /// Latency bound of the steer contract, s.
    var deadline = SteerContract().deadline
    /// Whether the sources report simulated sensors.
    var isSimulated = false

    var servers: [HeadingServer] { [server, remote, web.server].compactMap { $0 } }
  }

  private let current = Mutex(Receivers())

  /// The server of this machine's clients.
  var server: HeadingServer? {
    get { current.withLock { $0.server } }
    set { current.withLock { $0.server = newValue } }
  }

  /// The server of other machines' clients.
  var remote: HeadingServer? {
    get { current.withLock { $0.remote } }
    set { current.withLock { $0.remote = newValue } }
  }

  /// The server of the web page, and its entrance.
  var web: WebPresence {
    get { current.withLock { $0.web } }
    set { current.withLock { $0.web = newValue } }
  }

  /// The counters of all servers.
  var load: ServerLoad {
    current.withLock { $0.servers }.map(\.load).reduce(into: ServerLoad()) { $0.add($1) }
  }

  /// Whether any client requests this message class.
  func wants(_ content: Content) -> Bool {
    current.withLock { $0.servers }.contains { $0.wants(content) }
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
    let servers = receivers.servers.filter { $0.wants(.updates) }
    let monitoring = receivers.monitoring.flatMap { $0.isNeeded ? $0 : nil }
    guard !servers.isEmpty || monitoring != nil else { return }
    let message = SolutionMessage(update)
    for server in servers {
      server.hold(.update(HeldUpdate(message, deadline: receivers.deadline)))
    }
    monitoring?.take(message)
  }

  /// Queues a sample for the next ``send()``.
  func hold(_ event: SensorEvent) {
    if case .simulated(_, let isOn) = event { current.withLock { $0.isSimulated = isOn } }
    let receivers = current.withLock { $0 }
    let servers = receivers.servers.filter { $0.wants(.samples) }
    guard !servers.isEmpty,
      let sample = SampleMessage(event, isSimulated: receivers.isSimulated)
    else { return }
    for server in servers { server.hold(.sample(sample)) }
  }

  /// Queues a piece of a recording; the beginning of one is sent at once.
  func hold(_ piece: RecordingStream.Piece) {
    for server in current.withLock({ $0.servers }) {
      server.hold(piece)
      if case .beginning = piece { server.send() }
    }
  }

  /// Sends the queued publications.
  func send() {
    let receivers = current.withLock { $0 }
    if wants(.recording) { receivers.recordings?.flush() }
    for server in receivers.servers { server.send() }
  }

  func publish(_ notice: SensorNotice) {
    for server in current.withLock({ $0.servers }) { server.publish(NoticeMessage(notice)) }
  }
}
