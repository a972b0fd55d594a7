import HeadingAuthorization
import HeadingGeometry
import HeadingLocationServices
import HeadingMonitoring
import HeadingProtocol
import Synchronization

/// The implementation of ``CLMonitor``, shared with the threads that deliver updates.
final class MonitorCore: Sendable {
  /// Largest number of conditions.
  private static let maximumCount = 20

  private struct Entry {
    var condition: any CLCondition
    var watch: RegionWatch?
    var last: CLMonitor.Event
    /// The newest event; the record shows the one before it.
    var newest: CLMonitor.Event?
  }

  /// The persistent form of a condition.
  private struct Kept: Codable {
    var circle: CLMonitor.CircularGeographicCondition?
    var beacon: CLMonitor.BeaconIdentityCondition?
    var state: CLMonitor.Event.State
    var date: Date
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var places = PlaceSequence()
    var subscription = SensorSubscription()
    var waiting: [CLMonitor.Event] = []
    var output: AsyncThrowingStream<CLMonitor.Event, any Error>.Continuation?
    var isClosed = false
    var observation: UInt64?
    var isRefused = false
  }

  /// The folder of this program's saved monitors.
  static var folder: URL? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { $0 + "/.local/state" }
    let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return (environment["XDG_STATE_HOME"] ?? home).map {
      URL(fileURLWithPath: $0).appendingPathComponent("headingd/monitors")
        .appendingPathComponent(program.split(separator: "/").joined(separator: "-"))
    }
  }

  private let hub: SensorHub
  private let center: AuthorizationCenter
  private let name: String
  private let file: URL?
  private let state = Mutex(State())

  init(name: String, hub: SensorHub, center: AuthorizationCenter, folder: URL?) {
    self.hub = hub
    self.center = center
    self.name = name
    let safe = String(name.map { $0 == "/" ? "-" : $0 })
    file = folder?.appendingPathComponent("\(safe).json")
  }

  /// Resumes the saved conditions.
  func open() {
    let data = file.flatMap { try? Data(contentsOf: $0) }
    let kept = data.flatMap { try? JSONDecoder().decode([String: Kept].self, from: $0) } ?? [:]
    state.withLock { state in
      for (identifier, kept) in kept.prefix(Self.maximumCount) {
        guard let condition: any CLCondition = kept.circle ?? kept.beacon else { continue }
        state.entries[identifier] = Entry(
          condition: condition, watch: Self.watch(condition, kept.state),
          last: CLMonitor.Event(identifier, kept.state, date: kept.date))
      }
    }
    let observation = center.observe { [weak self] in self?.authorizationChanged() }
    state.withLock { $0.observation = observation }
    authorizationChanged()
    if !kept.isEmpty { register() }
    attach()
  }

  /// Registers the regions for which the daemon starts this program.
  private func register() {
    let regions = state.withLock { state in
      state.entries.values.compactMap { entry in
        entry.watch.map {
          MonitoredRegion(
            latitude: $0.center.latitude, longitude: $0.center.longitude, radius: $0.radius,
            entry: true, exit: true)
        }
      }
    }
    center.register("monitor \(name)", regions: regions)
  }

  func close() {
    let (output, observation) = state.withLock { state in
      state.isClosed = true
      state.subscription.end(on: hub)
      return (state.output, state.observation)
    }
    output?.finish()
    if let observation { center.unobserve(observation) }
  }

  /// The event with the reason why a condition is not monitored; `nil` if authorization permits it.
  private static func refusal(
    _ identifier: String, _ current: Authorization
  ) -> CLMonitor.Event? {
    var event = CLMonitor.Event(identifier, .unmonitored, date: Date())
    event.authorizationDenied = current.grant == .denied
    event.authorizationDeniedGlobally = !current.isEnabled
    event.authorizationRestricted = current.grant == .restricted
    event.accuracyLimited = current.isGranted && current.isReduced
    let isRefused =
      event.authorizationDenied || event.authorizationRestricted || event.accuracyLimited
    return isRefused ? event : nil
  }

  /// Reports every condition as unmonitored when authorization is lost; resets it when regained.
  private func authorizationChanged() {
    let current = center.current
    let hasChanged = state.withLock { state in
      let isRefused = Self.refusal("", current) != nil
      guard isRefused != state.isRefused else { return false }
      state.isRefused = isRefused
      for (identifier, entry) in state.entries where entry.watch != nil {
        if let event = Self.refusal(identifier, current) {
          Self.report(event, &state)
        } else {
          state.entries[identifier]?.watch = Self.watch(entry.condition, .unknown)
        }
      }
      return isRefused
    }
    if hasChanged { save() }
  }

  /// Delivers an event; until the next one the record shows the event before it.
  private static func report(_ event: CLMonitor.Event, _ state: inout State) {
    if var entry = state.entries[event.identifier] {
      entry.last = entry.newest ?? entry.last
      entry.newest = event
      state.entries[event.identifier] = entry
    }
    hand(event, &state)
  }

  var identifiers: [String] { state.withLock { $0.entries.keys.sorted() } }

  func record(_ identifier: String) -> CLMonitor.Record? {
    state.withLock { state in
      state.entries[identifier].map {
        CLMonitor.Record(condition: $0.condition, lastEvent: $0.last)
      }
    }
  }

  func add(_ condition: any CLCondition, _ identifier: String, _ assumed: CLMonitor.Event.State) {
    let current = center.current
    state.withLock { state in
      var event = CLMonitor.Event(identifier, assumed, date: Date())
      var refused = CLMonitor.Event(identifier, .unmonitored, date: Date())
      if state.entries[identifier] == nil, state.entries.count >= Self.maximumCount {
        refused.conditionLimitExceeded = true
        return Self.hand(refused, &state)
      }
      let watch = Self.watch(condition, assumed)
      if watch == nil {
        refused.conditionUnsupported = true
        event = refused
      }
      state.entries[identifier] = Entry(condition: condition, watch: watch, last: event)
      if watch == nil {
        Self.hand(refused, &state)
      } else if let event = Self.refusal(identifier, current) {
        Self.report(event, &state)
      }
    }
    if !save() {
      var event = CLMonitor.Event(identifier, assumed, date: Date())
      event.persistenceUnavailable = true
      state.withLock { Self.hand(event, &$0) }
    }
    register()
    attach()
  }

  func remove(_ identifier: String) {
    state.withLock { $0.entries[identifier] = nil }
    save()
    register()
    attach()
  }

  /// Returns the waiting and further events; ends the stream of an earlier reader.
  func stream() -> AsyncThrowingStream<CLMonitor.Event, any Error> {
    let (stream, output) = AsyncThrowingStream.makeStream(of: CLMonitor.Event.self)
    state.withLock { state in
      state.output?.finish()
      guard !state.isClosed else { return output.finish() }
      state.output = output
      for event in state.waiting { output.yield(event) }
      state.waiting = []
    }
    return stream
  }

  private static func hand(_ event: CLMonitor.Event, _ state: inout State) {
    if let output = state.output {
      output.yield(event)
    } else {
      // Without a reader the newest events are kept.
      if state.waiting.count >= 100 { state.waiting.removeFirst() }
      state.waiting.append(event)
    }
  }

  private static func watch(
    _ condition: any CLCondition, _ assumed: CLMonitor.Event.State
  ) -> RegionWatch? {
    guard let circle = condition as? CLMonitor.CircularGeographicCondition,
      let center = circle.center.coordinate, circle.radius.isFinite
    else { return nil }
    let isInside: Bool? =
      switch assumed {
      case .satisfied: true
      case .unsatisfied: false
      case .unknown, .unmonitored: nil
      }
    return RegionWatch(center: center, radius: circle.radius, isInside: isInside)
  }

  /// Saves the conditions; returns false on failure.
  @discardableResult
  private func save() -> Bool {
    guard let file else { return true }
    let kept = state.withLock { state in
      state.entries.mapValues { entry in
        Kept(
          circle: entry.condition as? CLMonitor.CircularGeographicCondition,
          beacon: entry.condition as? CLMonitor.BeaconIdentityCondition,
          state: (entry.newest ?? entry.last).state, date: (entry.newest ?? entry.last).date)
      }
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(kept).write(to: file, options: .atomic)
      return true
    } catch {
      ProgramLog.say("cannot save the conditions of a monitor: \(error)")
      return false
    }
  }

  private func attach() {
    state.withLock { state in
      let isNeeded = !state.isClosed && state.entries.values.contains { $0.watch != nil }
      state.subscription.keep(isNeeded, on: hub) { [weak self] in self?.take($0) }
    }
  }

  private func take(_ update: SensorUpdate) {
    let authorization = center.current
    guard case .message(let message) = update, authorization.isGranted, !authorization.isReduced
    else { return }
    let hasChanged = state.withLock { state in
      guard state.places.hasNewPlace(message), let latitude = message.latitude,
        let longitude = message.longitude, let accuracy = message.horizontalAccuracy,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { return false }
      var hasChanged = false
      for identifier in state.entries.keys.sorted() {
        guard var entry = state.entries[identifier], var watch = entry.watch else { continue }
        let before = watch.isInside
        _ = watch.take(place, accuracy: accuracy, time: message.bootTime)
        entry.watch = watch
        if let isInside = watch.isInside, isInside != before {
          let event = CLMonitor.Event(
            identifier, isInside ? .satisfied : .unsatisfied, date: Date())
          state.entries[identifier] = entry
          Self.report(event, &state)
          hasChanged = true
        } else {
          state.entries[identifier] = entry
        }
      }
      return hasChanged
    }
    if hasChanged { save() }
  }
}
