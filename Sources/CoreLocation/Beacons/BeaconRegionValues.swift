/// The persistent form of a beacon region.
struct BeaconRegionValues: MonitoredValues, Hashable, Codable {
  var identifier: String
  var uuid: UUID
  var major: UInt16?
  var minor: UInt16?
  var notifyOnEntry: Bool
  var notifyOnExit: Bool
  var notifyEntryStateOnDisplay: Bool

  init(_ region: CLBeaconRegion) {
    identifier = region.identifier
    uuid = region.uuid
    major = region.beaconIdentityConstraint.major
    minor = region.beaconIdentityConstraint.minor
    notifyOnEntry = region.notifyOnEntry
    notifyOnExit = region.notifyOnExit
    notifyEntryStateOnDisplay = region.notifyEntryStateOnDisplay
  }

  var constraint: CLBeaconIdentityConstraint {
    CLBeaconIdentityConstraint(uuid: uuid, anyMajor: major, anyMinor: minor)
  }

  var monitored: CLRegion {
    let region = CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier)
    region.notifyOnEntry = notifyOnEntry
    region.notifyOnExit = notifyOnExit
    region.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
    return region
  }
}
