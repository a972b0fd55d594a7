import HeadingAuthorization
import HeadingLocationServices
import HeadingMonitoring
import HeadingProtocol
import Synchronization

/// The implementation of a manager, shared with the threads that deliver updates.
final class ManagerCore: Sendable {
  private struct State {
    var location = LocationUpdateService()
    var heading = HeadingUpdateService()
    var significant: SignificantChange?
    var places = PlaceSequence()
    var subscription = SensorSubscription()
    var observation: UInt64?
    var delivered: CLLocation?
    var lastHeading: HeadingValues?
  }

  let services: LocationServices
  let delivery: ManagerQueue
  private let state = Mutex(State())

  init(_ services: LocationServices, manager: CLLocationManager) {
    self.services = services
    delivery = ManagerQueue(to: manager, mostOfKind: services.mostWaiting)
  }

  /// Starts observing the authorization and reports it to the delegate.
  func open() {
    services.add(self)
    let observation = services.center.observe { [weak self] in self?.authorizationChanged() }
    state.withLock { $0.observation = observation }
    post(.authorization)
  }

  /// Stops all services before the manager is released.
  func close() {
    let observation = state.withLock { state in
      state.location.stop()
      state.heading.stop()
      state.significant = nil
      state.subscription.end(on: services.hub)
      defer { state.observation = nil }
      return state.observation
    }
    if let observation { services.center.unobserve(observation) }
    services.beacons.stop(for: self)
    services.keepLocation()
  }

  /// Delivers an event on the manager's thread.
  func post(_ event: ManagerEvent) { delivery.post(event.kind) { $0.deliver(event) } }

  // MARK: - Requests of the manager

  func configure<Result: Sendable>(
    _ change: (inout LocationUpdateService, inout HeadingUpdateService) -> Result
  ) -> Result {
    state.withLock { change(&$0.location, &$0.heading) }
  }

  var location: CLLocation? {
    let current = services.center.current
    guard current.isGranted else { return nil }
    let newest = state.withLock { $0.delivered } ?? services.location
    // One that is known from before the accuracy was reduced is exact.
    return current.isReduced ? newest?.reduced : newest
  }

  /// The newest known location, for a service that starts; `nil` with reduced accuracy.
  private var cached: CLLocation? {
    let current = services.center.current
    return current.isGranted && !current.isReduced ? services.location : nil
  }

  var lastHeading: HeadingValues? { state.withLock { $0.lastHeading } }

  func startLocation() {
    let (isNew, hasResumed) = state.withLock { $0.location.start() }
    guard isNew else { return }
    if hasResumed { post(.resumed) }
    guard reportDenial() else { return attach() }
    if let cached {
      let run: UInt64? = state.withLock { state in
        guard state.location.desiredAccuracy != kCLLocationAccuracyReduced else { return nil }
        state.location.note(cached)
        return state.location.run
      }
      if let run { post(.locations([cached], run: run)) }
    }
    attach()
  }

  func stopLocation() {
    state.withLock { $0.location.stop() }
    attach()
  }

  func requestLocation() {
    guard reportDenial() else { return }
    state.withLock { $0.location.requestOne() }
    attach()
  }

  func startHeading() {
    guard state.withLock({ $0.heading.start() }) else { return }
    attach()
  }

  func stopHeading() {
    state.withLock { $0.heading.stop() }
    attach()
  }

  func startSignificantChanges() {
    let cached = cached
    let isNew = state.withLock { state in
      guard state.significant == nil else { return false }
      // The newest known location is delivered at once.
      state.significant = SignificantChange(last: cached?.coordinate.coordinate)
      state.places = PlaceSequence()
      return true
    }
    guard isNew else { return }
    services.monitoring.countSignificantChangeManagers(isStart: true)
    if reportDenial(), let cached { post(.locations([cached], run: nil)) }
    attach()
  }

  func stopSignificantChanges() {
    let wasWatched = state.withLock { state in
      defer { state.significant = nil }
      return state.significant != nil
    }
    guard wasWatched else { return }
    services.monitoring.countSignificantChangeManagers(isStart: false)
    attach()
  }

  /// A program's handler, called only on the manager's thread.
  private struct Handler: Sendable {
    nonisolated(unsafe) let call: (((any Error)?) -> Void)?
  }

  func requestFullAccuracy(_ purpose: String, _ completion: (((any Error)?) -> Void)?) {
    let handler = Handler(call: completion)
    services.center.requestFullAccuracy(purpose: purpose) { [delivery] wasAsked in
      delivery.post { _ in unsafe handler.call?(wasAsked ? nil : CLError(.promptDeclined)) }
    }
  }

  /// Returns whether an event belongs to the current run of its service, and records its value.
  func isCurrent(_ event: ManagerEvent) -> Bool {
    state.withLock { state in
      switch event {
      case .locations(let places, let run):
        guard run == nil || (state.location.isRunning && run == state.location.run) else {
          return false
        }
        state.delivered = places.last
        return true
      case .heading(let values, let run):
        guard state.heading.isRunning, run == state.heading.run else { return false }
        state.lastHeading = values
        return true
      case .ranged(_, let target), .rangingFailed(let target, _):
        return services.beacons.targets(of: self).contains(target)
      default: return true
      }
    }
  }

  /// Reports denied authorization; returns true if it is not denied.
  private func reportDenial() -> Bool {
    switch services.center.current.grant {
    case .denied, .restricted:
      post(.failed(.denied))
      return false
    default: return true
    }
  }

  private func authorizationChanged() {
    post(.authorization)
    let isRunning = state.withLock { $0.location.needsSensors || $0.significant != nil }
    if isRunning || services.monitoring.watchesVisits { _ = reportDenial() }
  }

  // MARK: - The sensors

  /// Subscribes to the sensors while a service needs them.
  private func attach() {
    let isNeeded = state.withLock { state in
      let isNeeded =
        state.location.needsSensors || state.heading.isRunning || state.significant != nil
      state.subscription.keep(isNeeded, on: services.hub) { [weak self] in self?.take($0) }
      return isNeeded
    }
    if !isNeeded { services.keepLocation() }
    delivery.keepAlive(isNeeded)
  }

  private func take(_ update: SensorUpdate) {
    let authorization = services.center.current
    let policy = services.center.policy
    let events: [ManagerEvent] = state.withLock { state in
      switch update {
      case .silence: return authorization.isGranted ? state.location.takeSilence() : []
      case .message(let message):
        var events: [ManagerEvent] = []
        var hasLocationUpdates = false
        if authorization.isGranted {
          hasLocationUpdates = state.location.needsSensors
          let makeLocation = { CLLocation(message, date: self.services.date(of: message)) }
          events += state.location.take(
            message, isReduced: authorization.isReduced, location: makeLocation)
          if state.significant != nil, state.places.hasNewPlace(message),
            authorization.grant == .always || !policy.requiresAlwaysForMonitoring
          {
            let exact = makeLocation()
            if let place = authorization.isReduced ? exact.reduced : exact,
              let coordinate = place.coordinate.coordinate,
              state.significant?.admits(coordinate, time: message.bootTime) == true
            {
              events.append(.locations([place], run: nil))
            }
          }
        }
        if authorization.isGranted || !policy.requiresHeadingAuthorization {
          events += state.heading.take(
            message, hasLocation: hasLocationUpdates, date: self.services.date(of: message))
        }
        return events
      }
    }
    guard !events.isEmpty else { return }
    for event in events {
      if case .locations(let places, _) = event, let last = places.last, !authorization.isReduced {
        services.location = last
      }
      post(event)
    }
    // A completed request or paused updates no longer need the sensors.
    attach()
  }
}
