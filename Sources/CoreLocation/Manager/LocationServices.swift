import HeadingAuthorization
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// The services that all managers of a program share: sensors, authorization, regions and visits.
final class LocationServices: Sendable {
  /// The services of this program.
  static let shared = LocationServices(
    hub: .shared, center: .shared, beacons: .shared, storage: .ofProgram, now: { Date() })

  private struct Managers {
    var cores: [UInt64: Weak] = [:]
    var next: UInt64 = 0
  }

  private struct Weak {
    weak var core: ManagerCore?
  }

  let hub: SensorHub
  let center: AuthorizationCenter
  let beacons: BeaconCenter
  let monitoring: MonitoringCenter
  let beaconRegions: BeaconRegionCenter
  let mostWaiting: Int
  private let storage: ProgramStorage
  private let now: @Sendable () -> Date
  private let newest: Mutex<CLLocation?>
  private let managers = Mutex(Managers())

  /// Creates the services.
  ///
  /// - Parameters:
  ///   - hub: The sensors.
  ///   - center: The program's authorization.
  ///   - beacons: The beacons.
  ///   - storage: The persistent state.
  ///   - mostWaiting: Most events of one kind that wait for the thread of a manager.
  ///   - now: The wall clock.
  init(
    hub: SensorHub, center: AuthorizationCenter, beacons: BeaconCenter = .shared,
    storage: ProgramStorage,
    mostWaiting: Int = ManagerQueue.usualLength, now: @escaping @Sendable () -> Date
  ) {
    self.mostWaiting = mostWaiting
    self.hub = hub
    self.center = center
    self.beacons = beacons
    self.storage = storage
    self.now = now
    newest = Mutex(storage.content.location?.location)
    monitoring = MonitoringCenter(hub: hub, center: center, storage: storage, now: now)
    beaconRegions = BeaconRegionCenter(beacons: beacons, center: center, storage: storage)
    monitoring.open { [weak self] event in self?.deliverToAll(event) }
    beaconRegions.open { [weak self] event in self?.deliverToAll(event) }
  }

  /// Whether regions of a class can be monitored.
  func isMonitoringAvailable(for regionClass: Swift.AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type && hub.availability.hasLocation
      || regionClass is CLBeaconRegion.Type && beacons.isAvailable
  }

  /// The monitored regions.
  var regions: [CLRegion] {
    monitoring.regions.map(\.monitored) + beaconRegions.regions.map(\.monitored)
  }

  /// Starts to monitor a region, in place of one with the same identifier.
  func startMonitoring(_ region: RegionValues) {
    beaconRegions.stop(region.identifier)
    monitoring.start(region, others: beaconRegions.regions.count)
  }

  /// Starts to monitor a beacon region, in place of one with the same identifier.
  func startMonitoring(_ region: BeaconRegionValues) {
    monitoring.stop(region.identifier)
    beaconRegions.start(region, others: monitoring.regions.count)
  }

  /// Stops to monitor a region.
  func stopMonitoring(_ identifier: String) {
    monitoring.stop(identifier)
    beaconRegions.stop(identifier)
  }

  /// The newest location that any manager has delivered, also in an earlier run.
  var location: CLLocation? {
    get { newest.withLock { $0 } }
    set {
      newest.withLock { $0 = newValue }
      if let newValue { storage.note(newValue) }
    }
  }

  /// Writes the newest location for the next run, after updates have ended.
  func keepLocation() { storage.flush() }

  /// Returns an update's time of validity.
  func date(of message: SolutionMessage) -> Date { now().addingTimeInterval(-message.latency) }

  func add(_ core: ManagerCore) {
    managers.withLock { managers in
      managers.next += 1
      managers.cores[managers.next] = Weak(core: core)
      managers.cores = managers.cores.filter { $0.value.core != nil }
    }
  }

  /// Delivers an event to every manager.
  private func deliverToAll(_ event: ManagerEvent) {
    let cores = managers.withLock { managers in
      managers.cores.sorted { $0.key < $1.key }.compactMap { $0.value.core }
    }
    for core in cores { core.post(event) }
  }
}
