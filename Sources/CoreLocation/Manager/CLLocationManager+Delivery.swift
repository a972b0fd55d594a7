import HeadingProtocol

extension CLLocationManager {
  /// Delivers an event to the delegate; called only on the manager's thread.
  func deliver(_ event: ManagerEvent) {
    guard core.isCurrent(event), let delegate else { return }
    switch event {
    case .locations(let places, _): delegate.locationManager(self, didUpdateLocations: places)
    case .heading(let values, _):
      delegate.locationManager(self, didUpdateHeading: CLHeading(values))
    case .failed(let code): delegate.locationManager(self, didFailWithError: CLError(code))
    case .authorization: delegate.locationManagerDidChangeAuthorization(self)
    case .paused: delegate.locationManagerDidPauseLocationUpdates(self)
    case .resumed: delegate.locationManagerDidResumeLocationUpdates(self)
    case .calibrationNeeded: askForCalibration()
    case .visit(let values): delegate.locationManager(self, didVisit: CLVisit(values))
    case .entered(let values): delegate.locationManager(self, didEnterRegion: values.monitored)
    case .exited(let values): delegate.locationManager(self, didExitRegion: values.monitored)
    case .determined(let state, let values):
      delegate.locationManager(self, didDetermineState: state, for: values.monitored)
    case .startedMonitoring(let values):
      delegate.locationManager(self, didStartMonitoringFor: values.monitored)
    case .monitoringFailed(let values, let code):
      delegate.locationManager(
        self, monitoringDidFailFor: values?.monitored, withError: CLError(code))
    case .ranged(let values, let target):
      let beacons = values.map { CLBeacon($0) }
      switch target {
      case .constraint(let constraint):
        delegate.locationManager(self, didRange: beacons, satisfying: constraint)
      case .region(let identifier, let constraint):
        let region = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
        delegate.locationManager(self, didRangeBeacons: beacons, in: region)
      }
    case .rangingFailed(let target, let code):
      switch target {
      case .constraint(let constraint):
        delegate.locationManager(self, didFailRangingFor: constraint, error: CLError(code))
      case .region(let identifier, let constraint):
        let region = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
        delegate.locationManager(self, rangingBeaconsDidFailFor: region, withError: CLError(code))
      }
    case .deferredFinished(let code):
      delegate.locationManager(self, didFinishDeferredUpdatesWithError: CLError(code))
    }
  }
}

extension CLAuthorizationStatus {
  /// Creates the status of a grant.
  init(_ grant: AuthorizationGrant) {
    self =
      switch grant {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .always: .authorizedAlways
      case .whenInUse: .authorizedWhenInUse
      }
  }
}
