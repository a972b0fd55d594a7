/// Receives the updates of a ``CLLocationManager``; every method is optional.
///
/// A manager created on the main queue calls the methods there; another manager calls them on the
/// run loop of the thread that created it. A method that only a subclass of the conforming class
/// implements is not called: without Objective-C, the conformance fixes the witnesses.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// Delivers new locations: at least one, the oldest first.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// Delivers a new heading, or an invalid one when the heading is lost.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

  /// Returns whether to ask the user to calibrate the magnetometer; the default is false.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool

  /// Reports the state of a region after a request or a change.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// Delivers ranged beacons; superseded by `locationManager(_:didRange:satisfying:)`.
  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)

  /// Reports that ranging failed; superseded by `locationManager(_:didFailRangingFor:error:)`.
  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error)

  /// Delivers ranged beacons, the nearest first; an empty array if none is in range.
  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint)

  /// Reports that ranging failed.
  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error)

  /// Reports that the device has entered a region.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// Reports that the device has left a region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// Reports an error, which is a ``CLError``.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// Reports that a region cannot be monitored; `nil` if its class is not supported.
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error)

  /// Reports the authorization; superseded by `locationManagerDidChangeAuthorization(_:)`.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// Reports a new manager's authorization, and each change of authorization or accuracy.
  ///
  /// The default implementation calls `locationManager(_:didChangeAuthorization:)`.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// Reports that monitoring of a region has started.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// Reports that updates have paused because the device is at rest; the program must restart them.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)

  /// Reports that the program has restarted paused updates.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)

  /// Reports that updates are no longer deferred.
  func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)

  /// Reports the arrival or the departure of a visit.
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
}
