import HeadingAuthorization
import HeadingLocationServices

/// Starts and stops the delivery of locations, headings, visits and region events to a delegate.
///
/// Nothing is delivered within a call; ``CLLocationManagerDelegate`` describes the thread. Each
/// manager has its own filters. All managers of a program share one update stream, which runs only
/// while one of them needs it.
open class CLLocationManager: NSObject {
  /// The delegate that receives the updates.
  open weak var delegate: (any CLLocationManagerDelegate)?

  private(set) lazy var core = ManagerCore(services, manager: self)
  private let services: LocationServices
  private var showsCalibration = false

  /// Creates a manager; the delegate then receives the authorization, as in Apple's framework.
  public override init() {
    services = .shared
    super.init()
    core.open()
  }

  init(services: LocationServices) {
    self.services = services
    super.init()
    core.open()
  }

  deinit { core.close() }

  // MARK: - Availability

  /// Returns whether location services are enabled for all programs.
  open class func locationServicesEnabled() -> Bool {
    LocationServices.shared.center.current.isEnabled
  }

  /// Returns whether headings are available: a magnetometer or another compass.
  open class func headingAvailable() -> Bool {
    LocationServices.shared.hub.availability.hasHeading
  }

  /// Returns whether significant changes can be monitored: there is a source of positions.
  open class func significantLocationChangeMonitoringAvailable() -> Bool {
    LocationServices.shared.hub.availability.hasLocation
  }

  /// Returns whether regions of a class can be monitored: circles with a source of positions,
  /// beacons with Bluetooth.
  open class func isMonitoringAvailable(for regionClass: Swift.AnyClass) -> Bool {
    LocationServices.shared.isMonitoringAvailable(for: regionClass)
  }

  /// Returns whether beacons can be ranged: there is a Bluetooth adapter that is switched on.
  ///
  /// BlueZ is asked; it may take a second to answer.
  open class func isRangingAvailable() -> Bool { LocationServices.shared.beacons.isAvailable }

  // MARK: - Authorization

  /// Returns the program's authorization; superseded by the property.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(LocationServices.shared.center.current.grant)
  }

  /// The program's authorization.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(services.center.current.grant)
  }

  /// The location accuracy that the program is authorized to receive.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    services.center.current.isReduced ? .reducedAccuracy : .fullAccuracy
  }

  /// Whether the program's widgets may receive locations: false, there are no widgets on Linux.
  open var isAuthorizedForWidgetUpdates: Bool { false }

  /// Requests authorization while the program runs; no effect once the user has decided.
  open func requestWhenInUseAuthorization() { services.center.requestWhenInUse() }

  /// Requests authorization at any time, and once again after the user has granted `whenInUse`.
  open func requestAlwaysAuthorization() { services.center.requestAlways() }

  /// Requests full accuracy until the program ends.
  ///
  /// - Parameters:
  ///   - purposeKey: The key of the purpose in `NSLocationTemporaryUsageDescriptionDictionary`.
  ///   - completion: Receives `nil` if the user was asked, else ``CLError/Code/promptDeclined``;
  ///     called on the delegate's thread.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    core.requestFullAccuracy(purposeKey, completion)
  }

  /// Requests full accuracy until the program ends.
  ///
  /// - Parameter purposeKey: The key of the purpose in
  ///   `NSLocationTemporaryUsageDescriptionDictionary`.
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  // MARK: - Settings

  /// The user's activity, which sets the time at rest before a pause; `other` by default.
  open var activityType: CLActivityType {
    get { core.configure { location, _ in location.activity } }
    set { core.configure { location, _ in location.activity = newValue } }
  }

  /// Smallest distance between two delivered locations, m; ``kCLDistanceFilterNone`` by default.
  ///
  /// A location whose accuracy is below 0.7 of the last one's is delivered at any distance.
  open var distanceFilter: CLLocationDistance {
    get { core.configure { location, _ in location.distanceFilter } }
    set { core.configure { location, _ in location.distanceFilter = newValue } }
  }

  /// The desired accuracy, m, or a constant; ``kCLLocationAccuracyBest`` by default.
  ///
  /// Less accurate locations are delivered too. ``requestLocation()`` waits for this accuracy, 20 m
  /// for the best; ``kCLLocationAccuracyReduced`` reduces the accuracy to 5 km.
  open var desiredAccuracy: CLLocationAccuracy {
    get { core.configure { location, _ in location.desiredAccuracy } }
    set { core.configure { location, _ in location.desiredAccuracy = newValue } }
  }

  /// Whether updates pause while the device is at rest; true by default.
  ///
  /// At rest means within 25 m, or twice the accuracy if larger, for 5 min (fitness), 10 min
  /// (other), 15 min (automotive), 20 min (other navigation) or 30 min (airborne).
  open var pausesLocationUpdatesAutomatically: Bool {
    get { core.configure { location, _ in location.pauses } }
    set { core.configure { location, _ in location.pauses = newValue } }
  }

  /// Whether locations are delivered in the background; no effect on Linux.
  open var allowsBackgroundLocationUpdates = false

  /// Whether background use is indicated; no effect on Linux.
  open var showsBackgroundLocationIndicator = false

  /// Smallest change between two delivered headings, °, modulo 360°; 1 by default,
  /// ``kCLHeadingFilterNone`` for all.
  open var headingFilter: CLLocationDegrees {
    get { core.configure { _, heading in heading.headingFilter } }
    set { core.configure { _, heading in heading.headingFilter = newValue } }
  }

  /// The orientation of the device, which selects the heading axis; portrait by default.
  ///
  /// Unknown, face up and face down keep the current axis.
  open var headingOrientation: CLDeviceOrientation {
    get { core.configure { _, heading in heading.orientation } }
    set { core.configure { _, heading in heading.orientation = newValue } }
  }

  // MARK: - Locations

  /// The newest location, also of an earlier run; `nil` without one or without authorization.
  open var location: CLLocation? { core.location }

  /// Starts location updates, first with the newest known location, if accuracy is not reduced.
  ///
  /// Resumes updates that have paused. Without authorization the error is ``CLError/Code/denied``;
  /// after 3 s without a position it is ``CLError/Code/locationUnknown``, and updates continue.
  open func startUpdatingLocation() { core.startLocation() }

  /// Stops location updates.
  open func stopUpdatingLocation() { core.stopLocation() }

  /// Requests one location: the first with the desired accuracy, after 10 s the one that is best then.
  ///
  /// The error of a location that is older than the newest has grown by the way since, which its
  /// accuracy then includes. Without a position the error is ``CLError/Code/locationUnknown``. No effect during updates.
  open func requestLocation() { core.requestLocation() }

  // MARK: - Headings

  /// The newest delivered heading; `nil` before the first.
  open var heading: CLHeading? { core.lastHeading.map { CLHeading($0) } }

  /// Starts heading updates; without a compass they begin when one is connected.
  open func startUpdatingHeading() { core.startHeading() }

  /// Stops heading updates.
  open func stopUpdatingHeading() {
    core.stopHeading()
    showsCalibration = false
  }

  /// Dismisses the calibration request, so that it may be shown again.
  open func dismissHeadingCalibrationDisplay() { showsCalibration = false }

  // MARK: - Significant changes and visits

  /// Starts delivery of locations at least 500 m and 5 min apart, regardless of the filters.
  ///
  /// The newest known location is delivered first, if accuracy is not reduced.
  open func startMonitoringSignificantLocationChanges() { core.startSignificantChanges() }

  /// Stops delivery of significant changes.
  open func stopMonitoringSignificantLocationChanges() { core.stopSignificantChanges() }

  /// Starts delivery of visits, for all managers and for later runs of the program; the last visit
  /// is delivered first.
  open func startMonitoringVisits() { services.monitoring.startVisits() }

  /// Stops delivery of visits, for all managers.
  open func stopMonitoringVisits() { services.monitoring.stopVisits() }

  // MARK: - Regions

  /// The largest radius that can be monitored, m: 400 km.
  open var maximumRegionMonitoringDistance: CLLocationDistance { MonitoringCenter.largestRadius }

  /// The program's monitored regions.
  open var monitoredRegions: Set<CLRegion> { Set(services.regions) }

  /// Starts monitoring a region, for all managers and for later runs of the program; 20 at most.
  ///
  /// Replaces one with the same identifier. Entry is reported after 20 s inside, exit after 20 s
  /// beyond the edge by more than twice the accuracy (20 m to 200 m); entry into a beacon region
  /// with the first advertisement, exit after 30 s without one. The delegate receives
  /// ``CLError/Code/regionMonitoringFailure`` if the region or the number of regions is too large,
  /// ``CLError/Code/regionMonitoringDenied`` without authorization, and
  /// ``CLError/Code/rangingUnavailable`` while a beacon region waits for Bluetooth.
  open func startMonitoring(for region: CLRegion) {
    switch region {
    case let circle as CLCircularRegion: services.startMonitoring(RegionValues(circle))
    case let beacon as CLBeaconRegion: services.startMonitoring(BeaconRegionValues(beacon))
    default: core.post(.monitoringFailed(nil, .regionMonitoringFailure))
    }
  }

  /// Stops monitoring the region with the same identifier.
  open func stopMonitoring(for region: CLRegion) { services.stopMonitoring(region.identifier) }

  /// Requests the state of a monitored region, reported as soon as it is determined.
  ///
  /// The state of a region that is not monitored is ``CLRegionState/unknown``.
  open func requestState(for region: CLRegion) {
    switch region {
    case let circle as CLCircularRegion: services.monitoring.requestState(RegionValues(circle))
    case let beacon as CLBeaconRegion:
      services.beaconRegions.requestState(BeaconRegionValues(beacon))
    default: return
    }
  }

  // MARK: - Beacons

  /// What this manager ranges.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> {
    Set(
      services.beacons.targets(of: core).compactMap { target in
        if case .constraint(let constraint) = target { constraint } else { nil }
      })
  }

  /// Former form of ``rangedBeaconConstraints``.
  open var rangedRegions: Set<CLRegion> {
    Set(
      services.beacons.targets(of: core).compactMap { target in
        guard case .region(let identifier, let constraint) = target else { return nil }
        return CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
      })
  }

  /// Starts delivery of the beacons in range, every second, the nearest first.
  ///
  /// The delegate receives ``CLError/Code/rangingUnavailable`` without Bluetooth,
  /// ``CLError/Code/rangingFailure`` if BlueZ refuses to scan, ``CLError/Code/denied`` without
  /// authorization or with reduced accuracy; once that has changed, delivery begins by itself.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    services.beacons.range(.constraint(constraint), for: core)
  }

  /// Stops delivery of the beacons.
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    services.beacons.stop(.constraint(constraint), for: core)
  }

  /// Former form of ``startRangingBeacons(satisfying:)``.
  open func startRangingBeacons(in region: CLBeaconRegion) {
    services.beacons.range(
      .region(region.identifier, region.beaconIdentityConstraint), for: core)
  }

  /// Former form of ``stopRangingBeacons(satisfying:)``.
  open func stopRangingBeacons(in region: CLBeaconRegion) {
    services.beacons.stop(
      .region(region.identifier, region.beaconIdentityConstraint), for: core)
  }

  // MARK: - Deferred updates

  /// Returns whether updates can be deferred: false.
  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  /// Fails with ``CLError/Code/deferredFailed``: updates are never deferred.
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {
    core.post(.deferredFinished(.deferredFailed))
  }

  /// Does nothing: updates are never deferred.
  open func disallowDeferredLocationUpdates() {}

  /// Asks the user to calibrate if the delegate agrees.
  func askForCalibration() {
    guard !showsCalibration,
      delegate?.locationManagerShouldDisplayHeadingCalibration(self) == true
    else { return }
    showsCalibration = true
    ProgramLog.say(
      "the magnetometer needs calibration: turn the device through all directions, or run"
        + " `compass calibrate`")
  }
}
