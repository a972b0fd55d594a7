import HeadingGeodesy
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

/// The standard location service.
@MainActor @Suite(.timeLimit(.minutes(5))) struct LocationUpdatesTests {
  private static let south = 37.0
  /// Approximate degrees of latitude per metre.
  private static let metre = 1 / 110_980.0

  @Test func `a manager has the documented defaults`() {
    let (manager, _) = Rig().manager()
    #expect(manager.desiredAccuracy == kCLLocationAccuracyBest)
    #expect(manager.distanceFilter == kCLDistanceFilterNone)
    #expect(manager.headingFilter == 1)
    #expect(manager.headingOrientation == .portrait)
    #expect(manager.activityType == .other)
    #expect(manager.pausesLocationUpdatesAutomatically)
    #expect(!manager.allowsBackgroundLocationUpdates)
    #expect(!manager.showsBackgroundLocationIndicator)
    #expect(manager.location == nil)
    #expect(manager.heading == nil)
    manager.allowsBackgroundLocationUpdates = true
    manager.showsBackgroundLocationIndicator = true
    #expect(manager.allowsBackgroundLocationUpdates && manager.showsBackgroundLocationIndicator)
  }

  @Test func `every call delivers a location and a burst keeps its order`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    for second in 0..<50 {
      rig.origin.emit(Rig.place(Double(second), 37 + Double(second) * Self.metre, 127))
      if second % 7 == 0 { await rig.drain() }
    }
    await rig.drain()
    #expect(recorder.counts.allSatisfy { $0 >= 1 })
    let north = recorder.places.map(\.coordinate.latitude)
    #expect(north.count == 50 && north == north.sorted())
  }

  @Test func `locations are delivered after the start call and not after the stop`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    #expect(recorder.places.isEmpty)
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127, altitude: 40))
    #expect(recorder.places.count == 1)
    #expect(recorder.places.first?.coordinate.latitude == 37)
    #expect(recorder.places.first?.altitude == 40)
    #expect(recorder.places.first?.verticalAccuracy == 3)
    #expect(manager.location == recorder.places.last)
    manager.stopUpdatingLocation()
    rig.origin.emit(Rig.place(2, 38, 127))
    await rig.drain()
    #expect(recorder.places.count == 1)
    #expect(!rig.services.hub.isRunning)
  }

  @Test func `a pending location is not delivered after the stop`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    rig.origin.emit(Rig.place(1, 37, 127))
    manager.stopUpdatingLocation()
    await rig.drain()
    #expect(recorder.places.isEmpty)
  }

  @Test func `updates can be stopped within the callback`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    recorder.onPlaces = { $0.stopUpdatingLocation() }
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    await rig.emit(Rig.place(2, 37, 128))
    #expect(recorder.places.count == 1)
  }

  @Test func `each manager has its own distance filter`()
    async
  {
    let rig = Rig()
    let (fine, fineRecorder) = rig.manager()
    let (coarse, coarseRecorder) = rig.manager()
    coarse.distanceFilter = 10
    coarse.pausesLocationUpdatesAutomatically = false
    fine.startUpdatingLocation()
    coarse.startUpdatingLocation()
    await rig.origin.opened()
    for second in 0..<60 {
      await rig.emit(
        Rig.place(Double(second), Self.south + Double(second) * Self.metre, 127))
    }
    #expect(fineRecorder.places.count == 60)
    #expect((5...6).contains(coarseRecorder.places.count))
    for (from, to) in zip(coarseRecorder.places, coarseRecorder.places.dropFirst()) {
      #expect(to.distance(from: from) >= 10)
    }
  }

  @Test func `more accurate locations pass the filter`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.distanceFilter = 100
    manager.startUpdatingLocation()
    await rig.origin.opened()
    for (time, accuracy) in [(1.0, 500.0), (2, 50), (3, 8), (4, 8)] {
      await rig.emit(Rig.place(time, 37, 127, accuracy: accuracy))
    }
    #expect(recorder.places.map(\.horizontalAccuracy) == [500, 50, 8])
  }

  @Test func `locations below the desired accuracy are delivered`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127, accuracy: 50))
    #expect(recorder.places.count == 1)
  }

  @Test func `a missing fix is reported once and a later fix is delivered`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    for tenth in 0..<100 { await rig.emit(Rig.nowhere(Double(tenth) / 10)) }
    #expect(recorder.errors == [.locationUnknown])
    await rig.emit(Rig.place(11, 37, 127))
    #expect(recorder.places.count == 1)
  }

  @Test func `silent sensors are reported once`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    rig.seconds.pass(20)
    while recorder.errors.isEmpty { await rig.drain() }
    await rig.drain()
    #expect(recorder.errors == [.locationUnknown])
    #expect(recorder.log == ["authorization", "places", "error"])
  }

  @Test func `a request delivers the first accurate location and releases the sensors`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    manager.requestLocation()
    manager.requestLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127, accuracy: 500))
    #expect(recorder.places.isEmpty)
    await rig.emit(Rig.place(2, 37, 127, accuracy: 80))
    await rig.emit(Rig.place(3, 37, 127, accuracy: 5))
    #expect(recorder.places.map(\.horizontalAccuracy) == [80])
    #expect(recorder.errors.isEmpty)
    #expect(!rig.services.hub.isRunning)
  }

  @Test func `a request delivers the best location or an error after ten seconds`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.requestLocation()
    await rig.origin.opened()
    for second in 0...10 {
      await rig.emit(Rig.place(Double(second), 37, 127, accuracy: second == 4 ? 300 : 900))
    }
    #expect(recorder.places.map(\.horizontalAccuracy) == [300])
    manager.requestLocation()
    await rig.origin.opened()
    for second in 20...30 { await rig.emit(Rig.nowhere(Double(second))) }
    #expect(recorder.errors == [.locationUnknown])
    #expect(recorder.places.count == 1)
    #expect(!rig.services.hub.isRunning)
  }

  @Test func `a stop cancels a request and a start replaces it`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.requestLocation()
    manager.stopUpdatingLocation()
    #expect(!rig.services.hub.isRunning)
    manager.requestLocation()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    await rig.emit(Rig.place(2, 37, 127))
    #expect(recorder.places.count == 2)
  }

  @Test func `the known location is delivered first and a second start has no effect`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    manager.startUpdatingLocation()
    await rig.drain()
    #expect(recorder.places.count == 1)
    manager.stopUpdatingLocation()
    manager.startUpdatingLocation()
    await rig.drain()
    #expect(recorder.places.count == 2)
    let (second, secondRecorder) = rig.manager()
    #expect(second.location == recorder.places.last)
    second.startUpdatingLocation()
    #expect(secondRecorder.places.isEmpty, "never inside the call")
    await rig.drain()
    #expect(secondRecorder.places == [recorder.places[1]])
  }

  @Test func `a simulated location is not saved for the next run`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("program.json")
    func place(_ latitude: Double, isSimulated: Bool) -> CLLocation {
      CLLocation(
        coordinate: CLLocationCoordinate2DMake(latitude, 127), altitude: 0, horizontalAccuracy: 5,
        verticalAccuracy: 5, course: 0, courseAccuracy: 1, speed: 0, speedAccuracy: 1,
        timestamp: Date(),
        sourceInfo: CLLocationSourceInformation(
          softwareSimulationState: isSimulated, andExternalAccessoryState: false))
    }
    let storage = ProgramStorage(file)
    storage.note(place(37, isSimulated: true))
    #expect(storage.content.location == nil && ProgramStorage(file).content.location == nil)
    storage.note(place(38, isSimulated: false))
    storage.note(place(39, isSimulated: true))
    #expect(ProgramStorage(file).content.location?.latitude == 38)
    #expect(storage.content.location?.latitude == 38)
  }

  @Test func `the location of an earlier run is delivered first`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/example.json")
    do {
      let rig = Rig(storage: ProgramStorage(file))
      let (manager, _) = rig.manager()
      manager.startUpdatingLocation()
      await rig.origin.opened()
      await rig.emit(Rig.place(1, 37.25, 127))
    }
    let rig = Rig(storage: ProgramStorage(file))
    let (manager, recorder) = rig.manager()
    #expect(manager.location?.coordinate.latitude == 37.25)
    manager.startUpdatingLocation()
    await rig.drain()
    #expect(recorder.places.map(\.coordinate.latitude) == [37.25])
  }

  @Test(arguments: [
    (CLActivityType.fitness, 300), (.other, 600), (.automotiveNavigation, 900),
    (.otherNavigation, 1200), (.airborne, 1800),
  ])
  func `updates pause at rest after the activity's time until restarted`(
    _ activity: CLActivityType, _ seconds: Int
  ) async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.activityType = activity
    manager.startUpdatingLocation()
    await rig.origin.opened()
    for second in 0...2000 { rig.origin.emit(Rig.place(Double(second), 37, 127)) }
    await rig.drain()
    #expect(recorder.log.filter { $0 == "paused" }.count == 1)
    #expect(recorder.places.count == seconds + 1)
    #expect(!rig.services.hub.isRunning)
    manager.startUpdatingLocation()
    await rig.drain()
    #expect(recorder.log.contains("resumed"))
    #expect(rig.services.hub.isRunning)
  }

  @Test func `updates continue at rest without automatic pausing`() async {
    let rig = Rig()
    let (manager, recorder) = rig.manager()
    manager.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    await rig.origin.opened()
    for second in 0..<1000 { rig.origin.emit(Rig.place(Double(second), 37, 127)) }
    await rig.drain()
    #expect(recorder.places.count == 1000)
    #expect(!recorder.log.contains("paused"))
  }

  @Test func `reduced accuracy yields coarse and rare locations`() async throws {
    let rig = Rig(.whenInUse, isReduced: true)
    let (manager, recorder) = rig.manager()
    #expect(manager.accuracyAuthorization == .reducedAccuracy)
    manager.pausesLocationUpdatesAutomatically = false
    manager.startUpdatingLocation()
    await rig.origin.opened()
    for minute in 0..<60 { await rig.emit(Rig.place(Double(minute * 60), 37.5665, 126.978)) }
    #expect(recorder.places.count == 4)
    let place = try #require(recorder.places.first)
    let distance = place.distance(from: CLLocation(latitude: 37.5665, longitude: 126.978))
    #expect(distance > 100 && distance < 5000)
    #expect(place.horizontalAccuracy == 5000)
  }

  @Test func `a released delegate receives nothing`() async {
    let rig = Rig()
    let manager = CLLocationManager(services: rig.services)
    do {
      let recorder = Recorder()
      manager.delegate = recorder
    }
    manager.startUpdatingLocation()
    await rig.origin.opened()
    await rig.emit(Rig.place(1, 37, 127))
    #expect(manager.delegate == nil)
  }

  @Test func `a released manager releases the sensors`() async {
    let rig = Rig()
    do {
      let (manager, _) = rig.manager()
      manager.startUpdatingLocation()
      #expect(rig.services.hub.isRunning)
    }
    await rig.drain()
    #expect(!rig.services.hub.isRunning)
  }
}
