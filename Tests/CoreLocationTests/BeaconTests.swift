import Foundation
import HeadingAuthorization
import HeadingBeacons
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// Ranging and monitoring of beacons by managers, with a scripted scanner.
@MainActor @Suite(.timeLimit(.minutes(5))) struct BeaconTests {
  private let uuid = UUID(uuidString: "FDA50693-A4E2-4FB1-AFCF-C6EB07647825") ?? UUID()

  /// A delegate that records beacons.
  private final class Listener: NSObject, CLLocationManagerDelegate {
    var ranged: [[CLBeacon]] = []
    var constraints: [CLBeaconIdentityConstraint] = []
    var former: [String] = []
    var errors: [CLError.Code] = []

    func locationManager(
      _ manager: CLLocationManager, didRange beacons: [CLBeacon],
      satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {
      ranged.append(beacons)
      constraints.append(beaconConstraint)
    }

    func locationManager(
      _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
      error: any Error
    ) { if let error = error as? CLError { errors.append(error.code) } }

    func locationManager(
      _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
    ) { former.append("\(beacons.count) \(region.identifier)") }

    func locationManager(
      _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
      withError error: any Error
    ) { former.append("fail \(region.identifier) \((error as? CLError)?.code.rawValue ?? -1)") }
  }

  private func listener(_ rig: Rig) -> (CLLocationManager, Listener) {
    let manager = CLLocationManager(services: rig.services)
    let listener = Listener()
    manager.delegate = listener
    return (manager, listener)
  }

  @Test func `beacons are ranged every second, the nearest first`() async throws {
    let rig = Rig()
    let (manager, listener) = listener(rig)
    let constraint = CLBeaconIdentityConstraint(uuid: uuid, major: 1)
    manager.startRangingBeacons(satisfying: constraint)
    manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
    #expect(rig.scanner.purposes == [.ranging])
    #expect(manager.rangedBeaconConstraints == [constraint])
    await rig.passSecond()
    #expect(listener.ranged.isEmpty, "the scan has not begun")
    rig.scanner.say(.scanning)
    await rig.passSecond()
    #expect(listener.ranged.map(\.count) == [0])
    for _ in 0..<10 {
      rig.scanner.hear(uuid, 1, 1, rssi: -79)
      rig.scanner.hear(uuid, 1, 2, rssi: -59)
      rig.scanner.hear(uuid, 1, 3, rssi: -60, power: 0)
      rig.scanner.hear(uuid, 2, 4, rssi: -59)
      rig.scanner.hear(UUID(), 1, 5, rssi: -59)
    }
    await rig.passSecond()
    let beacons = try #require(listener.ranged.last)
    #expect(beacons.map(\.minor) == [2, 1, 3])
    #expect(beacons.map(\.proximity) == [.near, .far, .unknown])
    #expect(abs(beacons[0].accuracy - 1) < 0.01 && abs(beacons[1].accuracy - 10) < 0.1)
    #expect(beacons[2].accuracy == -1)
    #expect(beacons.map(\.rssi) == [-59, -79, -60])
    #expect(beacons.allSatisfy { $0.uuid == uuid && $0.major == 1 })
    #expect(abs(beacons[0].timestamp.timeIntervalSinceNow) < 60)
    // One after another is lost: of unknown distance, then not there.
    await rig.passSeconds(3)
    #expect(listener.ranged.last?.map(\.accuracy) == [-1, -1, -1])
    #expect(listener.ranged.last?.map(\.rssi) == [0, 0, 0])
    await rig.passSeconds(8)
    #expect(listener.ranged.last?.isEmpty == true)
    #expect(listener.ranged.count == 13 && listener.constraints.allSatisfy { $0 == constraint })
    manager.stopRangingBeacons(satisfying: constraint)
    #expect(rig.scanner.purposes == [.ranging, nil])
    #expect(manager.rangedBeaconConstraints.isEmpty)
    await rig.passSecond()
    #expect(listener.ranged.count == 13 && listener.errors.isEmpty)
  }

  @Test func `each manager gets what it has asked for, also by the former calls`() async {
    let rig = Rig()
    let (first, one) = listener(rig)
    let (second, other) = listener(rig)
    first.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
    let region = CLBeaconRegion(uuid: uuid, identifier: "all")
    second.startRangingBeacons(in: region)
    #expect(second.rangedRegions == [region] && second.rangedBeaconConstraints.isEmpty)
    rig.scanner.say(.scanning)
    for major in 1...3 as ClosedRange<UInt16> { rig.scanner.hear(uuid, major, 1, rssi: -60) }
    await rig.passSecond()
    #expect(one.ranged.map(\.count) == [1] && one.former.isEmpty)
    #expect(other.former == ["3 all"] && other.ranged.isEmpty)
    second.stopRangingBeacons(in: region)
    await rig.passSecond()
    #expect(one.ranged.count == 2 && other.former.count == 1)
    #expect(rig.scanner.isRunning)
  }

  @Test func `a released manager ends its scan`() async {
    let rig = Rig()
    do {
      let (manager, _) = listener(rig)
      manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid))
      #expect(rig.scanner.isRunning)
      await rig.drain()
    }
    #expect(!rig.scanner.isRunning)
  }

  @Test func `without Bluetooth ranging fails once, and begins when there is some`() async {
    let rig = Rig()
    let (manager, listener) = listener(rig)
    let constraint = CLBeaconIdentityConstraint(uuid: uuid)
    manager.startRangingBeacons(satisfying: constraint)
    manager.startRangingBeacons(in: CLBeaconRegion(uuid: uuid, identifier: "former"))
    rig.scanner.say(.trouble(BeaconTrouble(isMissing: true, reason: "no adapter (a test)")))
    rig.scanner.say(.trouble(BeaconTrouble(isMissing: true, reason: "switched off (a test)")))
    await rig.passSecond()
    #expect(listener.errors == [.rangingUnavailable] && listener.ranged.isEmpty)
    #expect(listener.former == ["fail former 16"])
    // A later request fails by itself.
    manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid, major: 1))
    await rig.drain()
    #expect(listener.errors == [.rangingUnavailable, .rangingUnavailable])
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    await rig.passSecond()
    #expect(listener.ranged.map(\.count) == [1, 1])
    rig.scanner.say(.trouble(BeaconTrouble(isMissing: false, reason: "refused (a test)")))
    await rig.drain()
    #expect(listener.errors.suffix(2) == [.rangingFailure, .rangingFailure])
  }

  @Test func `nothing is scanned before authorization, nor with reduced accuracy`() async {
    let rig = Rig(.notDetermined, agent: ScriptedAgent(.whenInUse))
    let (manager, listener) = listener(rig)
    manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid))
    manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "region"))
    await rig.passSecond()
    #expect(rig.scanner.purposes.isEmpty && listener.errors.isEmpty)
    await rig.decide { $0.programs[Rig.program] = AuthorizationPolicy.Record(.whenInUse) }
    #expect(rig.scanner.purposes == [.ranging])
    await rig.decide {
      $0.programs[Rig.program] = AuthorizationPolicy.Record(.whenInUse, isReduced: true)
    }
    #expect(!rig.scanner.isRunning && listener.errors == [.denied])
    await rig.decide { $0.programs[Rig.program] = AuthorizationPolicy.Record(.whenInUse) }
    #expect(rig.scanner.isRunning)
    await rig.decide { $0.programs[Rig.program] = AuthorizationPolicy.Record(.denied) }
    #expect(!rig.scanner.isRunning && listener.errors == [.denied, .denied])
    await rig.decide { $0.isEnabled = false }
    #expect(!rig.beacons.isAvailable)
  }

  @Test func `a denied program's ranging fails at once`() async {
    let rig = Rig(.denied)
    let (manager, listener) = listener(rig)
    manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid))
    await rig.drain()
    #expect(listener.errors == [.denied] && rig.scanner.purposes.isEmpty)
  }

  @Test func `a region is entered at once and left after half a minute`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    let region = CLBeaconRegion(uuid: uuid, major: 7, identifier: "shop")
    manager.startMonitoring(for: region)
    manager.requestState(for: region)
    #expect(rig.scanner.purposes == [.presence])
    #expect(manager.monitoredRegions == [region])
    rig.scanner.say(.scanning)
    await rig.passSeconds(11)
    #expect(recorder.regions == ["start shop", "state 2 shop"])
    rig.scanner.hear(uuid, 8, 1, rssi: -60)
    rig.scanner.hear(uuid, 7, 1, rssi: nil)
    await rig.drain()
    #expect(recorder.regions.suffix(2) == ["state 1 shop", "in shop"])
    rig.scanner.hear(uuid, 7, 2, rssi: -60)
    await rig.passSeconds(29)
    #expect(recorder.regions.count == 4)
    await rig.passSecond()
    #expect(recorder.regions.suffix(2) == ["state 2 shop", "out shop"])
    manager.requestState(for: region)
    await rig.drain()
    #expect(recorder.regions.last == "state 2 shop")
    manager.stopMonitoring(for: region)
    #expect(manager.monitoredRegions.isEmpty && !rig.scanner.isRunning)
  }

  @Test
  func `only what a region notifies of is reported; one within from the start is not entered`()
    async
  {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    let quiet = CLBeaconRegion(uuid: uuid, identifier: "quiet")
    (quiet.notifyOnEntry, quiet.notifyOnExit) = (true, false)
    manager.startMonitoring(for: quiet)
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    await rig.passSeconds(35)
    #expect(recorder.regions == ["start quiet", "state 1 quiet", "state 2 quiet"])
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    await rig.drain()
    #expect(recorder.regions.suffix(2) == ["state 1 quiet", "in quiet"])
  }

  @Test func `lost Bluetooth is no exit`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "room"))
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    rig.scanner.say(.trouble(BeaconTrouble(isMissing: true, reason: "unplugged (a test)")))
    await rig.passSeconds(100)
    #expect(recorder.regions == ["start room", "state 1 room", "fail 16 room"])
    rig.scanner.say(.scanning)
    await rig.passSeconds(29)
    #expect(recorder.regions.count == 3)
    await rig.passSeconds(2)
    #expect(recorder.regions.suffix(2) == ["state 2 room", "out room"])
  }

  @Test func `circles and beacon regions share identifiers and their limit`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    let center = CLLocationCoordinate2DMake(37, 127)
    for index in 1...10 {
      manager.startMonitoring(
        for: CLCircularRegion(center: center, radius: 100, identifier: "\(index)"))
      manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "beacon \(index)"))
    }
    manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "too many"))
    manager.startMonitoring(
      for: CLCircularRegion(center: center, radius: 100, identifier: "too many"))
    await rig.drain()
    #expect(recorder.regions.suffix(2) == ["fail 5 too many", "fail 5 too many"])
    manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "1"))
    #expect(manager.monitoredRegions.count == 20)
    #expect(manager.monitoredRegions.filter { $0 is CLBeaconRegion }.count == 11)
    manager.startMonitoring(
      for: CLCircularRegion(center: center, radius: 100, identifier: "1"))
    #expect(manager.monitoredRegions.filter { $0 is CLBeaconRegion }.count == 10)
    for region in manager.monitoredRegions { manager.stopMonitoring(for: region) }
    #expect(manager.monitoredRegions.isEmpty && !rig.scanner.isRunning)
  }

  @Test func `beacon regions persist, with their state`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/example.json")
    do {
      let rig = Rig(storage: ProgramStorage(file))
      let (manager, _) = rig.manager()
      let region = CLBeaconRegion(uuid: uuid, major: 1, minor: 2, identifier: "kept")
      region.notifyEntryStateOnDisplay = true
      manager.startMonitoring(for: region)
      rig.scanner.say(.scanning)
      rig.scanner.hear(uuid, 1, 2, rssi: -60)
      await rig.drain()
    }
    let rig = Rig(storage: ProgramStorage(file))
    let (manager, recorder) = rig.manager()
    let region = try #require(manager.monitoredRegions.first as? CLBeaconRegion)
    #expect(region.uuid == uuid && region.major == 1 && region.minor == 2)
    #expect(region.notifyEntryStateOnDisplay)
    #expect(rig.scanner.isRunning)
    rig.scanner.say(.scanning)
    await rig.passSeconds(32)
    #expect(recorder.regions == ["state 2 kept", "out kept"])
  }

  @Test func `a ranging manager makes the scan one of distances, and back`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: "room"))
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    let constraint = CLBeaconIdentityConstraint(uuid: uuid)
    manager.startRangingBeacons(satisfying: constraint)
    rig.scanner.say(.scanning)
    await rig.passSeconds(20)
    manager.stopRangingBeacons(satisfying: constraint)
    #expect(rig.scanner.purposes == [.presence, .ranging, .presence])
    await rig.drain()
    #expect(recorder.regions == ["start room", "state 1 room"])
  }

  @Test func `a flood of invented beacons is bounded`() async throws {
    let rig = Rig()
    let (manager, listener) = listener(rig)
    manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: uuid))
    rig.scanner.say(.scanning)
    for _ in 0..<2 { rig.scanner.hear(uuid, 1, 1, rssi: -59) }
    for number in 0..<20_000 {
      rig.scanner.hear(uuid, 2, UInt16(number), rssi: -40)
      rig.scanner.hear(UUID(), 2, UInt16(number), rssi: -40)
    }
    await rig.passSecond()
    let beacons = try #require(listener.ranged.first)
    #expect(beacons.count == 256)
    #expect(beacons.contains { $0.major == 1 && $0.proximity == .near })
  }
}
