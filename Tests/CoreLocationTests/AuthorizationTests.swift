import HeadingLocationServices
import HeadingTesting
import Testing

@testable import CoreLocation

/// What a program may know, and how the user is asked.
@MainActor @Suite struct AuthorizationTests {
  private func settle(_ rig: Rig, until isDone: () -> Bool) async {
    while !isDone() {
      await Task.yield()
      await rig.drain()
    }
    await rig.drain()
  }

  @Test func `the first run: not determined, then granted, then places`() async {
    let rig = Rig(.notDetermined, agent: ScriptedAgent(.whenInUse))
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.statuses == [.notDetermined])
    #expect(recorder.places.isEmpty)
    manager.requestWhenInUseAuthorization()
    await settle(rig) { recorder.statuses.count == 2 }
    await rig.emit(Rig.place(2, 37, 127))
    #expect(recorder.statuses == [.notDetermined, .authorizedWhenInUse])
    #expect(recorder.log == ["authorization", "authorization", "places"])
  }

  @Test func `a later run: granted at once, then places`() async {
    let rig = Rig(.whenInUse)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.log == ["authorization", "places"])
    #expect(recorder.statuses == [.authorizedWhenInUse])
  }

  @Test func `who has decided is not asked again`() async {
    let agent = ScriptedAgent(.whenInUse, .whenInUse)
    let rig = Rig(.denied, agent: agent)
    let (manager, recorder) = rig.manager()
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "x") { error in
      recorder.log.append("\((error as? CLError)?.code == .promptDeclined)")
    }
    await settle(rig) { recorder.log.contains("true") }
    #expect(agent.asked.isEmpty)
    #expect(recorder.statuses == [.denied])
  }

  @Test func `both requests ask twice: while in use, then always`() async {
    let agent = ScriptedAgent(.whenInUse, .always)
    let rig = Rig(.notDetermined, agent: agent)
    let (manager, recorder) = rig.manager()
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    await settle(rig) { manager.authorizationStatus == .authorizedAlways }
    #expect(agent.asked.map(\.kind) == [.whenInUse, .upgrade])
    #expect(recorder.statuses.last == .authorizedAlways)
  }

  @Test func `an upgrade that was declined changes nothing and is not offered again`() async {
    let agent = ScriptedAgent(.whenInUse, .always)
    let rig = Rig(.whenInUse, agent: agent)
    let (manager, recorder) = rig.manager()
    manager.requestAlwaysAuthorization()
    await settle(rig) { agent.asked.count == 1 }
    manager.requestAlwaysAuthorization()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "x") { _ in
      recorder.log.append("end")
    }
    await settle(rig) { recorder.log.contains("end") }
    #expect(agent.asked.count == 1)
    #expect(recorder.statuses == [.authorizedWhenInUse])
  }

  @Test func `once holds for this run only, and cannot be raised`() async {
    let agent = ScriptedAgent(.once, .always)
    let rig = Rig(.notDetermined, agent: agent)
    let (manager, recorder) = rig.manager()
    manager.requestWhenInUseAuthorization()
    await settle(rig) { manager.authorizationStatus == .authorizedWhenInUse }
    manager.requestAlwaysAuthorization()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "x") { _ in
      recorder.log.append("end")
    }
    await settle(rig) { recorder.log.contains("end") }
    #expect(agent.asked.count == 1)
    let next = AuthorizationCenter(
      program: Rig.program, store: rig.policy, agent: agent, usage: UsageDescription(),
      radios: RadioSwitches(folder: "/nonexistent"))
    #expect(next.current.grant == .notDetermined)
  }

  @Test func `refused: an error at the start, no place`() async {
    let rig = Rig(.denied)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.errors == [.denied])
    #expect(recorder.places.isEmpty)
    #expect(manager.location == nil)
  }

  @Test func `refused while places come: an error and no more of them`() async {
    let rig = Rig(.whenInUse)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.decide { $0.programs[Rig.program]?.grant = .denied }
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.log == ["authorization", "authorization", "error"])
  }

  @Test func `location off for all is denied, and comes back as it was`() async {
    let rig = Rig(.always)
    let (manager, recorder) = rig.manager()
    await rig.drain()
    await rig.decide { $0.isEnabled = false }
    #expect(!rig.center.current.isEnabled)
    await rig.decide { $0.isEnabled = true }
    #expect(recorder.statuses == [.authorizedAlways, .denied, .authorizedAlways])
    _ = manager
  }

  @Test func `the administrator's no stands above everything`() async {
    let agent = ScriptedAgent(.always)
    let rig = Rig(.notDetermined, agent: agent) { $0.restricted = ["*"] }
    let (manager, recorder) = rig.manager()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "x") { _ in
      recorder.log.append("end")
    }
    manager.requestWhenInUseAuthorization()
    await settle(rig) { recorder.log.contains("end") }
    #expect(manager.authorizationStatus == .restricted)
    #expect(agent.asked.isEmpty)
  }

  @Test func `with all radios off location is denied`() throws {
    let folder = try TemporaryFolder()
    for radio in ["rfkill0", "rfkill1"] {
      let path = folder.url.appendingPathComponent(radio)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      try "0\n".write(
        to: path.appendingPathComponent("hard"), atomically: true, encoding: .utf8)
      try "1\n".write(
        to: path.appendingPathComponent("soft"), atomically: true, encoding: .utf8)
    }
    let off = Rig(.always, radios: RadioSwitches(folder: folder.url.path))
    #expect(off.center.current.grant == .denied)
    try "0\n".write(
      to: folder.url.appendingPathComponent("rfkill1/soft"), atomically: true, encoding: .utf8)
    off.center.refresh()
    #expect(off.center.current.grant == .always)
  }

  @Test func `a change of accuracy is told too`() async {
    let rig = Rig(.whenInUse)
    let (manager, recorder) = rig.manager()
    await rig.decide { $0.programs[Rig.program]?.isReduced = true }
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
    #expect(recorder.statuses.count == 2)
  }

  @Test func `full accuracy for a while needs a purpose and a yes`() async {
    let usage = UsageDescription([
      "NSLocationTemporaryUsageDescriptionDictionary": ["navigation": "To lead you."]
    ])
    let rig = Rig(.whenInUse, isReduced: true, agent: ScriptedAgent(.once), usage: usage)
    let (manager, recorder) = rig.manager()
    for purpose in ["unknown", "navigation"] {
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: purpose) { error in
        recorder.log.append(error == nil ? "asked" : "declined")
      }
    }
    await settle(rig) { recorder.log.contains("asked") }
    #expect(recorder.log.filter { $0 != "authorization" } == ["declined", "asked"])
    #expect(manager.accuracyAuthorization == .fullAccuracy)
  }

  @Test func `where usage keys are required, a request without them does nothing`() async {
    let agent = ScriptedAgent(.whenInUse)
    let rig = Rig(.notDetermined, agent: agent) { $0.needsUsageKeys = true }
    let (manager, recorder) = rig.manager()
    manager.requestWhenInUseAuthorization()
    manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "x") { _ in
      recorder.log.append("end")
    }
    await settle(rig) { recorder.log.contains("end") }
    #expect(agent.asked.isEmpty)
    #expect(manager.authorizationStatus == .notDetermined)
  }

  @Test(arguments: [
    "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription",
    "NSLocationUsageDescription",
  ])
  func `any of the keys for always counts`(_ key: String) {
    #expect(UsageDescription([key: "Why"]).always == "Why")
  }

  @Test func `a program may be content with reduced accuracy`() async {
    let usage = UsageDescription(["NSLocationDefaultAccuracyReduced": true])
    let rig = Rig(.notDetermined, agent: ScriptedAgent(.whenInUse), usage: usage)
    let (manager, _) = rig.manager()
    manager.requestWhenInUseAuthorization()
    await settle(rig) { manager.authorizationStatus == .authorizedWhenInUse }
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
  }

  @Test func `decisions are kept in a file, under the administrator's`() throws {
    let folder = try TemporaryFolder()
    let system = folder.url.appendingPathComponent("etc")
    try FileManager.default.createDirectory(at: system, withIntermediateDirectories: true)
    let store = PolicyFile(
      environment: ["XDG_CONFIG_HOME": folder.url.path], system: system.path)
    store.change { $0.programs["/usr/bin/a"] = AuthorizationPolicy.Record(.always) }
    #expect(store.policy.programs["/usr/bin/a"]?.grant == .always)
    try #"{"restricted": ["/usr/bin/a"], "location_services": false}"#.write(
      to: system.appendingPathComponent("authorization.json"), atomically: true, encoding: .utf8)
    #expect(store.policy.restricts("/usr/bin/a"))
    #expect(!store.policy.isEnabled)
  }

  @Test func `nothing is told about places before a grant, whatever was started`() async {
    let rig = Rig(.notDetermined)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    manager.startMonitoringVisits()
    manager.startMonitoringSignificantLocationChanges()
    await rig.origin.opened()
    for second in 0..<2000 { rig.origin.emit(Rig.place(Double(second), 37, 127)) }
    await rig.drain()
    #expect(recorder.places.isEmpty && recorder.visits.isEmpty)
    #expect(manager.location == nil)
  }
}
