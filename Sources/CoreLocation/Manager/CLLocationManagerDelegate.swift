/// Receives the updates of a ``CLLocationManager``; every method is optional.
///
/// Methods are called on the main queue for a manager created there, else on the run loop of the
/// thread that created it. A method first implemented in a subclass of the conforming class is not
/// called: without Objective-C, the witnesses are fixed by the conformance.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// Delivers new locations: at least one, the oldest first.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// Delivers a new heading, or an invalid one when the heading is lost.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

  /// Returns whether to ask the user to calibrate the magnetometer; false by default.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool

  /// Reports the state of a region after a request or a change.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// Delivers ranged beacons; the former `locationManager(_:didRange:satisfying:)`.
  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)

  /// Reports that ranging failed; the former `locationManager(_:didFailRangingFor:error:)`.
  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error)

  /// Delivers ranged beacons; an empty array if none is in range. Not called on Linux yet.
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

  /// Reports that a region cannot be monitored; `nil` for a region of another class.
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error)

  /// Reports the authorization; the former `locationManagerDidChangeAuthorization(_:)`.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// Reports a new manager's authorization, and each change of authorization or accuracy.
  ///
  /// The default implementation calls the former method.
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
