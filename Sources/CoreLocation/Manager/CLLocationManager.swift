import HeadingAuthorization
import HeadingLocationServices

/// Starts and stops the delivery of places, headings, visits and regions to a delegate.
///
/// Nothing is delivered inside a call; see ``CLLocationManagerDelegate`` for where it comes. Every manager
/// has its own filters; all of a program share one stream, which runs only while one of them needs it.
open class CLLocationManager: NSObject {
  /// Who is told.
  open weak var delegate: (any CLLocationManagerDelegate)?

  private(set) lazy var core = ManagerCore(services, manager: self)
  private let services: LocationServices
  private var showsCalibration = false

  /// Makes a manager; the delegate is told at once what the program may know.
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

  // MARK: - What is there

  /// Whether location is switched on for all programs.
  open class func locationServicesEnabled() -> Bool {
    LocationServices.shared.center.current.isEnabled
  }

  /// Whether there is a magnetometer that can be read.
  open class func headingAvailable() -> Bool {
    LocationServices.shared.hub.availability.hasHeading
  }

  /// Whether there is a source of places.
  open class func significantLocationChangeMonitoringAvailable() -> Bool {
    LocationServices.shared.hub.availability.hasLocation
  }

  /// Whether regions of a class can be watched: circles, where there is a source of places.
  open class func isMonitoringAvailable(for regionClass: Swift.AnyClass) -> Bool {
    isMonitoring(LocationServices.shared.hub.availability, availableFor: regionClass)
  }

  class func isMonitoring(
    _ availability: SensorAvailability, availableFor regionClass: Swift.AnyClass
  ) -> Bool {
    regionClass is CLCircularRegion.Type && availability.hasLocation
  }

  /// Whether beacons can be heard; there is no scanner yet.
  open class func isRangingAvailable() -> Bool { false }

  // MARK: - What the program may know

  /// What the program may know.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(LocationServices.shared.center.current.grant)
  }

  /// What the program may know.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(services.center.current.grant)
  }

  /// How exactly it may know the place.
  open var accuracyAuthorization: CLAccuracyAuthorization {
    services.center.current.isReduced ? .reducedAccuracy : .fullAccuracy
  }

  /// Whether the program's widgets may have places; there are no widgets.
  open var isAuthorizedForWidgetUpdates: Bool { false }

  /// Asks the user for places while the program runs; nothing happens if the user has decided already.
  open func requestWhenInUseAuthorization() { services.center.requestWhenInUse() }

  /// Asks the user for places at any time; only once after the user allowed them while the program runs.
  open func requestAlwaysAuthorization() { services.center.requestAlways() }

  /// Asks the user for full accuracy until the program ends.
  ///
  /// - Parameters:
  ///   - purposeKey: The key of the reason in `NSLocationTemporaryUsageDescriptionDictionary`.
  ///   - completion: Gets `nil` if the user was asked, else ``CLError/Code/promptDeclined``; called where the
  ///     delegate is.
  open func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (((any Error)?) -> Void)? = nil
  ) {
    core.requestFullAccuracy(purposeKey, completion)
  }

  /// Asks the user for full accuracy until the program ends.
  ///
  /// - Parameter purposeKey: The key of the reason in `NSLocationTemporaryUsageDescriptionDictionary`.
  open func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) {
    requestTemporaryFullAccuracyAuthorization(withPurposeKey: purposeKey, completion: nil)
  }

  // MARK: - Settings

  /// What the device is doing, which tells when updates may pause.
  open var activityType: CLActivityType {
    get { core.configure { location, _ in location.activity } }
    set { core.configure { location, _ in location.activity = newValue } }
  }

  /// Metres between two places that are delivered; ``kCLDistanceFilterNone`` by default.
  ///
  /// A clearly more accurate place is delivered wherever it is.
  open var distanceFilter: CLLocationDistance {
    get { core.configure { location, _ in location.distanceFilter } }
    set { core.configure { location, _ in location.distanceFilter = newValue } }
  }

  /// How accurate places should be; ``kCLLocationAccuracyBest`` by default.
  ///
  /// Worse ones are delivered too.
  open var desiredAccuracy: CLLocationAccuracy {
    get { core.configure { location, _ in location.desiredAccuracy } }
    set { core.configure { location, _ in location.desiredAccuracy = newValue } }
  }

  /// Whether updates pause while the device rests; true by default.
  ///
  /// Rest is staying within 25 m, or twice the accuracy, for 5 min (fitness), 10 min (other), 15 min
  /// (automotive), 20 min (other navigation) or 30 min (airborne).
  open var pausesLocationUpdatesAutomatically: Bool {
    get { core.configure { location, _ in location.pauses } }
    set { core.configure { location, _ in location.pauses = newValue } }
  }

  /// Whether places come in the background; kept only, a program on Linux is never there.
  open var allowsBackgroundLocationUpdates = false

  /// Whether the use in the background is shown; kept only.
  open var showsBackgroundLocationIndicator = false

  /// Degrees between two headings that are delivered, on the circle; 1 by default,
  /// ``kCLHeadingFilterNone`` for all.
  open var headingFilter: CLLocationDegrees {
    get { core.configure { _, heading in heading.headingFilter } }
    set { core.configure { _, heading in heading.headingFilter = newValue } }
  }

  /// How the device is held; portrait by default.
  ///
  /// Unknown, face up and face down leave the axis as it was.
  open var headingOrientation: CLDeviceOrientation {
    get { core.configure { _, heading in heading.orientation } }
    set { core.configure { _, heading in heading.orientation = newValue } }
  }

  // MARK: - Places

  /// The newest place, of an earlier run too; `nil` without one or without the right to know it.
  open var location: CLLocation? { core.location }

  /// Starts the delivery of places; the one known from before comes first.
  open func startUpdatingLocation() { core.startLocation() }

  /// Stops the delivery of places.
  open func stopUpdatingLocation() { core.stopLocation() }

  /// Asks for one place: the first that is accurate enough, after 10 s the best, or an error.
  ///
  /// The error is ``CLError/Code/locationUnknown``. Does nothing while updates run.
  open func requestLocation() { core.requestLocation() }

  // MARK: - Headings

  /// The newest heading that was delivered; `nil` before the first.
  open var heading: CLHeading? { core.lastHeading.map { CLHeading($0) } }

  /// Starts the delivery of headings; none comes without a magnetometer, and one that is plugged in later is heard.
  open func startUpdatingHeading() { core.startHeading() }

  /// Stops the delivery of headings.
  open func stopUpdatingHeading() {
    core.stopHeading()
    showsCalibration = false
  }

  /// Takes the request to calibrate away.
  open func dismissHeadingCalibrationDisplay() { showsCalibration = false }

  // MARK: - Significant changes and visits

  /// Starts the delivery of places 500 m and 5 min apart, whatever the filters say.
  open func startMonitoringSignificantLocationChanges() { core.startSignificantChanges() }

  /// Stops the delivery of significant changes.
  open func stopMonitoringSignificantLocationChanges() { core.stopSignificantChanges() }

  /// Starts the delivery of visits, for all managers and for later runs of the program.
  open func startMonitoringVisits() { services.monitoring.startVisits() }

  /// Stops the delivery of visits, for all managers.
  open func stopMonitoringVisits() { services.monitoring.stopVisits() }

  // MARK: - Regions

  /// The largest radius that can be watched, m.
  open var maximumRegionMonitoringDistance: CLLocationDistance { MonitoringCenter.largestRadius }

  /// The regions that are watched for the program.
  open var monitoredRegions: Set<CLRegion> { Set(services.monitoring.regions.map(\.region)) }

  /// Watches a region, for all managers and for later runs of the program; 20 at most.
  open func startMonitoring(for region: CLRegion) {
    switch region {
    case let circle as CLCircularRegion: services.monitoring.start(RegionValues(circle))
    case let beacon as CLBeaconRegion:
      core.post(.beaconMonitoringFailed(beacon.beaconIdentityConstraint, beacon.identifier))
    default: core.post(.monitoringFailed(nil, .regionMonitoringFailure))
    }
  }

  /// Watches a region no more.
  open func stopMonitoring(for region: CLRegion) { services.monitoring.stop(region.identifier) }

  /// Asks where the device is, seen from a watched region.
  open func requestState(for region: CLRegion) {
    guard let circle = region as? CLCircularRegion else { return }
    services.monitoring.requestState(RegionValues(circle))
  }

  // MARK: - Beacons

  /// The beacons that are listened for: none, there is no scanner yet.
  open var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { [] }

  /// The old form of ``rangedBeaconConstraints``.
  open var rangedRegions: Set<CLRegion> { [] }

  /// Listens for beacons; fails with ``CLError/Code/rangingUnavailable``, there is no scanner yet.
  open func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {
    core.post(.rangingFailed(constraint))
  }

  /// Listens for beacons no more.
  open func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

  /// The old form of ``startRangingBeacons(satisfying:)``.
  open func startRangingBeacons(in region: CLBeaconRegion) {
    core.post(.beaconRegionRangingFailed(region.beaconIdentityConstraint, region.identifier))
  }

  /// The old form of ``stopRangingBeacons(satisfying:)``.
  open func stopRangingBeacons(in region: CLBeaconRegion) {}

  // MARK: - Deferring

  /// Whether updates can be deferred; they never were on this system.
  open class func deferredLocationUpdatesAvailable() -> Bool { false }

  /// Fails with ``CLError/Code/deferredFailed``.
  open func allowDeferredLocationUpdates(
    untilTraveled distance: CLLocationDistance, timeout: TimeInterval
  ) {
    core.post(.deferredFinished(.deferredFailed))
  }

  /// Does nothing: nothing is deferred.
  open func disallowDeferredLocationUpdates() {}

  /// Asks the user to calibrate if the delegate wants that.
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
