import HeadingEngine
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Synchronization
import Testing

@testable import CoreLocation

/// The source of a program's updates, selected by the environment.
@Suite struct ProgramOriginTests {
  /// Reads an origin's updates until one matches; returns it and the elapsed time, s.
  private func first(
    of origin: some SensorOrigin, where isWanted: @escaping @Sendable (SolutionMessage) -> Bool
  ) async -> (SolutionMessage, Duration)? {
    let (stream, output) = AsyncStream.makeStream(of: SolutionMessage.self)
    let start = ContinuousClock.now
    let work = Task {
      await origin.deliver { output.yield($0) }
      output.finish()
    }
    defer { work.cancel() }
    for await message in stream where isWanted(message) {
      return (message, ContinuousClock.now - start)
    }
    return nil
  }

  @Test func `nothing is available without sensors`() {
    let origin = ProgramOrigin(environment: [
      "HEADINGD_SENSORS_URI": "ip:127.0.0.1:1", "HEADINGD_SENSORS_GPSD": "127.0.0.1:1",
    ])
    #expect(origin.availability == SensorAvailability())
    #expect(
      ProgramOrigin(environment: ["HEADINGD_SOCKET": "/nonexistent"]).availability
        == SensorAvailability())
  }

  @Test func `a daemon's sensors are available unless absent or silent`() {
    func availability(_ state: SensorStatus.State?) -> SensorAvailability {
      SensorAvailability(SensorKind.allCases.map { StatusMessage.Sensor($0, state) })
    }
    #expect(availability(.absent) == SensorAvailability())
    #expect(availability(nil) == SensorAvailability())
    for state in [SensorStatus.State.present, .silent, .failed] {
      let all = availability(state)
      #expect(all.hasHeading && all.hasLocation && all.hasMotion && all.hasPressure)
      #expect(all.hasRotation)
    }
    let receiver = SensorAvailability([StatusMessage.Sensor(.gnss, .present)])
    #expect(receiver.hasLocation && !receiver.hasHeading)
  }

  @Test func `a simulated location is delivered unchanged and marked as simulated`() async throws {
    let origin = ProgramOrigin(environment: ["CORELOCATION_SIMULATE": "37.5665, 126.9780, 38"])
    #expect(origin.availability.hasLocation && !origin.availability.hasHeading)
    let (message, _) = try #require(await first(of: origin) { _ in true })
    let place = CLLocation(message, date: Date())
    #expect(place.coordinate.latitude == 37.5665 && place.coordinate.longitude == 126.978)
    #expect(place.altitude == 38 && place.verticalAccuracy > 0)
    #expect(place.speed == 0 && place.course == -1)
    #expect(place.sourceInformation?.isSimulatedBySoftware == true)
  }

  @Test func `a GPX route is played with its times and altitudes`() throws {
    let route = try #require(
      SimulatedRoute(
        gpx: """
          <?xml version="1.0"?><gpx version="1.1">
          <wpt lat="37.5665" lon="126.978"><ele>38</ele><time>2026-01-01T00:00:00Z</time></wpt>
          <wpt lat="37.5675" lon="126.978"><time>2026-01-01T00:00:02.500Z</time></wpt>
          <wpt lat="37.5675" lon="126.979"><ele>40.5</ele></wpt>
          <wpt lat="99" lon="0"/></gpx>
          """))
    #expect(route.points.map(\.time) == [0, 2.5, 3.5])
    #expect(route.points.map(\.altitude) == [38, nil, 40.5])
    let state = route.state(at: 1.25)
    #expect(abs(state.coordinate.latitude - 37.567) < 1e-7)
    #expect(abs(state.speed - 44.4) < 0.1)
    #expect(abs(state.course?.degrees ?? 90) < 1e-6)
    #expect(route.state(at: 99).coordinate == route.points[2].coordinate)
    #expect(route.state(at: 99).course == nil)
    let origin = RouteOrigin(route)
    #expect(origin.next(after: 0) == 1)
    #expect(origin.next(after: 2) == 2.5)
    #expect(origin.next(after: 2.5) == 3.5)
  }

  @Test(.timeLimit(.minutes(5)))
  func `route points are delivered at their times with their altitudes`() async throws {
    let route = try #require(
      SimulatedRoute(
        gpx: """
          <gpx><trk><trkseg>
          <trkpt lat="37" lon="127"><ele>1</ele><time>2026-01-01T00:00:00Z</time></trkpt>
          <trkpt lat="38" lon="127"><ele>2</ele><time>2026-01-01T00:00:00.250Z</time></trkpt>
          <trkpt lat="39" lon="127"><ele>3</ele><time>2026-01-01T00:00:00.750Z</time></trkpt>
          </trkseg></trk></gpx>
          """))
    for (index, milliseconds) in [0, 250, 750].enumerated() {
      let latitude = 37 + Double(index)
      let (message, duration) = try #require(
        await first(of: RouteOrigin(route)) { $0.latitude == latitude })
      #expect(duration >= .milliseconds(milliseconds))
      let place = CLLocation(message, date: Date())
      #expect(place.altitude == Double(index + 1))
      #expect(place.sourceInformation?.isSimulatedBySoftware == true)
    }
  }

  @Test func `a simulated position is told as the engine tells it`() throws {
    let route = try #require(
      SimulatedRoute(
        gpx: """
          <gpx><trk><trkseg>
          <trkpt lat="37.123456789" lon="127.5"><ele>1.23456</ele></trkpt>
          <trkpt lat="37.123400001" lon="127.499999"><ele>2</ele></trkpt>
          </trkseg></trk></gpx>
          """))
    for time in [0, 0.3, 1, 7] {
      let message = RouteOrigin(route).message(at: time)
      let state = route.state(at: time)
      var solution = HeadingSolution(
        time: BootTime(seconds: message.bootTime), missing: .magnetometerMissing)
      solution.universalTime = .known(
        try #require(message.time.flatMap { UniversalTime(iso8601: $0) }))
      solution.coordinate = .known(state.coordinate)
      solution.horizontalAccuracy = .known(5)
      solution.altitude = .known(try #require(state.altitude))
      solution.verticalAccuracy = .known(5)
      solution.speed = .known(state.speed)
      solution.speedAccuracy = .known(0.5)
      if let course = state.course {
        solution.course = .known(Heading(course))
        solution.courseAccuracy = .known(Angle(degrees: 5))
      }
      solution.fixAge = .known(0)
      solution.isSimulated = true
      #expect(message == SolutionMessage(solution, latency: 0))
    }
  }

  @Test(arguments: ["", "37", "91,0", "a,b", "1,2,3,4", "nan,0"])
  func `an invalid position text yields no route`(_ text: String) {
    #expect(SimulatedRoute(place: text) == nil)
    #expect(SimulatedRoute(gpx: text) == nil)
  }
}
