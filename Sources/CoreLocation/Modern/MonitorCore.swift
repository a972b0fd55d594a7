import HeadingAuthorization
import HeadingBeacons
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
    /// The watch of beacons; `nil` while it begins, and for a circle.
    var token: UInt64?
    var last: CLMonitor.Event
    /// The newest event; the record shows the one before it.
    var newest: CLMonitor.Event?

    var isBeacon: Bool { condition is CLMonitor.BeaconIdentityCondition }

    /// Whether the condition can be monitored.
    var isSupported: Bool { watch != nil || isBeacon }
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
  private let beacons: BeaconCenter
  private let name: String
  private let file: URL?
  private let state = Mutex(State())

  init(
    name: String, hub: SensorHub, center: AuthorizationCenter, beacons: BeaconCenter, folder: URL?
  ) {
    self.hub = hub
    self.center = center
    self.beacons = beacons
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
    for identifier in identifiers { watchBeacon(identifier) }
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
    let (output, observation, tokens) = state.withLock { state in
      state.isClosed = true
      state.subscription.end(on: hub)
      return (state.output, state.observation, state.entries.values.compactMap(\.token))
    }
    for token in tokens { beacons.unwatch(token) }
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
      for (identifier, entry) in state.entries where entry.isSupported {
        if let event = Self.refusal(identifier, current) {
          Self.report(event, &state)
        } else {
          state.entries[identifier]?.watch = Self.watch(entry.condition, .unknown)
          if let token = entry.token { beacons.reset(token) }
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
    let replaced: UInt64? = state.withLock { state in
      let replaced = state.entries[identifier]?.token
      var event = CLMonitor.Event(identifier, assumed, date: Date())
      var refused = CLMonitor.Event(identifier, .unmonitored, date: Date())
      if state.entries[identifier] == nil, state.entries.count >= Self.maximumCount {
        refused.conditionLimitExceeded = true
        Self.hand(refused, &state)
        return nil
      }
      var entry = Entry(
        condition: condition, watch: Self.watch(condition, assumed), last: event)
      if !entry.isSupported {
        refused.conditionUnsupported = true
        event = refused
        entry.last = event
      }
      state.entries[identifier] = entry
      if !entry.isSupported {
        Self.hand(refused, &state)
      } else if let event = Self.refusal(identifier, current) {
        Self.report(event, &state)
      }
      return replaced
    }
    if let replaced { beacons.unwatch(replaced) }
    if !save() {
      var event = CLMonitor.Event(identifier, assumed, date: Date())
      event.persistenceUnavailable = true
      state.withLock { Self.hand(event, &$0) }
    }
    register()
    attach()
    watchBeacon(identifier)
  }

  func remove(_ identifier: String) {
    let removed = state.withLock { $0.entries.removeValue(forKey: identifier) }
    if let token = removed?.token { beacons.unwatch(token) }
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

  /// Returns whether a condition is satisfied in a state; `nil` if that is unknown.
  private static func isSatisfied(_ state: CLMonitor.Event.State) -> Bool? {
    switch state {
    case .satisfied: true
    case .unsatisfied: false
    case .unknown, .unmonitored: nil
    }
  }

  private static func watch(
    _ condition: any CLCondition, _ assumed: CLMonitor.Event.State
  ) -> RegionWatch? {
    guard let circle = condition as? CLMonitor.CircularGeographicCondition,
      let center = circle.center.coordinate, circle.radius.isFinite
    else { return nil }
    return RegionWatch(
      center: center, radius: circle.radius, isInside: isSatisfied(assumed))
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

  // MARK: - Beacons

  /// Begins to watch the beacons of a condition, if it is one of beacons.
  private func watchBeacon(_ identifier: String) {
    let entry = state.withLock { $0.entries[identifier] }
    guard let entry, entry.token == nil,
      let condition = entry.condition as? CLMonitor.BeaconIdentityCondition
    else { return }
    let constraint = CLBeaconIdentityConstraint(
      uuid: condition.uuid, anyMajor: condition.major, anyMinor: condition.minor)
    let isInside = Self.isSatisfied((entry.newest ?? entry.last).state)
    let token = beacons.watch(constraint, isInside: isInside) { [weak self] change in
      self?.take(change, identifier, condition)
    }
    let isWanted = state.withLock { state in
      guard !state.isClosed, let entry = state.entries[identifier], entry.token == nil,
        condition.isSame(entry.condition)
      else { return false }
      state.entries[identifier]?.token = token
      return true
    }
    if !isWanted { beacons.unwatch(token) }
  }

  private func take(
    _ change: BeaconCenter.Change, _ identifier: String,
    _ condition: CLMonitor.BeaconIdentityCondition
  ) {
    var event: CLMonitor.Event
    switch change {
    case .present(let identity, _):
      event = CLMonitor.Event(identifier, .satisfied, date: Date())
      if condition.minor == nil {
        event.refinement = CLMonitor.BeaconIdentityCondition(
          uuid: UUID(identity), major: identity.major, minor: identity.minor)
      }
    case .absent: event = CLMonitor.Event(identifier, .unsatisfied, date: Date())
    case .trouble:
      event = CLMonitor.Event(identifier, .unmonitored, date: Date())
      event.conditionUnsupported = true
    }
    let token: UInt64?? = state.withLock { state in
      guard !state.isRefused, let entry = state.entries[identifier],
        condition.isSame(entry.condition), (entry.newest ?? entry.last).state != event.state
      else { return .none }
      Self.report(event, &state)
      return .some(entry.token)
    }
    guard let token else { return }
    // After a trouble the state is determined anew.
    if case .trouble = change, let token { beacons.reset(token) }
    save()
  }
}

extension CLMonitor.BeaconIdentityCondition {
  /// Whether another condition is one for the same beacons.
  fileprivate func isSame(_ other: any CLCondition) -> Bool {
    guard let other = other as? Self else { return false }
    return uuid == other.uuid && major == other.major && minor == other.minor
  }
}
