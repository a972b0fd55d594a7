/// Listens to beacons.
package protocol BeaconScanner: Sendable {
  /// Whether this machine can listen now; may ask another process, for a second at most.
  var isAvailable: Bool { get }

  /// Starts to listen, in place of an earlier start.
  ///
  /// - Parameters:
  ///   - purpose: What for.
  ///   - receive: Receives what happens, never within this call, one at a time.
  func start(_ purpose: BeaconScanPurpose, _ receive: @escaping @Sendable (BeaconScan) -> Void)

  /// Stops.
  func stop()
}

/// What beacons are listened to for.
package enum BeaconScanPurpose: Sendable, Hashable {
  /// Distances, for which every advertisement counts.
  case ranging
  /// Whether there are some, with less power.
  case presence
}

/// What happens while somebody listens.
package enum BeaconScan: Sendable, Hashable {
  /// The scan has begun, or begins again.
  case scanning
  /// An advertisement, with its received strength, dBm, if that is known.
  case heard(BeaconAdvertisement, rssi: Int?)
  /// A beacon has not been heard for some time, s.
  case lost(BeaconAdvertisement, silence: Double)
  /// Nothing can be heard until further notice.
  case trouble(BeaconTrouble)
}

/// Why nothing can be heard.
package struct BeaconTrouble: Error, Sendable, Hashable {
  /// Whether the machine has no Bluetooth that is switched on; otherwise that refuses to scan.
  package var isMissing: Bool
  /// What is wrong, and what to do.
  package var reason: String

  /// Creates a reason.
  package init(isMissing: Bool, reason: String) {
    (self.isMissing, self.reason) = (isMissing, reason)
  }
}
