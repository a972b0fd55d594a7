/// An event that is delivered on a manager's thread.
enum ManagerEvent: Sendable {
  /// Locations and the run of the service they belong to; `nil` outside of location updates.
  case locations([CLLocation], run: UInt64?)

  /// A heading and the run of the service it belongs to.
  case heading(HeadingValues, run: UInt64)

  case failed(CLError.Code)
  case authorization
  case paused
  case resumed
  case calibrationNeeded
  case visit(CLVisit.Values)
  case entered(RegionValues)
  case exited(RegionValues)
  case determined(CLRegionState, RegionValues)
  case startedMonitoring(RegionValues)
  case monitoringFailed(RegionValues?, CLError.Code)
  case beaconMonitoringFailed(CLBeaconIdentityConstraint, String)
  case rangingFailed(CLBeaconIdentityConstraint)
  case beaconRegionRangingFailed(CLBeaconIdentityConstraint, String)
  case deferredFinished(CLError.Code)
}
