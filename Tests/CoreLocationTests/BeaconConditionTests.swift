import Foundation
import HeadingAuthorization
import HeadingBeacons
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// Conditions of beacons of a `CLMonitor`, with a scripted scanner.
@MainActor @Suite(.timeLimit(.minutes(5))) struct BeaconConditionTests {
  private let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0") ?? UUID()

  private func monitor(_ rig: Rig, _ folder: URL? = nil) -> CLMonitor {
    CLMonitor(
      "beacons", hub: rig.services.hub, center: rig.center, beacons: rig.beacons, folder: folder)
  }

  @Test func `a condition is satisfied at once, with the beacon as its refinement`() async throws {
    let rig = Rig()
    let monitor = monitor(rig)
    var events = await monitor.events.makeAsyncIterator()
    await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: uuid), identifier: "any")
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 3, 4, rssi: -60)
    let entered = try #require(try await events.next())
    #expect(entered.identifier == "any" && entered.state == .satisfied)
    let found = try #require(entered.refinement as? CLMonitor.BeaconIdentityCondition)
    #expect(found.uuid == uuid && found.major == 3 && found.minor == 4)
    #expect(await monitor.record(for: "any")?.lastEvent.state == .unknown)
    await rig.passSeconds(31)
    let left = try #require(try await events.next())
    #expect(left.state == .unsatisfied && left.refinement == nil)
    #expect(await monitor.record(for: "any")?.lastEvent.state == .satisfied)
    await monitor.remove("any")
    #expect(!rig.scanner.isRunning)
  }

  @Test func `a condition without a beacon is unsatisfied after ten seconds`() async throws {
    let rig = Rig()
    let monitor = monitor(rig)
    var events = await monitor.events.makeAsyncIterator()
    await monitor.add(
      CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1, minor: 1), identifier: "one")
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 2, rssi: -60)
    await rig.passSeconds(11)
    #expect(try await events.next()?.state == .unsatisfied)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    let entered = try await events.next()
    #expect(entered?.state == .satisfied && entered?.refinement == nil)
  }

  @Test func `a lost Bluetooth and a lost authorization are told, and then the state anew`()
    async throws
  {
    let rig = Rig()
    let monitor = monitor(rig)
    var events = await monitor.events.makeAsyncIterator()
    await monitor.add(
      CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1), identifier: "one")
    rig.scanner.say(.trouble(BeaconTrouble(isMissing: true, reason: "no adapter (a test)")))
    let lost = try #require(try await events.next())
    #expect(lost.state == .unmonitored && lost.conditionUnsupported)
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    #expect(try await events.next()?.state == .satisfied)
    await rig.decide { $0.programs[Rig.program] = AuthorizationPolicy.Record(.denied) }
    let denied = try #require(try await events.next())
    #expect(denied.state == .unmonitored && denied.authorizationDenied)
    #expect(!rig.scanner.isRunning)
    await rig.decide { $0.programs[Rig.program] = AuthorizationPolicy.Record(.always) }
    rig.scanner.say(.scanning)
    rig.scanner.hear(uuid, 1, 1, rssi: -60)
    #expect(try await events.next()?.state == .satisfied)
  }

  @Test func `conditions persist with their state`() async throws {
    let folder = try TemporaryFolder()
    do {
      let rig = Rig()
      let monitor = monitor(rig, folder.url)
      var events = await monitor.events.makeAsyncIterator()
      await monitor.add(
        CLMonitor.BeaconIdentityCondition(uuid: uuid, major: 1), identifier: "one")
      rig.scanner.say(.scanning)
      rig.scanner.hear(uuid, 1, 1, rssi: -60)
      #expect(try await events.next()?.state == .satisfied)
      // The save follows the event.
      while try !String(
        contentsOf: folder.url.appendingPathComponent("beacons.json"), encoding: .utf8
      ).contains("\"state\":1") { await Task.yield() }
    }
    let rig = Rig()
    let monitor = monitor(rig, folder.url)
    var events = await monitor.events.makeAsyncIterator()
    #expect(await monitor.record(for: "one")?.lastEvent.state == .satisfied)
    rig.scanner.say(.scanning)
    await rig.passSeconds(31)
    #expect(try await events.next()?.state == .unsatisfied)
  }
}
