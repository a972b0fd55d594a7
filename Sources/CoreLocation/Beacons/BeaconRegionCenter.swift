import HeadingAuthorization
import HeadingBeacons
import Synchronization

/// Monitors beacon regions for all managers; persists them for the program's next run.
final class BeaconRegionCenter: Sendable {
  private struct Watched {
    var values: BeaconRegionValues
    var isInside: Bool?
    /// `nil` while the watch begins.
    var token: UInt64?
  }

  private struct State {
    var regions: [String: Watched] = [:]
    /// Regions whose state was asked for before it was determined.
    var questions: Set<String> = []
    var deliver: (@Sendable (ManagerEvent) -> Void)?
  }

  private let beacons: BeaconCenter
  private let center: AuthorizationCenter
  private let storage: ProgramStorage
  private let state = Mutex(State())

  init(beacons: BeaconCenter, center: AuthorizationCenter, storage: ProgramStorage) {
    self.beacons = beacons
    self.center = center
    self.storage = storage
  }

  /// Resumes the monitoring of an earlier run.
  func open(_ deliver: @escaping @Sendable (ManagerEvent) -> Void) {
    state.withLock { $0.deliver = deliver }
    for region in storage.content.beaconRegions ?? [] {
      watch(region.values, isInside: region.isInside)
    }
  }

  var regions: [BeaconRegionValues] { state.withLock { $0.regions.values.map(\.values) } }

  /// Starts to monitor a region, in place of one with the same identifier.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - others: Number of other regions.
  func start(_ region: BeaconRegionValues, others: Int) {
    let isFull = state.withLock { state in
      state.regions[region.identifier] == nil
        && state.regions.count + others >= MonitoringCenter.maximumRegionCount
    }
    if isFull { return deliver(.monitoringFailed(region, .regionMonitoringFailure)) }
    guard center.allowsMonitoring else {
      return deliver(.monitoringFailed(region, .regionMonitoringDenied))
    }
    deliver(.startedMonitoring(region))
    watch(region, isInside: nil)
    save()
  }

  /// Stops; returns whether the region was monitored.
  @discardableResult
  func stop(_ identifier: String) -> Bool {
    let watched = state.withLock { state in
      state.questions.remove(identifier)
      return state.regions.removeValue(forKey: identifier)
    }
    guard let watched else { return false }
    if let token = watched.token { beacons.unwatch(token) }
    save()
    return true
  }

  /// Reports the state of a region, as soon as it is determined.
  func requestState(_ region: BeaconRegionValues) {
    let determined: CLRegionState? = state.withLock { state in
      guard let watched = state.regions[region.identifier] else { return .unknown }
      guard let isInside = watched.isInside else {
        state.questions.insert(region.identifier)
        return nil
      }
      return isInside ? .inside : .outside
    }
    if let determined { deliver(.determined(determined, region)) }
  }

  private func watch(_ region: BeaconRegionValues, isInside: Bool?) {
    let identifier = region.identifier
    // Before the watch, whose first news may come at once.
    let replaced = state.withLock { state in
      defer { state.regions[identifier] = Watched(values: region, isInside: isInside) }
      return state.regions[identifier]?.token
    }
    if let replaced { beacons.unwatch(replaced) }
    let token = beacons.watch(region.constraint, isInside: isInside) { [weak self] change in
      self?.take(change, identifier, region)
    }
    let isWanted = state.withLock { state in
      guard state.regions[identifier]?.values == region else { return false }
      state.regions[identifier]?.token = token
      return true
    }
    if !isWanted { beacons.unwatch(token) }
  }

  private func take(
    _ change: BeaconCenter.Change, _ identifier: String, _ region: BeaconRegionValues
  ) {
    guard center.allowsMonitoring else { return }
    let isInside: Bool
    var hasEntered = false
    switch change {
    case .trouble(let trouble):
      guard state.withLock({ $0.regions[identifier]?.values == region }) else { return }
      return deliver(
        .monitoringFailed(
          region, trouble.isMissing ? .rangingUnavailable : .regionMonitoringFailure))
    case .present(_, let isEntry):
      isInside = true
      hasEntered = isEntry
    case .absent: isInside = false
    }
    let events: [ManagerEvent] = state.withLock { state in
      guard let watched = state.regions[identifier], watched.values == region,
        watched.isInside != isInside
      else { return [] }
      state.regions[identifier]?.isInside = isInside
      state.questions.remove(identifier)
      var events: [ManagerEvent] = [.determined(isInside ? .inside : .outside, region)]
      if hasEntered, region.notifyOnEntry { events.append(.entered(region)) }
      if !isInside, watched.isInside == true, region.notifyOnExit { events.append(.exited(region)) }
      return events
    }
    guard !events.isEmpty else { return }
    save()
    for event in events { deliver(event) }
  }

  private func deliver(_ event: ManagerEvent) { state.withLock { $0.deliver }?(event) }

  private func save() {
    let regions = state.withLock { state in
      state.regions.values.map {
        ProgramStorage.BeaconRegion(values: $0.values, isInside: $0.isInside)
      }
    }
    storage.change { $0.beaconRegions = regions }
  }
}
