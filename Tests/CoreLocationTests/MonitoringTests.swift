import HeadingAuthorization
import HeadingGeodesy
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// Regions, visits and significant changes.
@MainActor @Suite(.timeLimit(.minutes(5))) struct MonitoringTests {
  private static let metre = 1 / 110_980.0

  private func circle(_ name: String, _ radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(
      center: CLLocationCoordinate2DMake(37, 127), radius: radius, identifier: name)
  }

  /// Walks along the meridian between distances north of the centre, m, one position per second.
  private func walk(_ rig: Rig, from start: Double, to end: Double, at time: inout Double) async {
    let steps = Int(abs(end - start))
    for step in 0...steps {
      let north = start + (end > start ? 1 : -1) * Double(step)
      rig.origin.emit(Rig.place(time, 37 + north * Self.metre, 127))
      time += 1
    }
    await rig.drain()
  }

  @Test func `a walk through a circle reports one entry and one exit`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startMonitoring(for: circle("home"))
    await rig.origin.opened()
    var time = 0.0
    await walk(rig, from: -300, to: 300, at: &time)
    #expect(
      recorder.regions == ["start home", "state 1 home", "in home", "state 2 home", "out home"])
  }

  @Test func `exit requires a margin and each crossing must persist for 20 s`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startMonitoring(for: circle("home"))
    await rig.origin.opened()
    var time = 0.0
    func stay(_ north: Double, seconds: Int) async {
      for _ in 0..<seconds {
        rig.origin.emit(Rig.place(time, 37 + north * Self.metre, 127))
        time += 1
      }
      await rig.drain()
    }
    await stay(300, seconds: 30)
    // Inside for less than 20 s, three times.
    for _ in 0..<3 {
      await stay(50, seconds: 15)
      await stay(300, seconds: 5)
    }
    #expect(recorder.regions == ["start home"])
    await stay(50, seconds: 20)
    #expect(recorder.regions == ["start home"])
    await stay(50, seconds: 1)
    #expect(recorder.regions.last == "in home")
    // Outside, but within the margin.
    await stay(115, seconds: 100)
    #expect(recorder.regions.last == "in home")
    await stay(300, seconds: 15)
    await stay(50, seconds: 5)
    await stay(300, seconds: 20)
    #expect(recorder.regions.last == "in home")
    await stay(300, seconds: 1)
    #expect(recorder.regions.last == "out home")
    #expect(recorder.regions.count == 5)
  }

  @Test func `every manager receives region events unless a flag disables them`() async {
    for (entry, exit) in [(true, true), (true, false), (false, true), (false, false)] {
      let rig = Rig()
      let (manager, first) = rig.manager()
      let (other, second) = rig.manager()
      let region = circle("home")
      region.notifyOnEntry = entry
      region.notifyOnExit = exit
      manager.startMonitoring(for: region)
      await rig.origin.opened()
      var time = 0.0
      await walk(rig, from: -300, to: 300, at: &time)
      for recorder in [first, second] {
        #expect(recorder.regions.filter { $0 == "in home" }.count == (entry ? 1 : 0))
        #expect(recorder.regions.filter { $0 == "out home" }.count == (exit ? 1 : 0))
      }
      #expect(other.monitoredRegions == [region])
    }
  }

  @Test func `being inside at the start is no entry but can be requested`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startMonitoring(for: circle("home"))
    manager.requestState(for: circle("home"))
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(recorder.regions == ["start home", "state 1 home"])
    manager.requestState(for: circle("home"))
    manager.requestState(for: circle("elsewhere"))
    await rig.drain()
    #expect(recorder.regions.suffix(2) == ["state 1 home", "state 0 elsewhere"])
  }

  @Test func `at most twenty regions and the same identifier replaces one`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    for index in 1...20 { manager.startMonitoring(for: circle("\(index)")) }
    manager.startMonitoring(for: circle("20", 50))
    manager.startMonitoring(for: circle("21"))
    manager.startMonitoring(for: circle("large", manager.maximumRegionMonitoringDistance * 2))
    await rig.drain()
    #expect(manager.monitoredRegions.count == 20)
    #expect(recorder.regions.suffix(2) == ["fail 5 21", "fail 5 large"])
    manager.stopMonitoring(for: circle("1"))
    manager.startMonitoring(for: circle("21"))
    #expect(manager.monitoredRegions.count == 20)
    for region in manager.monitoredRegions { manager.stopMonitoring(for: region) }
    #expect(!rig.services.hub.isRunning)
  }

  @Test func `regions and visits persist across runs`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/example.json")
    do {
      let rig = Rig(storage: ProgramStorage(file))
      let (manager, _) = rig.manager()
      manager.startMonitoring(for: circle("home"))
      manager.startMonitoringVisits()
      await rig.origin.opened()
      for second in 0..<400 { rig.origin.emit(Rig.place(Double(second), 37.1, 127)) }
      await rig.drain()
    }
    let rig = Rig(storage: ProgramStorage(file))
    let (manager, recorder) = rig.manager()
    #expect(manager.monitoredRegions.map(\.identifier) == ["home"])
    #expect(rig.services.hub.isRunning && rig.services.monitoring.watchesVisits)
    for _ in 1...2 { manager.startMonitoringVisits() }
    #expect(recorder.visits.isEmpty, "never inside the call")
    await rig.drain()
    #expect(recorder.visits.count == 1, "the last visit comes first, once")
    #expect(recorder.visits.first?.departureDate == .distantFuture)
    // It lasts for ten more minutes and is not reported again; then the way home is detected.
    await rig.origin.opened()
    for second in 1000..<1600 { rig.origin.emit(Rig.place(Double(second), 37.1, 127)) }
    await rig.drain()
    #expect(recorder.visits.count == 1)
    for second in 1600..<1700 { rig.origin.emit(Rig.place(Double(second), 37, 127)) }
    await rig.drain()
    #expect(recorder.visits.count == 2 && recorder.regions == ["state 1 home", "in home"])
    let departure = recorder.visits.last?.departureDate
    #expect(departure != .distantFuture)
    manager.stopMonitoringVisits()
    manager.stopMonitoring(for: circle("home"))
    let last = Rig(storage: ProgramStorage(file))
    #expect(last.manager().0.monitoredRegions.isEmpty && !last.services.hub.isRunning)
  }

  @Test(arguments: [true, false])
  func `a visit in progress at the program's end keeps its arrival`(_ isStillThere: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/example.json")
    var arrival = Date.distantPast
    do {
      let rig = Rig(storage: ProgramStorage(file))
      let (manager, recorder) = rig.manager()
      manager.startMonitoringVisits()
      await rig.origin.opened()
      rig.origin.emit(Rig.place(0, 37, 127))
      for second in 10..<400 { rig.origin.emit(Rig.place(Double(second), 37.1, 127)) }
      await rig.drain()
      arrival = try #require(recorder.visits.last?.arrivalDate)
    }
    #expect(arrival != .distantPast)
    let rig = Rig(storage: ProgramStorage(file))
    let (manager, recorder) = rig.manager()
    await rig.origin.opened()
    if isStillThere { rig.origin.emit(Rig.place(5000, 37.1, 127)) }
    await rig.emit(Rig.place(5001, 37.2, 127))
    let visit = try #require(recorder.visits.first)
    #expect(recorder.visits.count == 1)
    #expect(abs(visit.arrivalDate.timeIntervalSince(arrival)) <= 1)
    #expect(abs(visit.coordinate.latitude - 37.1) < 1e-6)
    // The last time there, or the first time elsewhere.
    #expect(abs(visit.departureDate.timeIntervalSince1970 - 1_800_000_000) <= 1)
    _ = manager
  }

  @Test func `a region entered between two runs is reported`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/example.json")
    do {
      let rig = Rig(storage: ProgramStorage(file))
      rig.manager().0.startMonitoring(for: circle("home"))
      await rig.origin.opened()
      await rig.emit(Rig.place(1, 37.1, 127))
    }
    let rig = Rig(storage: ProgramStorage(file))
    let (manager, recorder) = rig.manager()
    await rig.origin.opened()
    for second in 0...20 { rig.origin.emit(Rig.place(Double(second), 37, 127)) }
    await rig.drain()
    #expect(recorder.regions == ["state 1 home", "in home"])
    _ = manager
  }

  @Test func `a visit is reported at arrival and departure and a short stop is not`()
    async throws
  {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    let (other, otherRecorder) = rig.manager()
    for manager in [manager, other] {
      manager.distanceFilter = 10_000
      manager.desiredAccuracy = kCLLocationAccuracyThreeKilometers
    }
    manager.startMonitoringVisits()
    await rig.origin.opened()
    var time = 0.0
    func stay(_ north: Double, minutes: Double) {
      for _ in 0..<Int(minutes * 6) {
        rig.origin.emit(Rig.place(time, 37 + north * Self.metre, 127))
        time += 10
      }
    }
    stay(0, minutes: 30)
    stay(1000, minutes: 2)
    stay(3000, minutes: 40)
    stay(5000, minutes: 1)
    await rig.drain()
    try #require(recorder.visits.count == 4)
    let visits = recorder.visits
    #expect(visits[0].departureDate == .distantFuture)
    #expect(visits[0].arrivalDate == .distantPast, "it was there when it was first seen")
    #expect(visits[1].departureDate != .distantFuture)
    #expect(visits[0].coordinate.latitude == 37 && visits[1].coordinate.latitude == 37)
    #expect(visits[2].departureDate == .distantFuture)
    #expect(abs(visits[2].coordinate.latitude - 37 - 3000 * Self.metre) < 1e-6)
    #expect(visits[3].departureDate > visits[3].arrivalDate)
    let duration = visits[3].departureDate.timeIntervalSince(visits[3].arrivalDate)
    #expect(abs(duration - 40 * 60) <= 10)
    // For the whole program: another manager receives the same and can stop it for all.
    #expect(otherRecorder.visits.map(\.arrivalDate) == visits.map(\.arrivalDate))
    other.stopMonitoringVisits()
    #expect(!rig.services.hub.isRunning)
  }

  @Test func `a denial during visit monitoring is reported`() async {
    let rig = Rig(.always)
    let (manager, recorder) = rig.manager()
    manager.startMonitoringVisits()
    await rig.drain()
    #expect(recorder.errors.isEmpty)
    await rig.decide { $0.programs[Rig.program]?.grant = .denied }
    #expect(recorder.errors == [.denied])
    manager.stopMonitoringVisits()
    await rig.decide { $0.programs[Rig.program]?.grant = .always }
    await rig.decide { $0.programs[Rig.program]?.grant = .denied }
    #expect(recorder.errors == [.denied], "nothing is watched any more")
  }

  @Test func `significant changes deliver the known location first`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    manager.stopUpdatingLocation()
    manager.startMonitoringSignificantLocationChanges()
    #expect(recorder.places.count == 1, "never inside the call")
    await rig.drain()
    #expect(recorder.places.map(\.coordinate.latitude) == [37, 37])
    await rig.origin.opened()
    await rig.emit(Rig.place(2, 37 + 100 * Self.metre, 127))
    #expect(recorder.places.count == 2)
    await rig.emit(Rig.place(3, 37 + 600 * Self.metre, 127))
    #expect(recorder.places.count == 3)
  }

  @Test func `significant changes are 500 m and five minutes apart`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.distanceFilter = 10_000
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.startMonitoringSignificantLocationChanges()
    manager.startMonitoringSignificantLocationChanges()
    await rig.origin.opened()
    // Half an hour at 15 m/s: 27 km.
    for second in 0..<1800 {
      rig.origin.emit(Rig.place(Double(second), 37 + Double(second) * 15 * Self.metre, 127))
    }
    await rig.drain()
    #expect(recorder.places.count == 6)
    for (from, to) in zip(recorder.places, recorder.places.dropFirst()) {
      // The distance driven in five minutes.
      #expect(abs(to.distance(from: from) - 4500) < 5)
    }
    manager.stopMonitoringSignificantLocationChanges()
    #expect(!rig.services.hub.isRunning)
  }

  @Test(
    arguments: [AuthorizationGrant.whenInUse, .always],
    [false, true])
  func
    `every service delivers unless the legacy table excludes it`(
      _ grant: AuthorizationGrant, _ isLegacy: Bool
    ) async
  {
    let rig = Rig(grant) { $0.requiresAlwaysForMonitoring = isLegacy }
    // The services that the legacy table excludes.
    let isKept = isLegacy && grant == .whenInUse
    let (standard, standardRecorder) = rig.manager()
    let (manager, recorder) = rig.manager()
    standard.startUpdatingLocation()
    standard.startUpdatingHeading()
    manager.startMonitoringSignificantLocationChanges()
    manager.startMonitoring(for: circle("home"))
    manager.startMonitoringVisits()
    await rig.origin.opened()
    for second in 0..<400 { rig.origin.emit(Rig.place(Double(second), 37, 127)) }
    var time = 400.0
    await walk(rig, from: 0, to: 600, at: &time)
    await rig.emit(Rig.heading(20, true: 28.5))
    #expect(standardRecorder.places.count == 1001)
    #expect(standardRecorder.headings.map(\.trueHeading) == [28.5])
    #expect(recorder.places.count == (isKept ? 0 : 2))
    #expect(recorder.visits.count == (isKept ? 0 : 2))
    #expect(recorder.errors == (isKept ? [.denied] : []))
    #expect(
      recorder.regions == (isKept ? ["fail 4 home"] : ["start home", "state 2 home", "out home"]))
  }

  @Test func `a circle contains coordinates within its radius on the ellipsoid`() throws {
    let region = circle("home", 1000)
    let center = try #require(Coordinate(latitude: 37, longitude: 127))
    for azimuth in stride(from: 0.0, to: 360, by: 30) {
      for (distance, isInside) in [(999.0, true), (1001.0, false)] {
        let end = try #require(
          center.following(azimuth: Angle(degrees: azimuth), distance: distance))
        let place = CLLocationCoordinate2DMake(
          end.coordinate.latitude, end.coordinate.longitude)
        #expect(region.contains(place) == isInside)
      }
    }
    #expect(!region.contains(kCLLocationCoordinate2DInvalid))
  }
}
