import CoreLocation
import Glibc

/// A program that listens to beacons and prints what it hears, one line each, until it is ended.
///
/// `beacons UUID PART…`: `range` ranges them, `region` monitors a region of them, `condition` a condition;
/// `available` prints whether they can be ranged, once.
@MainActor
final class BeaconListener: NSObject, @MainActor CLLocationManagerDelegate {
  private let manager = CLLocationManager()

  func start(_ arguments: ArraySlice<String>) {
    manager.delegate = self
    guard let uuid = arguments.first.flatMap({ UUID(uuidString: $0) }) else { exit(64) }
    for part in arguments.dropFirst() {
      switch part {
      case "available":
        Self.say("available \(CLLocationManager.isRangingAvailable())")
      case "range":
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid))
      case "region":
        let region = CLBeaconRegion(uuid: uuid, identifier: "region")
        manager.startMonitoring(for: region)
        manager.requestState(for: region)
      case "condition": Task { await watch(uuid) }
      default: exit(64)
      }
    }
  }

  private func watch(_ uuid: UUID) async {
    let monitor = await CLMonitor("beacons")
    await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: uuid), identifier: "condition")
    do {
      for try await event in await monitor.events {
        let found = event.refinement as? CLMonitor.BeaconIdentityCondition
        let minor = found?.minor.map { " \($0)" } ?? ""
        Self.say("condition \(event.state)\(minor)")
      }
    } catch { Self.say("condition ended") }
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func code(_ error: any Error) -> Int { (error as? CLError)?.code.rawValue ?? -1 }

  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    let texts = beacons.map { beacon in
      "\(beacon.major)/\(beacon.minor) \(beacon.proximity) "
        + String(format: "%.2f", beacon.accuracy) + " \(beacon.rssi)"
    }
    Self.say("ranged " + texts.joined(separator: "; "))
  }

  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) { Self.say("failed \(Self.code(error))") }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    Self.say("region started")
  }

  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) { Self.say("region \(state)") }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    Self.say("region entered")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    Self.say("region exited")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) { Self.say("region failed \(Self.code(error))") }
}
