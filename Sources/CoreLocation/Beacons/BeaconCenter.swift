import Glibc
import HeadingAuthorization
import HeadingBeacons
import HeadingProtocol
import Synchronization

/// The beacons that a program listens to, for all its managers and monitors.
///
/// It listens only while one of them needs that and the program is authorized with full accuracy.
final class BeaconCenter: Sendable {
  /// The beacons of this program.
  static let shared = BeaconCenter(
    scanner: BlueZScanner(), center: .shared,
    second: { try await Task.sleep(for: .seconds(1)) })

  /// What a program ranges.
  enum Target: Hashable, Sendable {
    case constraint(CLBeaconIdentityConstraint)
    /// By the superseded calls.
    case region(String, CLBeaconIdentityConstraint)

    var constraint: CLBeaconIdentityConstraint {
      switch self {
      case .constraint(let constraint), .region(_, let constraint): constraint
      }
    }
  }

  /// What happens to beacons whose presence is watched.
  enum Change: Sendable {
    /// The first is heard; it has come into range, or was there when the watch began.
    case present(BeaconIdentity, hasEntered: Bool)
    /// None is in range.
    case absent
    case trouble(BeaconTrouble)
  }

  /// A manager's target.
  private struct Ranging {
    weak var core: ManagerCore?
    var target: Target
    var pattern: BeaconPattern
    /// Whether the manager knows of the present failure.
    var hasFailed = false
  }

  private struct Watcher {
    var pattern: BeaconPattern
    var presence: BeaconPresence
    var receive: @Sendable (Change) -> Void
  }

  private enum Condition {
    case starting
    case scanning
    case trouble(BeaconTrouble)
  }

  private struct State {
    var rangings: [Ranging] = []
    var watchers: [UInt64: Watcher] = [:]
    var next: UInt64 = 0
    var ranger = BeaconRanger()
    /// What the scanner runs for; `nil` while it does not.
    var purpose: BeaconScanPurpose?
    /// Number of starts and stops; what an earlier scan still says is dropped by it.
    var run: UInt64 = 0
    var condition = Condition.starting
    var ticking: Task<Void, Never>?
    var isObserving = false
  }

  private typealias Delivery = @Sendable () -> Void

  private let scanner: any BeaconScanner
  private let center: AuthorizationCenter
  private let now: @Sendable () -> Double
  private let second: @Sendable () async throws -> Void
  private let state = Mutex(State())

  /// Creates a center without opening anything.
  ///
  /// - Parameters:
  ///   - scanner: What listens.
  ///   - center: The program's authorization.
  ///   - now: A clock that only advances, s.
  ///   - second: Waits for the next report.
  init(
    scanner: any BeaconScanner, center: AuthorizationCenter,
    now: @escaping @Sendable () -> Double = BeaconCenter.monotonic,
    second: @escaping @Sendable () async throws -> Void
  ) {
    self.scanner = scanner
    self.center = center
    self.now = now
    self.second = second
  }

  /// Time since the machine's start, s.
  @Sendable private static func monotonic() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Whether beacons can be heard now.
  var isAvailable: Bool { center.current.isEnabled && scanner.isAvailable }

  // MARK: - Ranging

  /// Starts to range for a manager.
  func range(_ target: Target, for core: ManagerCore) {
    observe()
    let failure: CLError.Code? = state.withLock { state -> CLError.Code? in
      guard !state.rangings.contains(where: { $0.core === core && $0.target == target }) else {
        return nil
      }
      var ranging = Ranging(
        core: core, target: target, pattern: BeaconPattern(target.constraint))
      let failure = reason(of: state.condition)
      ranging.hasFailed = failure != nil
      state.rangings.append(ranging)
      return failure
    }
    if let failure { core.post(.rangingFailed(target, failure)) }
    core.delivery.keepAlive(true)
    attach()
  }

  /// Stops to range for a manager; all of it for `nil`.
  func stop(_ target: Target? = nil, for core: ManagerCore) {
    state.withLock { state in
      state.rangings.removeAll { ranging in
        ranging.core == nil
          || (ranging.core === core && (target == nil || ranging.target == target))
      }
    }
    attach()
  }

  /// What a manager ranges.
  func targets(of core: ManagerCore) -> [Target] {
    state.withLock { state in state.rangings.filter { $0.core === core }.map(\.target) }
  }

  /// Why ranging fails at present; `nil` if it does not, or nobody has decided yet.
  private func reason(of condition: Condition) -> CLError.Code? {
    let current = center.current
    if !current.isEnabled { return .rangingUnavailable }
    switch current.grant {
    case .denied, .restricted: return .denied
    case .notDetermined: return nil
    case .always, .whenInUse: break
    }
    if current.isReduced { return .denied }
    guard case .trouble(let trouble) = condition else { return nil }
    return trouble.isMissing ? .rangingUnavailable : .rangingFailure
  }

  // MARK: - Presence

  /// Watches whether beacons are in range.
  ///
  /// - Parameters:
  ///   - constraint: The beacons.
  ///   - isInside: Whether they were before, if that is known.
  ///   - receive: Receives changes, never within this call.
  /// - Returns: The token for ``unwatch(_:)``.
  func watch(
    _ constraint: CLBeaconIdentityConstraint, isInside: Bool?,
    _ receive: @escaping @Sendable (Change) -> Void
  ) -> UInt64 {
    observe()
    let (token, trouble): (UInt64, BeaconTrouble?) = state.withLock { state in
      state.next += 1
      state.watchers[state.next] = Watcher(
        pattern: BeaconPattern(constraint), presence: BeaconPresence(isInside: isInside),
        receive: receive)
      guard state.purpose != nil, case .trouble(let trouble) = state.condition else {
        return (state.next, nil)
      }
      return (state.next, trouble)
    }
    // In the order of the calls, as all that is delivered.
    if let trouble { Task { receive(.trouble(trouble)) } }
    attach()
    return token
  }

  /// Forgets the state of watched beacons, so that it is determined, and reported, anew.
  func reset(_ token: UInt64) { state.withLock { $0.watchers[token]?.presence = BeaconPresence() } }

  /// Ends a watch.
  func unwatch(_ token: UInt64) {
    state.withLock { $0.watchers[token] = nil }
    attach()
  }

  // MARK: - Authorization

  private func observe() {
    let isNew = state.withLock { state in
      defer { state.isObserving = true }
      return !state.isObserving
    }
    // For ever: there is one center for each program.
    if isNew { _ = center.observe { [weak self] in self?.authorizationChanged() } }
  }

  private func authorizationChanged() {
    attach()
    let deliveries: [Delivery] = state.withLock { state in
      guard let code = reason(of: .starting) else {
        if case .trouble = state.condition { return [] }
        for index in state.rangings.indices { state.rangings[index].hasFailed = false }
        return []
      }
      return Self.fail(&state, code)
    }
    for delivery in deliveries { delivery() }
  }

  /// Marks all that is ranged as failed, and returns what to tell the managers.
  private static func fail(_ state: inout State, _ code: CLError.Code) -> [Delivery] {
    state.rangings.indices.compactMap { index -> Delivery? in
      guard !state.rangings[index].hasFailed, let core = state.rangings[index].core else {
        return nil
      }
      state.rangings[index].hasFailed = true
      let target = state.rangings[index].target
      return { core.post(.rangingFailed(target, code)) }
    }
  }

  // MARK: - The scan

  /// Listens while somebody needs it and may.
  private func attach() {
    let current = center.current
    let isAllowed = current.isEnabled && current.isGranted && !current.isReduced
    state.withLock { state in
      let needed: BeaconScanPurpose? =
        !state.rangings.isEmpty ? .ranging : state.watchers.isEmpty ? nil : .presence
      let purpose = isAllowed ? needed : nil
      guard purpose != state.purpose else { return }
      let wasScanning = state.purpose != nil
      state.purpose = purpose
      state.run += 1
      let run = state.run
      guard let purpose else {
        scanner.stop()
        state.condition = .starting
        state.ticking?.cancel()
        state.ticking = nil
        Self.deafen(&state)
        return
      }
      if !wasScanning { state.condition = .starting }
      // The scanner never calls back within the call.
      scanner.start(purpose) { [weak self] scan in self?.take(scan, run: run) }
      if state.ticking == nil { state.ticking = Task { [weak self] in await self?.runTicks() } }
    }
  }

  /// Takes that nothing is heard from now on.
  private static func deafen(_ state: inout State) {
    state.ranger.reset()
    for token in Array(state.watchers.keys) { state.watchers[token]?.presence.suspend() }
  }

  private func runTicks() async {
    while !Task.isCancelled {
      do { try await second() } catch { return }
      tick()
    }
  }

  /// Takes what the scanner says.
  private func take(_ scan: BeaconScan, run: UInt64) {
    let deliveries: [Delivery] = state.withLock { state in
      guard run == state.run else { return [] }
      switch scan {
      case .scanning:
        state.condition = .scanning
        for index in state.rangings.indices { state.rangings[index].hasFailed = false }
        return []
      case .trouble(let trouble):
        state.condition = .trouble(trouble)
        Self.deafen(&state)
        let watchers: [Delivery] = state.watchers.values.map { watcher in
          { watcher.receive(.trouble(trouble)) }
        }
        let code: CLError.Code = trouble.isMissing ? .rangingUnavailable : .rangingFailure
        return Self.fail(&state, code) + watchers
      case .lost(let advertisement, let silence):
        let time = now() - silence
        for (token, watcher) in state.watchers
        where watcher.pattern.matches(advertisement.identity) {
          state.watchers[token]?.presence.lose(time: time)
        }
        return []
      case .heard(let advertisement, let rssi):
        return Self.hear(advertisement, rssi, now(), &state)
      }
    }
    if case .trouble(let trouble) = scan {
      ProgramLog.say("no beacons: \(trouble.reason.prefix(300)); this is waited for")
    }
    for delivery in deliveries { delivery() }
  }

  private static func hear(
    _ advertisement: BeaconAdvertisement, _ rssi: Int?, _ time: Double, _ state: inout State
  ) -> [Delivery] {
    let identity = advertisement.identity
    if state.rangings.contains(where: { $0.pattern.matches(identity) }) {
      state.ranger.take(advertisement, rssi: rssi, time: time)
    }
    var deliveries: [Delivery] = []
    for (token, watcher) in state.watchers where watcher.pattern.matches(identity) {
      guard let hearing = state.watchers[token]?.presence.hear(time: time), hearing != .known
      else { continue }
      deliveries.append {
        watcher.receive(.present(identity, hasEntered: hearing == .entered))
      }
    }
    return deliveries
  }

  /// Delivers the report of a second.
  func tick() {
    let time = now()
    let date = Date()
    let deliveries: [Delivery] = state.withLock { state in
      guard case .scanning = state.condition else { return [] }
      var deliveries: [Delivery] = []
      let ranged = state.ranger.report(time: time)
      for ranging in state.rangings {
        guard let core = ranging.core else { continue }
        let target = ranging.target
        let beacons = ranged.filter { ranging.pattern.matches($0.identity) }.map { beacon in
          CLBeacon.Values(beacon, date: date.addingTimeInterval(beacon.time - time))
        }
        deliveries.append { core.post(.ranged(beacons, target)) }
      }
      for (token, watcher) in state.watchers
      where state.watchers[token]?.presence.listen(time: time) == true {
        deliveries.append { watcher.receive(.absent) }
      }
      return deliveries
    }
    for delivery in deliveries { delivery() }
  }
}
