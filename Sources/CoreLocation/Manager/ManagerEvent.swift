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
  case entered(any MonitoredValues)
  case exited(any MonitoredValues)
  case determined(CLRegionState, any MonitoredValues)
  case startedMonitoring(any MonitoredValues)
  case monitoringFailed((any MonitoredValues)?, CLError.Code)
  case ranged([CLBeacon.Values], BeaconCenter.Target)
  case rangingFailed(BeaconCenter.Target, CLError.Code)
  case deferredFinished(CLError.Code)
}

extension ManagerEvent {
  /// What an event tells, of which only the newest matter to a program that is late.
  enum Kind: Hashable, Sendable {
    case location
    case place
    case heading
    case authorization
    case failure(CLError.Code)
    case movement
    case calibration
    case visit
    case region(String)
    case beacons(BeaconCenter.Target)
    case beaconFailure(BeaconCenter.Target)
  }

  /// The kind of event; `nil` for the answer to a call of the program.
  var kind: Kind? {
    switch self {
    case .locations(_, let run): run == nil ? .place : .location
    case .heading: .heading
    case .authorization: .authorization
    case .failed(let code): .failure(code)
    case .paused, .resumed: .movement
    case .calibrationNeeded: .calibration
    case .visit: .visit
    case .entered(let region), .exited(let region): .region(region.identifier)
    case .ranged(_, let target): .beacons(target)
    case .rangingFailed(let target, _): .beaconFailure(target)
    case .determined, .startedMonitoring, .monitoringFailed, .deferredFinished: nil
    }
  }
}
