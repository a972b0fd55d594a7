/// The delegate's methods as a callable value, for optional calls as on Apple's systems.
///
/// `delegate?.locationManager?(manager, didUpdateLocations: locations)` compiles unchanged.
public struct CLLocationManagerDelegateCalls {
  let delegate: any CLLocationManagerDelegate

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) { delegate.locationManager(manager, didUpdateLocations: locations) }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    delegate.locationManager(manager, didUpdateHeading: newHeading)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) { delegate.locationManager(manager, didDetermineState: state, for: region) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) { delegate.locationManager(manager, didRangeBeacons: beacons, in: region) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) { delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) { delegate.locationManager(manager, didRange: beacons, satisfying: beaconConstraint) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) { delegate.locationManager(manager, didFailRangingFor: beaconConstraint, error: error) }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    delegate.locationManager(manager, didEnterRegion: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    delegate.locationManager(manager, didExitRegion: region)
  }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didFailWithError error: any Error) {
    delegate.locationManager(manager, didFailWithError: error)
  }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) { delegate.locationManager(manager, monitoringDidFailFor: region, withError: error) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) { delegate.locationManager(manager, didChangeAuthorization: status) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didStartMonitoringFor region: CLRegion
  ) { delegate.locationManager(manager, didStartMonitoringFor: region) }

  /// Calls the delegate's method.
  public func callAsFunction(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) { delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error) }

  /// Calls the delegate's method.
  public func callAsFunction(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    delegate.locationManager(manager, didVisit: visit)
  }
}

extension CLLocationManagerDelegate {
  /// The methods of this name; never `nil`.
  @_disfavoredOverload
  public var locationManager: CLLocationManagerDelegateCalls? {
    CLLocationManagerDelegateCalls(delegate: self)
  }

  /// The method of this name; never `nil`.
  @_disfavoredOverload
  public var locationManagerShouldDisplayHeadingCalibration: ((CLLocationManager) -> Bool)? {
    { manager in self.locationManagerShouldDisplayHeadingCalibration(manager) }
  }

  /// The method of this name; never `nil`.
  @_disfavoredOverload
  public var locationManagerDidChangeAuthorization: ((CLLocationManager) -> Void)? {
    { manager in self.locationManagerDidChangeAuthorization(manager) }
  }

  /// The method of this name; never `nil`.
  @_disfavoredOverload
  public var locationManagerDidPauseLocationUpdates: ((CLLocationManager) -> Void)? {
    { manager in self.locationManagerDidPauseLocationUpdates(manager) }
  }

  /// The method of this name; never `nil`.
  @_disfavoredOverload
  public var locationManagerDidResumeLocationUpdates: ((CLLocationManager) -> Void)? {
    { manager in self.locationManagerDidResumeLocationUpdates(manager) }
  }
}
