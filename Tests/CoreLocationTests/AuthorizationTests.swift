import HeadingAuthorization
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// Authorization, and requests to the user.
@MainActor @Suite(.timeLimit(.minutes(5))) struct AuthorizationTests {
  private func settle(_ rig: Rig, until isDone: () -> Bool) async {
    while !isDone(), !Task.isCancelled {
      await Task.yield()
      await rig.drain()
    }
    await rig.drain()
  }

  /// Waits until every request so far has completed.
  private func requestsEnd(_ rig: Rig, _ center: AuthorizationCenter? = nil) async {
    await withCheckedContinuation { continuation in
      (center ?? rig.center).requestFullAccuracy(purpose: "none") { _ in continuation.resume() }
    }
    await rig.drain()
  }

  /// The same program, started again.
  private func restarted(_ rig: Rig) -> AuthorizationCenter {
    AuthorizationCenter(
      program: Rig.program, store: rig.policy, agent: rig.agent, usage: UsageDescription(),
      radios: RadioSwitches(folder: "/nonexistent"))
  }

  @Test func `the first run goes from not determined to granted to locations`() async {
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
    manager.requestWhenInUseAuthorization()
    await requestsEnd(rig)
    #expect(rig.agent.asked.count == 1)
    #expect(recorder.statuses.count == 2, "a second request asks nobody and tells nothing")
  }

  @Test func `a later run is authorized at once and gets locations`() async {
    let rig = Rig(.whenInUse)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.log == ["authorization", "places"])
    #expect(recorder.statuses == [.authorizedWhenInUse])
  }

  @Test func `a user who has decided is not asked again`() async {
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

  @Test func `a denial persists and is not asked again in a later run`() async {
    let rig = Rig(.notDetermined, agent: ScriptedAgent(.deny, .whenInUse))
    let (manager, recorder) = rig.manager()
    await rig.drain()
    manager.requestWhenInUseAuthorization()
    await settle(rig) { recorder.statuses.count == 2 }
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    await requestsEnd(rig)
    #expect(recorder.statuses == [.notDetermined, .denied])
    let next = restarted(rig)
    next.requestWhenInUse()
    await requestsEnd(rig, next)
    #expect(next.current.grant == .denied)
    #expect(rig.agent.asked.count == 1)
  }

  @Test func `requests for in use and always ask two questions`() async {
    let agent = ScriptedAgent(waits: true)
    let rig = Rig(.notDetermined, agent: agent)
    let (manager, recorder) = rig.manager()
    manager.requestWhenInUseAuthorization()
    manager.requestAlwaysAuthorization()
    await settle(rig) { agent.asked.count == 1 }
    #expect(recorder.statuses == [.notDetermined])
    agent.give(.whenInUse)
    await settle(rig) { recorder.statuses.count == 2 && agent.asked.count == 2 }
    agent.give(.always)
    await settle(rig) { recorder.statuses.count == 3 }
    await requestsEnd(rig)
    #expect(agent.asked.map(\.kind) == [.whenInUse, .upgrade])
    #expect(recorder.statuses == [.notDetermined, .authorizedWhenInUse, .authorizedAlways])
  }

  @Test func `a declined upgrade to always changes nothing and is not offered again`() async {
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

  @Test func `a grant for once ends with the run and cannot be upgraded`() async {
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
    let next = restarted(rig)
    #expect(next.current.grant == .notDetermined)
    next.requestWhenInUse()
    await requestsEnd(rig, next)
    #expect(agent.asked.map(\.kind) == [.whenInUse, .whenInUse])
  }

  @Test func `a denied program gets an error at the start and no location`() async {
    let rig = Rig(.denied)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    #expect(recorder.log.isEmpty, "never inside the call")
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.errors == [.denied])
    #expect(recorder.places.isEmpty)
    #expect(manager.location == nil)
  }

  @Test func `denial during updates reports an error and stops locations until granted`()
    async
  {
    let rig = Rig(.whenInUse)
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await settle(rig) { recorder.statuses.count == 1 }
    await rig.decide { $0.programs[Rig.program]?.grant = .denied }
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.log == ["authorization", "authorization", "error"])
    await rig.decide { $0.programs[Rig.program]?.grant = .whenInUse }
    await rig.emit(Rig.place(2, 37, 127))
    #expect(recorder.log.suffix(2) == ["authorization", "places"])
    #expect(recorder.statuses == [.authorizedWhenInUse, .denied, .authorizedWhenInUse])
  }

  @Test func `disabling location services denies access and enabling restores it`() async {
    let rig = Rig(.always)
    let (manager, recorder) = rig.manager()
    await rig.drain()
    await rig.decide { $0.isEnabled = false }
    #expect(!rig.center.current.isEnabled)
    await rig.decide { $0.isEnabled = true }
    #expect(recorder.statuses == [.authorizedAlways, .denied, .authorizedAlways])
    _ = manager
  }

  @Test func `the administrator's denial overrides every decision`() async {
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

  @Test func `switching all radios off denies access and switching on restores it`() async throws {
    let folder = try TemporaryFolder()
    for radio in ["rfkill0", "rfkill1"] {
      let path = folder.url.appendingPathComponent(radio)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      try "0\n".write(
        to: path.appendingPathComponent("hard"), atomically: true, encoding: .utf8)
      try "1\n".write(
        to: path.appendingPathComponent("soft"), atomically: true, encoding: .utf8)
    }
    let rig = Rig(.always, radios: RadioSwitches(folder: folder.url.path))
    let (manager, recorder) = rig.manager()
    await rig.drain()
    #expect(manager.authorizationStatus == .denied)
    try "0\n".write(
      to: folder.url.appendingPathComponent("rfkill1/soft"), atomically: true, encoding: .utf8)
    rig.center.refresh()
    await rig.drain()
    #expect(recorder.statuses == [.denied, .authorizedAlways])
  }

  @Test func `a change of accuracy is reported`() async {
    let rig = Rig(.whenInUse)
    let (manager, recorder) = rig.manager()
    await rig.decide { $0.programs[Rig.program]?.isReduced = true }
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
    #expect(recorder.statuses.count == 2)
  }

  @Test func `temporary full accuracy requires a purpose and consent`() async {
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

  @Test func `a request without a required usage key has no effect`() async {
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

  @Test(arguments: [AuthorizationAnswer.whenInUse, .once])
  func `a program may default to reduced accuracy`(_ answer: AuthorizationAnswer) async {
    let usage = UsageDescription(["NSLocationDefaultAccuracyReduced": true])
    let rig = Rig(.notDetermined, agent: ScriptedAgent(answer), usage: usage)
    let (manager, _) = rig.manager()
    manager.requestWhenInUseAuthorization()
    await settle(rig) { manager.authorizationStatus == .authorizedWhenInUse }
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
  }

  @Test func `decisions are saved in a file below the administrator's`() async throws {
    let folder = try TemporaryFolder()
    let system = folder.url.appendingPathComponent("etc")
    try FileManager.default.createDirectory(at: system, withIntermediateDirectories: true)
    let store = PolicyFile(
      environment: ["XDG_CONFIG_HOME": folder.url.path], system: system.path)
    store.change { $0.programs["/usr/bin/a"] = AuthorizationPolicy.Record(.always) }
    #expect(store.policy.programs["/usr/bin/a"]?.grant == .always)
    // The answer to a program's request is saved there for its later runs.
    let agent = ScriptedAgent(.whenInUse, .whenInUse)
    for run in 1...2 {
      let center = AuthorizationCenter(
        program: Rig.program, store: store, agent: agent, usage: UsageDescription(),
        radios: RadioSwitches(folder: "/nonexistent"))
      #expect(center.current.grant == (run == 1 ? .notDetermined : .whenInUse))
      center.requestWhenInUse()
      await withCheckedContinuation { continuation in
        center.requestFullAccuracy(purpose: "none") { _ in continuation.resume() }
      }
      #expect(center.current.grant == .whenInUse && agent.asked.count == 1)
    }
    try #"{"restricted": ["/usr/bin/a"], "location_services": false}"#.write(
      to: system.appendingPathComponent("authorization.json"), atomically: true, encoding: .utf8)
    #expect(store.policy.restricts("/usr/bin/a"))
    #expect(!store.policy.isEnabled)
  }

  @Test func `no service delivers locations before authorization`() async {
    let rig = Rig(.notDetermined)
    let (manager, recorder) = rig.manager()
    let (other, otherRecorder) = rig.manager()
    let home = CLCircularRegion(
      center: CLLocationCoordinate2DMake(37, 127), radius: 100, identifier: "home")
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    manager.startMonitoringVisits()
    manager.startMonitoringSignificantLocationChanges()
    manager.startMonitoring(for: home)
    manager.requestState(for: home)
    other.requestLocation()
    await rig.origin.opened()
    for second in 0..<2000 {
      // Half an hour here, then some minutes elsewhere, and back.
      let latitude = (1000..<1500).contains(second) ? 37.1 : 37
      rig.origin.emit(Rig.place(Double(second), latitude, 127))
    }
    await rig.drain()
    for recorder in [recorder, otherRecorder] {
      #expect(recorder.places.isEmpty && recorder.visits.isEmpty)
      #expect(recorder.regions == ["start home"])
      #expect(recorder.log == ["authorization"])
    }
    #expect(manager.location == nil && other.location == nil)
  }

  @Test(arguments: [false, true])
  func `a heading without authorization is magnetic or withheld by policy`(
    _ isGuarded: Bool
  ) async {
    let rig = Rig(.notDetermined) { $0.requiresHeadingAuthorization = isGuarded }
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    await rig.origin.opened()
    await rig.emit(Rig.heading(20, true: 28.5))
    #expect(recorder.headings.map(\.magneticHeading) == (isGuarded ? [] : [20]))
    #expect(recorder.headings.allSatisfy { $0.trueHeading < 0 })
  }
}
