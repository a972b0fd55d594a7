import Glibc
import HeadingClock
import HeadingSensing
import HeadingSystem
import Synchronization

/// One run of a source: searches for devices, starts a reader for each, and searches again when one is missing.
final class IIOSession: Sendable {
  private struct State {
    var threads = 0
    /// Devices that are being read, with the kinds of sensor.
    var readers: [String: (kinds: [SensorKind], canceller: BufferCanceller)] = [:]
    var someReaderEnded = false
    /// Devices reported as gone; iiod lists them until it is restarted.
    var gone: Set<String> = []
    var isSimulated = false
    /// Quantities that have a reader, one each: however devices come and go, threads stay few.
    var quantities: Set<ScalarQuantity> = []
  }

  let configuration: IIOConfiguration
  let watch: MagnetometerWatch?
  let sink: StoppableSink
  let stop: StopSignal
  let triggers: TriggerAllocator
  let pools: [ContextPool]
  let onAcceptance: (@Sendable (IIOAcceptance) -> Void)?
  private let state = Mutex(State())

  init(
    configuration: IIOConfiguration, watch: MagnetometerWatch?, sink: StoppableSink,
    stop: StopSignal, sharesContext: Bool?,
    onAcceptance: (@Sendable (IIOAcceptance) -> Void)?
  ) {
    self.configuration = configuration
    self.watch = watch
    self.sink = sink
    self.stop = stop
    self.onAcceptance = onAcceptance
    triggers = TriggerAllocator()
    pools = configuration.addresses.map { ContextPool(address: $0, isShared: sharesContext) }
  }

  /// Starts the search in a thread of its own.
  func start() {
    spawn { session in session.supervise() }
    if let load = configuration.load, !pools.allSatisfy(\.isDescription) {
      spawn { session in ScalarReader(load, session: session).run() }
    }
  }

  /// Waits for the threads to end, at most for the time limit.
  func ended(withinMilliseconds limit: Int) async {
    // The caller's task is cancelled and cannot sleep; a detached one can.
    await Task.detached { [self] in
      for turn in 0..<max(1, limit / 5) where state.withLock({ $0.threads > 0 }) {
        // Most readers end with their next sample; cancelling a wait closes the connection.
        if turn == limit / 15 { cancelWaits() }
        try? await Task.sleep(for: .milliseconds(5))
      }
    }.value
  }

  /// Records that a device is gone; `false` if it was recorded before.
  func isNewlyGone(_ device: String) -> Bool { state.withLock { $0.gone.insert(device).inserted } }

  /// Records that a device delivers; `true` if it was gone.
  func isBack(_ device: String) -> Bool { state.withLock { $0.gone.remove(device) != nil } }

  /// Opens a context; reports a simulated one before its first sample.
  func open(_ pool: ContextPool) throws(IIOError) -> IIOContext {
    let context = try pool.open()
    guard context.isSimulated else { return context }
    state.withLock { state in
      guard !state.isSimulated else { return }
      state.isSimulated = true
      // Under the lock, so that no other reader's sample precedes the event.
      sink.deliver(.simulated(SystemClock().bootTime, true))
    }
    return context
  }

  private func cancelWaits() {
    for canceller in state.withLock({ $0.readers.values.map(\.canceller) }) { canceller.cancel() }
  }

  private func spawn(_ body: @escaping @Sendable (IIOSession) -> Void) {
    state.withLock { $0.threads += 1 }
    let started = ReaderThread.start { [self] in
      body(self)
      state.withLock { $0.threads -= 1 }
    }
    guard !started else { return }
    state.withLock { $0.threads -= 1 }
    sink.notice(
      .error, nil, "cannot start a thread for \(configuration.name): the system has none left")
  }

  // MARK: - Search for devices

  private func supervise() {
    var report = SelectionReport(configuration: configuration, sink: sink)
    var backoff = Backoff(first: 0.25, limit: 5)
    var listing: [String]?
    var wait = 0.0
    repeat {
      let (served, ended) = state.withLock { state in
        defer { state.someReaderEnded = false }
        return (Set(state.readers.values.flatMap(\.kinds)), state.someReaderEnded)
      }
      let now = pools.flatMap(\.address.version)
      // A search of this machine's kernel is cheap, one over a network is not.
      let isLocal = pools.allSatisfy { $0.isLocal || $0.address.uri == nil }
      // A compass is not searched for where there is a magnetometer.
      let isMissing = IIOConfiguration.kinds.contains {
        !served.contains($0) && !configuration.disabled.contains($0)
          && !($0 == .compass && served.contains(.magnetometer))
      }
      let hasMagnetometer =
        served.contains(.magnetometer) || configuration.disabled.contains(.magnetometer)
      wait = 1
      guard isMissing, ended || now != listing || !hasMagnetometer else { continue }
      if look(served: served, reporting: &report) {
        if pools.allSatisfy(\.isDescription) { return }
        listing = now
        if hasMagnetometer || isLocal { backoff.reset() }
        if !isLocal { wait = max(1, backoff.next()) }
      } else {
        wait = isLocal ? 1 : backoff.next()
      }
    } while !stop.wait(seconds: wait)
  }

  /// Searches the contexts once; `false` if none could be opened.
  private func look(served: Set<SensorKind>, reporting report: inout SelectionReport) -> Bool {
    var found = inventories(.structure, reportsFailures: true)
    guard !found.isEmpty else {
      report.unreachable(served: served)
      return false
    }
    var selection = IIOSelection(from: Self.merged(found), configuration: configuration)
    // Scales are needed only to choose between several devices.
    if selection.candidates.contains(where: { !$0.isChosen }) {
      found = inventories(.settings)
      selection = IIOSelection(from: Self.merged(found), configuration: configuration)
    }
    report.found(selection, served: served)
    if found.allSatisfy(\.pool.isDescription) {
      report.describedOnly(selection)
      return true
    }
    for (pool, inventory) in found where !pool.isDescription { readQuantities(inventory, in: pool) }
    for (id, choices) in selection.devices {
      let kinds = choices.map(\.kind).filter { !served.contains($0) }
      guard !kinds.isEmpty, let place = found.first(where: { $0.inventory.hasDevice(id) }),
        let device = place.inventory.device(id)
      else { continue }
      read(device, for: kinds, in: place.pool)
    }
    return true
  }

  private typealias Found = (pool: ContextPool, inventory: IIOInventory)

  private static func merged(_ found: [Found]) -> IIOInventory {
    IIOInventory(merging: found.map(\.inventory))
  }

  /// The inventories of the contexts that can be opened.
  private func inventories(_ depth: IIOInventory.Depth, reportsFailures: Bool = false) -> [Found] {
    var found: [Found] = []
    var failures: [(pool: ContextPool, error: IIOError)] = []
    for pool in pools where pool.address.uri != nil {
      do throws(IIOError) {
        let context = try open(pool)
        found.append((pool, IIOInventory(of: context, depth: depth)))
        if pool.isReached() { sink.notice(.info, nil, "\(pool.uri) answers") }
      } catch {
        failures.append((pool, error))
      }
    }
    guard reportsFailures else { return found }
    for (pool, error) in failures {
      // That this machine has no devices matters only where there are no others.
      if error.isWithoutDevices, failures.count > 1 || !found.isEmpty { continue }
      guard pool.isNewlyUnreachable(error) else { continue }
      sink.notice(found.isEmpty ? .error : .warning, nil, "\(error)")
    }
    return found
  }

  /// Starts a reader for each quantity beside the sensors of a heading that some device has.
  private func readQuantities(_ inventory: IIOInventory, in pool: ContextPool) {
    for quantity in ScalarQuantity.allCases where inventory.place(of: quantity) != nil {
      guard state.withLock({ $0.quantities.insert(quantity).inserted }) else { continue }
      spawn { session in ScalarReader(quantity, in: pool, session: session).run() }
    }
  }

  private func read(_ device: IIODeviceInfo, for kinds: [SensorKind], in pool: ContextPool) {
    let canceller = BufferCanceller()
    let isNew = state.withLock { state in
      guard state.readers[device.id] == nil else { return false }
      state.readers[device.id] = (kinds, canceller)
      return true
    }
    guard isNew else { return }
    spawn { session in
      let reader = DeviceReader(
        device: device, kinds: kinds, session: session, pool: pool, canceller: canceller)
      reader.run()
      session.triggers.release(device: device.id)
      session.state.withLock { state in
        state.readers[device.id] = nil
        state.someReaderEnded = true
      }
    }
  }
}
