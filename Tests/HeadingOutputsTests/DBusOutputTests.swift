import Foundation
import HeadingEngine
import HeadingGeometry
import HeadingRuntime
import HeadingSensing
import HeadingSimulation
import HeadingSystemd
import Logging
import Testing

@testable import HeadingOutputs

/// Objects on a bus of D-Bus, read by busctl.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: PrivateBus.isInstalled, "dbus-daemon or busctl is not installed"))
struct DBusOutputTests {
  private static let path = "/org/headingd/Heading1"
  private static let name = "org.headingd.Heading1"

  /// Runs a device that stands at a heading, with the output, while a function looks at the bus.
  private func withOutput<Value: Sendable>(
    on bus: PrivateBus, servesSensorProxy: Bool = false, tellsPlace: Bool = false,
    isSimulated: Bool = false, _ look: () async throws -> Value
  ) async throws -> Value {
    var configuration = DBusConfiguration()
    configuration.bus = .address(bus.address)
    (configuration.servesSensorProxy, configuration.tellsPlace) = (servesSensorProxy, tellsPlace)
    let output = DBusOutput(configuration)
    let service = HeadingService()
    let source = SimulationSource(
      try Scenario.named("pose:heading=45,pitch=10,roll=-20,iron=none,latitude=47.4,longitude=8.5"))
    let running = [
      Task { await service.run([isSimulated ? source : UnmarkedSource(source)]) },
      Task { await output.run(on: service, logger: Logger(label: "test")) },
    ]
    defer { for task in running { task.cancel() } }
    return try await look()
  }

  /// Asks busctl until its answer has something, for a minute.
  private func wait(
    on bus: PrivateBus, _ arguments: [String], until isRight: (String) -> Bool
  ) async throws -> String {
    let start = ContinuousClock.now
    while true {
      let text = try await bus.busctl(arguments)
      if isRight(text) { return text }
      guard start.duration(to: .now) < .seconds(60) else {
        Issue.record("\(arguments) does not come true: \(text)")
        return text
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func number(_ text: String) -> Double? {
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?["data"] as? Double
  }

  @Test func `busctl reads the heading, and finds the objects by itself`() async throws {
    let bus = try await PrivateBus()
    try await withOutput(on: bus) {
      let get = ["get-property", Self.name, Self.path, Self.name]
      _ = try await wait(on: bus, get + ["MagneticHeading"]) {
        number($0).map { abs($0 - 45) < 2 } ?? false
      }
      #expect(abs((number(try await bus.busctl(get + ["Pitch"])) ?? 0) - 10) < 1)
      #expect(abs((number(try await bus.busctl(get + ["Roll"])) ?? 0) + 20) < 1)
      #expect(try await bus.busctl(get + ["Simulated"]).contains("\"data\":false"))
      #expect(try await bus.busctl(get + ["Latitude"]).contains("has no property Latitude"))
      #expect(try await bus.busctl(["tree", "--list", Self.name]).contains(Self.path))
      let description = try await bus.busctl(["introspect", Self.name, Self.path])
      #expect(description.contains("TrueHeadingAccuracy") && description.contains("Claim"))
      let refused = try await bus.busctl([
        "set-property", Self.name, Self.path, Self.name, "Pitch", "d", "1",
      ])
      #expect(refused.contains("no property can be set"))
      let unknown = try await bus.busctl(["call", Self.name, "/nowhere", Self.name, "Claim"])
      #expect(unknown.contains("no object has the path /nowhere"))
    }
  }

  @Test func `the place is a property only if the configuration says so`() async throws {
    let bus = try await PrivateBus()
    try await withOutput(on: bus, tellsPlace: true) {
      _ = try await wait(
        on: bus, ["get-property", Self.name, Self.path, Self.name, "Latitude"]
      ) { number($0).map { abs($0 - 47.4) < 0.001 } ?? false }
    }
  }

  @Test func `a name that another program has is taken when that ends`() async throws {
    let bus = try await PrivateBus()
    let proxy = SensorProxyObjects.name
    var other: MessageBus? = try MessageBus(.address(bus.address))
    #expect(try other?.request(name: proxy) == true)
    let compass = "/net/hadess/SensorProxy/Compass"
    let interface = "net.hadess.SensorProxy.Compass"
    try await withOutput(on: bus, servesSensorProxy: true) {
      _ = try await wait(
        on: bus, ["get-property", Self.name, Self.path, Self.name, "MagneticHeading"]
      ) { number($0) != nil }
      other = nil
      let heading = try await wait(
        on: bus, ["get-property", proxy, compass, interface, "CompassHeading"]
      ) { number($0).map { $0 >= 0 } ?? false }
      #expect(abs((number(heading) ?? 0) - 45) < 2)
      let has = try await bus.busctl(["get-property", proxy, compass, interface, "HasCompass"])
      #expect(has.contains("true"))
      #expect(try await bus.busctl(["call", proxy, compass, interface, "ClaimCompass"]).isEmpty)
      #expect(try await bus.busctl(["tree", "--list", proxy]).contains(compass))
      // A policy for one name does not open the other.
      let other = try await bus.busctl([
        "get-property", proxy, Self.path, Self.name, "MagneticHeading",
      ])
      #expect(other.contains("no object has the path"))
    }
  }

  @Test func `simulated sensors are no compass of iio-sensor-proxy's interface`() async throws {
    let bus = try await PrivateBus()
    let proxy = SensorProxyObjects.name
    try await withOutput(on: bus, servesSensorProxy: true, isSimulated: true) {
      _ = try await wait(
        on: bus, ["get-property", Self.name, Self.path, Self.name, "Simulated"]
      ) { $0.contains("true") }
      let heading = try await bus.busctl([
        "get-property", proxy, "/net/hadess/SensorProxy/Compass",
        "net.hadess.SensorProxy.Compass", "CompassHeading",
      ])
      #expect(number(heading) == -1)
    }
  }

  @Test func `a bus that cannot be reached ends nothing, and the output ends at once`() async throws
  {
    let news = try #require(Newest<BusState>())
    let publisher = BusPublisher(
      kind: .address("unix:path=/nowhere/bus"), name: HeadingObject.name, objects: [], news: news,
      logger: Logger(label: "test"))
    let ended = Task.detached { publisher.run() }
    news.set(BusState())
    news.end()
    await ended.value
  }
}
