/// What a ``CLLocationManager`` tells; every method may be left out.
///
/// Methods come on the main queue for a manager made there, else on the run loop of the thread that made
/// the manager. A method that is first written in a subclass of a class that adopts the protocol is not
/// called: Swift on Linux settles the methods where the protocol is adopted.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// There are new places: at least one, the oldest first.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// There is a new heading.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

  /// Whether people should be asked to calibrate the magnetometer; without an answer they are not.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool

  /// Where the device is, seen from a region: asked for, or changed.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// Beacons were heard; the old form of `locationManager(_:didRange:satisfying:)`.
  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)

  /// Beacons cannot be heard; the old form of `locationManager(_:didFailRangingFor:error:)`.
  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error)

  /// Beacons were heard; none in the array: none are in reach.
  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint)

  /// Beacons cannot be heard.
  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error)

  /// The device has gone into a region.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// The device has left a region.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// Something went wrong; the error is a ``CLError``.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// A region cannot be watched.
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
    withError error: any Error)

  /// What the program may know has changed; the old form of `locationManagerDidChangeAuthorization(_:)`.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// The manager was made, or what the program may know has changed, or how exactly.
  ///
  /// Where only the old form is there, that one is called.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// A region is watched from now on.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// The device rests, so updates have stopped; the program has to start them again.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)

  /// Updates that had paused come again.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)

  /// Updates are not deferred any more.
  func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)

  /// The device has come to a place to stay, or has left it.
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
}
