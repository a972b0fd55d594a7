import Foundation
import HeadingBeacons
import Synchronization

@testable import CoreLocation

/// A scanner whose advertisements and clock a test sets.
final class ScriptedScanner: BeaconScanner {
  private struct State {
    var isAvailable = true
    var time = 1000.0
    var purposes: [BeaconScanPurpose?] = []
    var receive: (@Sendable (BeaconScan) -> Void)?
  }

  private let state = Mutex(State())

  var isAvailable: Bool {
    get { state.withLock { $0.isAvailable } }
    set { state.withLock { $0.isAvailable = newValue } }
  }

  /// What it was started for, in order; `nil` for a stop.
  var purposes: [BeaconScanPurpose?] { state.withLock { $0.purposes } }

  /// Whether it runs.
  var isRunning: Bool { state.withLock { $0.receive != nil } }

  @Sendable func now() -> Double { state.withLock { $0.time } }

  func start(_ purpose: BeaconScanPurpose, _ receive: @escaping @Sendable (BeaconScan) -> Void) {
    state.withLock { state in
      state.purposes.append(purpose)
      state.receive = receive
    }
  }

  func stop() {
    state.withLock { state in
      state.purposes.append(nil)
      state.receive = nil
    }
  }

  func say(_ scan: BeaconScan) { state.withLock { $0.receive }?(scan) }

  /// Lets time pass, s.
  func pass(_ seconds: Double) { state.withLock { $0.time += seconds } }

  /// Says that a beacon was heard.
  func hear(_ uuid: UUID, _ major: UInt16, _ minor: UInt16, rssi: Int?, power: Int8 = -59) {
    let (high, low) = uuid.halves
    let identity = BeaconIdentity(high: high, low: low, major: major, minor: minor)
    say(.heard(BeaconAdvertisement(identity: identity, measuredPower: power), rssi: rssi))
  }
}

extension Rig {
  /// Ends a second: the reports are delivered.
  func passSecond() async {
    scanner.pass(1)
    beacons.tick()
    await drain()
  }

  /// Ends seconds.
  func passSeconds(_ count: Int) async {
    for _ in 0..<count { await passSecond() }
  }
}
