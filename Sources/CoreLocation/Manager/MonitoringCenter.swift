import HeadingAuthorization
import HeadingGeometry
import HeadingLocationServices
import HeadingMonitoring
import HeadingProtocol
import Synchronization

/// Monitors regions and visits for all managers; persists them for the program's next run.
final class MonitoringCenter: Sendable {
  /// Largest number of regions.
  static let maximumRegionCount = 20

  /// The largest radius, m.
  static let largestRadius = 400_000.0

  private struct Watched {
    var values: RegionValues
    var watch: RegionWatch
  }

  private struct State {
    var regions: [String: Watched] = [:]
    var questions: [String] = []
    var visits: VisitDetector?
    /// The visit without departure at the end of the earlier run, until the first position.
    var lasting: ProgramStorage.Visit?
    var hasAskedForVisits = false
    var places = PlaceSequence()
    var significantChanges = 0
    var subscription = SensorSubscription()
    var deliver: (@Sendable (ManagerEvent) -> Void)?
  }

  private let hub: SensorHub
  private let center: AuthorizationCenter
  private let storage: ProgramStorage
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  init(
    hub: SensorHub, center: AuthorizationCenter, storage: ProgramStorage,
    now: @escaping @Sendable () -> Date
  ) {
    self.hub = hub
    self.center = center
    self.storage = storage
    self.now = now
  }

  /// Resumes the monitoring of an earlier run.
  func open(_ deliver: @escaping @Sendable (ManagerEvent) -> Void) {
    let content = storage.content
    state.withLock { state in
      state.deliver = deliver
      for region in content.regions {
        guard let watched = Self.watched(region.values, isInside: region.isInside) else { continue }
        state.regions[region.values.identifier] = watched
      }
      guard content.watchesVisits else { return }
      state.visits = VisitDetector()
      state.lasting = content.visit.flatMap { $0.departure == nil ? $0 : nil }
    }
    if content.isWatching { register() }
    attach()
  }

  /// Whether visits are monitored, for all managers.
  var watchesVisits: Bool { state.withLock { $0.visits != nil } }

  var regions: [RegionValues] {
    state.withLock { $0.regions.values.map(\.values) }
  }

  /// Starts to monitor a region, in place of one with the same identifier.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - others: Number of other regions.
  func start(_ region: RegionValues, others: Int) {
    let code: CLError.Code? = state.withLock { state in
      guard let watched = Self.watched(region), region.radius <= Self.largestRadius,
        state.regions[region.identifier] != nil
          || state.regions.count + others < Self.maximumRegionCount
      else { return .regionMonitoringFailure }
      guard center.allowsMonitoring else { return .regionMonitoringDenied }
      state.regions[region.identifier] = watched
      return nil
    }
    if let code { return deliver(.monitoringFailed(region, code)) }
    save()
    register()
    deliver(.startedMonitoring(region))
    attach()
  }

  /// Stops; returns whether the region was monitored.
  @discardableResult
  func stop(_ identifier: String) -> Bool {
    guard state.withLock({ $0.regions.removeValue(forKey: identifier) }) != nil else {
      return false
    }
    save()
    register()
    attach()
    return true
  }

  /// Reports the state of a region, as soon as it is determined.
  func requestState(_ region: RegionValues) {
    let determined: CLRegionState? = state.withLock { state in
      guard let watched = state.regions[region.identifier] else { return .unknown }
      guard let isInside = watched.watch.isInside else {
        state.questions.append(region.identifier)
        return nil
      }
      return isInside ? .inside : .outside
    }
    if let determined { deliver(.determined(determined, region)) }
  }

  func startVisits() {
    let isFirst = state.withLock { state in
      // Monitoring of an earlier run is active already; the program's first request still counts.
      guard state.visits == nil || !state.hasAskedForVisits else { return false }
      state.hasAskedForVisits = true
      if state.visits == nil { state.visits = VisitDetector() }
      return true
    }
    guard isFirst else { return }
    storage.change { $0.watchesVisits = true }
    register()
    if !center.allowsMonitoring { deliver(.failed(.denied)) }
    if let visit = storage.content.visit {
      deliver(.visit(center.current.isReduced ? visit.reduced.values : visit.values))
    }
    attach()
  }

  func stopVisits() {
    state.withLock { state in
      state.visits = nil
      state.lasting = nil
    }
    storage.change { $0.watchesVisits = false }
    register()
    attach()
  }

  /// Counts the managers that monitor significant changes; until all have stopped that, the daemon
  /// starts the program for changes.
  func countSignificantChangeManagers(isStart: Bool) {
    let isWatched = state.withLock { state in
      state.significantChanges = max(0, state.significantChanges + (isStart ? 1 : -1))
      return state.significantChanges > 0
    }
    guard (storage.content.watchesSignificantChanges ?? false) != isWatched else { return }
    storage.change { $0.watchesSignificantChanges = isWatched }
    register()
  }

  /// Registers the events for which the daemon starts this program.
  private func register() {
    let content = storage.content
    center.register(
      "manager",
      regions: content.regions.map { region in
        MonitoredRegion(
          latitude: region.values.latitude, longitude: region.values.longitude,
          radius: region.values.radius, entry: region.values.notifyOnEntry,
          exit: region.values.notifyOnExit)
      }, significantChanges: content.watchesSignificantChanges ?? false,
      visits: content.watchesVisits)
  }

  private static func watched(_ values: RegionValues, isInside: Bool? = nil) -> Watched? {
    let coordinate = Coordinate(latitude: values.latitude, longitude: values.longitude)
    guard let coordinate, abs(values.longitude) <= 180, values.radius.isFinite else { return nil }
    return Watched(
      values: values,
      watch: RegionWatch(center: coordinate, radius: values.radius, isInside: isInside))
  }

  private func deliver(_ event: ManagerEvent) { state.withLock { $0.deliver }?(event) }

  private func save() {
    let regions = state.withLock { state in
      state.regions.values.map {
        ProgramStorage.Region(values: $0.values, isInside: $0.watch.isInside)
      }
    }
    storage.change { $0.regions = regions }
  }

  private func attach() {
    state.withLock { state in
      state.subscription.keep(!state.regions.isEmpty || state.visits != nil, on: hub) {
        [weak self] in self?.take($0)
      }
    }
  }

  private func take(_ update: SensorUpdate) {
    guard case .message(let message) = update, center.current.isGranted, center.allowsMonitoring
    else { return }
    let isReduced = center.current.isReduced
    let date = now().addingTimeInterval(-message.latency)
    var hasMoved = false
    let events: [ManagerEvent] = state.withLock { state in
      guard state.places.hasNewPlace(message), let latitude = message.latitude,
        let longitude = message.longitude, let accuracy = message.horizontalAccuracy,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { return [] }
      var events: [ManagerEvent] = []
      if !isReduced {
        let before = state.regions.mapValues { $0.watch.isInside }
        events += Self.crossings(&state, place, accuracy, message.bootTime)
        hasMoved = before != state.regions.mapValues { $0.watch.isInside }
      }
      if let lasting = state.lasting?.stay(at: message.bootTime, date) {
        state.visits = VisitDetector(continuing: lasting, time: message.bootTime)
      }
      state.lasting = nil
      if let stay = state.visits?.take(place, accuracy: accuracy, time: message.bootTime) {
        func day(_ time: Double?) -> Date? {
          time.map { date.addingTimeInterval($0 - message.bootTime) }
        }
        let visit = ProgramStorage.Visit(
          latitude: stay.coordinate.latitude, longitude: stay.coordinate.longitude,
          accuracy: stay.accuracy, arrival: day(stay.arrival), departure: day(stay.departure))
        storage.change { $0.visit = visit }
        events.append(.visit(isReduced ? visit.reduced.values : visit.values))
      }
      return events
    }
    if hasMoved { save() }
    for event in events { deliver(event) }
  }

  private static func crossings(
    _ state: inout State, _ place: Coordinate, _ accuracy: Double, _ time: Double
  ) -> [ManagerEvent] {
    var events: [ManagerEvent] = []
    for (identifier, watched) in state.regions.sorted(by: { $0.key < $1.key }) {
      var watch = watched.watch
      let wasKnown = watch.isInside != nil
      let crossing = watch.take(place, accuracy: accuracy, time: time)
      state.regions[identifier]?.watch = watch
      let now: CLRegionState = watch.isInside == true ? .inside : .outside
      let isAsked = !wasKnown && state.questions.contains(identifier)
      if crossing != nil || isAsked { events.append(.determined(now, watched.values)) }
      if isAsked { state.questions.removeAll { $0 == identifier } }
      switch crossing {
      case true where watched.values.notifyOnEntry: events.append(.entered(watched.values))
      case false where watched.values.notifyOnExit: events.append(.exited(watched.values))
      default: continue
      }
    }
    return events
  }
}

extension AuthorizationCenter {
  /// Whether the program is authorized for regions and visits.
  var allowsMonitoring: Bool {
    switch current.grant {
    case .always, .notDetermined: true
    case .whenInUse: !policy.requiresAlwaysForMonitoring
    case .denied, .restricted: false
    }
  }
}

extension ProgramStorage.Visit {
  /// Returns the stay in boot time, given the date of one time; `nil` without a valid coordinate.
  fileprivate func stay(at time: Double, _ date: Date) -> VisitDetector.Stay? {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
    return VisitDetector.Stay(
      coordinate: coordinate, accuracy: accuracy,
      arrival: arrival.map { time + $0.timeIntervalSince(date) })
  }

  /// The visit with reduced accuracy: at the centre of its 5 km cell.
  fileprivate var reduced: ProgramStorage.Visit {
    var visit = self
    if let place = Coordinate(latitude: latitude, longitude: longitude) {
      let cell = ReducedAccuracyFilter.cell(of: place)
      (visit.latitude, visit.longitude) = (cell.latitude, cell.longitude)
    }
    visit.accuracy = max(accuracy, ReducedAccuracyFilter.accuracy)
    return visit
  }

  var values: CLVisit.Values {
    CLVisit.Values(
      arrivalDate: arrival ?? .distantPast, departureDate: departure ?? .distantFuture,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      horizontalAccuracy: accuracy)
  }
}
