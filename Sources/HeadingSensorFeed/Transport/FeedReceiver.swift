import Dispatch
import Glibc
import HeadingMAVLink
package import HeadingSensing
import HeadingSystem
import Synchronization

/// The open endpoints of a feed, and the thread that reads them.
///
/// It reads from its creation to its end; events go to the sink that is attached. So it outlives a
/// repeated search for sensors, which replaces the running sources.
package final class FeedReceiver: Sendable {
  /// What is listened on.
  package let settings: FeedSettings

  private let hub = FeedHub()
  private let wake: WakePipe

  private static let open = Mutex<[FeedSettings: WeakReceiver]>([:])

  private struct WeakReceiver: Sendable {
    weak let receiver: FeedReceiver?
  }

  /// The receiver of these settings that is already open, else a new one.
  ///
  /// - Throws: ``FeedError`` if an endpoint cannot be opened; a serial line is waited for.
  package static func of(_ settings: FeedSettings) throws(FeedError) -> FeedReceiver {
    if let receiver = open.withLock({ $0[settings]?.receiver }) { return receiver }
    let receiver = try FeedReceiver(settings)
    open.withLock { open in
      open = open.filter { $0.value.receiver != nil }
      open[settings] = WeakReceiver(receiver: receiver)
    }
    return receiver
  }

  private init(_ settings: FeedSettings) throws(FeedError) {
    self.settings = settings
    if settings.flightController?.key != nil, let complaint = SigningClock.shared.open() {
      hub.state.withLock { $0.problems.append(complaint) }
    }
    var ports: [(FeedEndpoint, FeedPort?)] = []
    for endpoint in settings.allEndpoints {
      ports.append((endpoint, try FeedPort.of(endpoint, group: settings.group)))
    }
    guard let wake = WakePipe() else {
      throw FeedError(settings.allEndpoints.first ?? .standardInput, FeedError.reason(errno))
    }
    self.wake = wake
    let (hub, opened) = (hub, ports)
    // A queue of its own, since the loop blocks.
    DispatchQueue(label: "feed").async {
      var loop = FeedLoop(hub: hub, wake: wake, settings: settings, ports: opened)
      loop.run()
    }
  }

  deinit {
    hub.state.withLock { $0.isStopped = true }
    wake.wake()
  }

  // MARK: - Events

  /// Delivers events to a sink until ``detach(_:)``, beginning with the notices that nobody
  /// received and the statuses of known sensors.
  ///
  /// - Returns: The token for ``detach(_:)``.
  func attach(_ sink: some SensorSink) -> UInt64 {
    let number = hub.state.withLock { state in
      state.sink = sink
      state.isSinkNew = true
      state.sinkNumber += 1
      return state.sinkNumber
    }
    wake.wake()
    return number
  }

  /// Ends the delivery, unless another sink was attached since.
  func detach(_ number: UInt64) {
    hub.state.withLock { if $0.sinkNumber == number { $0.sink = nil } }
  }

  // MARK: - Declarations

  /// The senders whose declarations are in force.
  package var senders: [FeedSender] { hub.state.withLock { $0.senders } }

  /// The last different warnings and errors, the newest last.
  package var problems: [String] { hub.state.withLock { $0.problems } }

  /// The magnetometer that was declared last.
  package var magnetometer: FeedMagnetometer? { hub.state.withLock { $0.magnetometer } }

  /// Whether an event is of a sensor that the feed has declared, so that another source's is not
  /// used.
  package func owns(_ event: SensorEvent) -> Bool {
    let (quantities, hasFixes) = hub.state.withLock { ($0.quantities, $0.hasFixes) }
    switch event {
    case .magneticField: return quantities.contains(.magneticField)
    case .acceleration: return quantities.contains(.acceleration)
    case .angularRate: return quantities.contains(.angularRate)
    case .pressure: return quantities.contains(.pressure)
    case .quantity(_, let quantity):
      return quantities.contains { $0.name == quantity.traits.name }
    // A compass of its own beside the feed's magnetometer would be a second heading.
    case .heading: return quantities.contains(.magneticField) || hasFixes
    case .fix: return hasFixes
    case .temperature(_, let kind): return quantities.contains { $0.kind == kind }
    case .status(let status): return owns(status.sensor)
    case .load, .waterSpeed, .tick, .clock, .calibration, .settings, .restoredState, .simulated:
      return false
    }
  }

  /// Whether the feed has declared a kind of sensor.
  package func owns(_ kind: SensorKind) -> Bool {
    hub.state.withLock { state in
      state.quantities.contains { $0.kind == kind }
        || kind == .compass && state.quantities.contains(.magneticField)
        || kind == .gnss && state.hasFixes
    }
  }

  /// Blocks until a condition holds after some declaration or the feed has ended, at most some
  /// seconds.
  package func wait(seconds: Double, until holds: (FeedReceiver) -> Bool) {
    let semaphore = DispatchSemaphore(value: 0)
    let token = hub.onNews { semaphore.signal() }
    defer { hub.forget(token) }
    let end = DispatchTime.now() + seconds
    while !holds(self), !hub.state.withLock({ $0.isEnded }) {
      guard semaphore.wait(timeout: end) == .success else { return }
    }
  }

  /// Returns when another magnetometer is declared than a known one, or the task is cancelled.
  package func newMagnetometer(otherThan known: FeedMagnetometer?) async {
    await wait { receiver in receiver.magnetometer.map { $0 != known } ?? false }
  }

  /// Returns when nothing can come any more, because standard input is the only endpoint and has
  /// ended, or the task is cancelled.
  package func end() async { await wait { $0.hub.state.withLock { $0.isEnded } } }

  /// Returns when a condition holds, at first or after some news, or the task is cancelled.
  private func wait(until holds: (FeedReceiver) -> Bool) async {
    let (news, writer) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let token = hub.onNews { writer.yield() }
    defer { hub.forget(token) }
    if holds(self) { return }
    for await _ in news where holds(self) { return }
  }
}
