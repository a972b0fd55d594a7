import Geomagnetism
import Glibc
import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import HeadingSensing
import HeadingSimulation
import HeadingTesting
import Testing

@testable import CoreLocation

/// Managers with simulated IIO devices and the local gpsd, through the engine in the process.
@MainActor @Suite(.timeLimit(.minutes(5))) struct EndToEndTests {
  private static let profile = SharedData.packageRoot
    .appendingPathComponent("calibration/simulated-hat.json").path

  /// The services of an authorized program.
  private func services(iio port: Int, gpsd: String = "none") -> LocationServices {
    let origin = ProgramOrigin(environment: [
      "HEADINGD_SENSORS_URI": "ip:127.0.0.1:\(port)", "HEADINGD_SENSORS_GPSD": gpsd,
      "HEADINGD_SENSORS_PROFILE": Self.profile,
    ])
    return LocationServices(
      hub: SensorHub(origin), center: Rig(.always).center, storage: ProgramStorage(nil),
      now: { Date() })
  }

  @Test(arguments: [(0, 0), (30, 0), (0, -45), (60, 0), (20, 60)])
  func `a manager's headings are within a degree in eight directions, tilted up to 60 degrees`(
    _ pitch: Int, _ roll: Int
  ) async throws {
    for heading in stride(from: 0, to: 360, by: 45) {
      let server = IIODServer(
        try Scenario.named("pose:heading=\(heading),pitch=\(pitch),roll=\(roll)"))
      let found = try await server.serve { port in await services(iio: port).settledHeading() }
      let error = (try #require(found) - Double(heading)).remainder(dividingBy: 360)
      #expect(abs(error) < 1, "\(heading)° at pitch \(pitch)°, roll \(roll)°")
    }
  }

  @Test func `a disconnected sensor is no longer available`() async throws {
    let server = IIODServer(try Scenario.named("pose"))
    let sensors = server.hat.sensors
    func availability() async throws -> SensorAvailability {
      try await server.serve { port in
        ProgramOrigin(environment: [
          "HEADINGD_SENSORS_URI": "ip:127.0.0.1:\(port)", "HEADINGD_SENSORS_GPSD": "none",
        ]).availability
      }
    }
    let all = try await availability()
    #expect(all.hasHeading && all.hasMotion && all.hasPressure && !all.hasLocation)
    #expect(all.hasRotation)
    for device in Set(sensors.map(\.device)).sorted() {
      try server.setFaults([.absent], on: device)
      let rest = try await availability()
      let lost = sensors.filter { $0.device == device }.map(\.quantity)
      #expect(rest.hasHeading == !lost.contains(.magneticField))
      #expect(rest.hasMotion == !lost.contains(.acceleration))
      #expect(rest.hasRotation == !lost.contains(.angularRate))
      #expect(rest.hasPressure == !lost.contains(.pressure))
      try server.setFaults([], on: device)
    }
  }

  @Test func `no heading without a magnetometer and no location without a receiver`()
    async throws
  {
    let server = IIODServer(try Scenario.named("pose"))
    for sensor in server.hat.sensors where sensor.quantity == .magneticField {
      try server.setFaults([.absent], on: sensor.device)
    }
    try await server.serve { port in await self.wait(services(iio: port)) }
  }

  /// Starts both services and waits for the error that the location is unknown.
  private func wait(_ services: LocationServices) async {
    let (manager, recorder) = (CLLocationManager(services: services), Recorder())
    manager.delegate = recorder
    manager.startUpdatingHeading()
    // The other sensors run, so an invented heading would be delivered.
    let (stream, output) = AsyncStream.makeStream(of: Void.self)
    recorder.onError = { _ in output.finish() }
    manager.startUpdatingLocation()
    for await _ in stream {}
    #expect(recorder.errors == [.locationUnknown])
    #expect(recorder.log == ["authorization", "error"])
    #expect(manager.heading == nil && manager.location == nil)
  }

  /// Runs a function with a simulated pose north of London and a receiver there, through real gpsd.
  private func received<Result: Sendable>(
    hasFix: Bool = true,
    _ body: @Sendable (LocationServices, IIODServer, ReceiverFeed) async throws -> Result
  ) async throws -> Result {
    let port = try LoopbackSocket.freePort(SOCK_STREAM)
    let receiverPort = try LoopbackSocket.freePort(SOCK_DGRAM)
    let gpsd = try RealGPSD(port: port, receiver: "udp://127.0.0.1:\(receiverPort)")
    defer { gpsd.stop() }
    let socket = try LoopbackSocket(SOCK_DGRAM)
    let feed = ReceiverFeed { socket.send($0, to: receiverPort) }
    feed.set(hasFix: hasFix)
    defer { feed.stop() }
    let server = IIODServer(
      try Scenario.named("pose:heading=120,latitude=51.6667,longitude=-0.3333"))
    return try await server.serve { iio in
      try await body(services(iio: iio, gpsd: "127.0.0.1:\(port)"), server, feed)
    }
  }

  @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed: apt-get install gpsd"))
  func
    `a receiver without a fix is an unknown place; then all services get its places, and let go`()
    async throws
  {
    try await received(hasFix: false) { services, server, feed in
      await watch(services, server, feed)
    }
  }

  /// Waits for the error, then for the other services' results of a fix, then for the sensors' end.
  private func watch(
    _ services: LocationServices, _ server: IIODServer, _ feed: ReceiverFeed
  ) async {
    let (manager, recorder) = (CLLocationManager(services: services), Recorder())
    manager.delegate = recorder
    let (failures, failed) = AsyncStream.makeStream(of: Void.self)
    let (places, placed) = AsyncStream.makeStream(of: Void.self)
    recorder.onError = { _ in failed.finish() }
    recorder.onPlaces = { _ in placed.finish() }
    manager.startUpdatingLocation()
    for await _ in failures {}
    #expect(recorder.errors == [.locationUnknown] && recorder.places.isEmpty)
    #expect(server.connections > 0)
    feed.set(hasFix: true)
    for await _ in places {}
    #expect(recorder.places.first.map { abs($0.coordinate.longitude + 1.0 / 3) < 0.001 } == true)

    let (other, otherRecorder) = (CLLocationManager(services: services), Recorder())
    other.delegate = otherRecorder
    let (states, determined) = AsyncStream.makeStream(of: Void.self)
    otherRecorder.onRegion = { text in if text == "state 1 receiver" { determined.finish() } }
    let circle = CLCircularRegion(
      center: CLLocationCoordinate2DMake(51.66667, -0.33333), radius: 1000,
      identifier: "receiver")
    other.startMonitoring(for: circle)
    other.requestState(for: circle)
    other.startMonitoringSignificantLocationChanges()
    for await _ in states {}
    #expect(otherRecorder.regions.first == "start receiver")
    #expect(!otherRecorder.places.isEmpty)

    manager.stopUpdatingLocation()
    other.stopMonitoringSignificantLocationChanges()
    other.stopMonitoring(for: circle)
    #expect(!services.hub.isRunning)
    while server.connections > 0, !Task.isCancelled { await Task.yield() }
    #expect(server.connections == 0)
  }

  @Test(.enabled(if: RealGPSD.isInstalled, "gpsd is not installed: apt-get install gpsd"))
  func `a fix of gpsd yields the location and the true heading`() async throws {
    let (place, magneticHeading, trueHeading) = try await received { services, _, _ in
      await located(services)
    }
    #expect(abs(place.coordinate.latitude - 51.66667) < 0.001)
    #expect(abs(place.coordinate.longitude + 0.33333) < 0.001)
    #expect(place.horizontalAccuracy > 0 && place.horizontalAccuracy < 100)
    #expect(place.sourceInformation?.isSimulatedBySoftware == true)
    let coordinate = try #require(Coordinate(latitude: 51.66667, longitude: -0.33333))
    let year = 1970 + Date().timeIntervalSince1970 / (365.2425 * 86_400)
    let declination = try MagneticModel.wmm2025.field(
      at: coordinate, ellipsoidalHeight: 100, decimalYear: year
    ).declination.degrees
    let difference = trueHeading - magneticHeading - declination
    #expect(abs(difference.remainder(dividingBy: 360)) < 0.1)
  }

  /// Returns the first location and the first true heading.
  private func located(_ services: LocationServices) async -> (CLLocation, Double, Double) {
    let manager = CLLocationManager(services: services)
    let recorder = Recorder()
    manager.delegate = recorder
    manager.headingFilter = kCLHeadingFilterNone
    let (stream, output) = AsyncStream.makeStream(of: Void.self)
    recorder.onHeading = { [weak recorder] heading in
      if heading.trueHeading >= 0, recorder?.places.isEmpty == false { output.finish() }
    }
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    for await _ in stream {}
    let heading = recorder.headings.last ?? CLHeading()
    return (recorder.places.last ?? CLLocation(), heading.magneticHeading, heading.trueHeading)
  }
}
