import Foundation
import Glibc
import HeadingAuthorization
import HeadingClient
import HeadingLocationServices
import HeadingProtocol
import HeadingTesting
import Testing

@testable import CoreLocation

extension CommandLineSuite {
  /// Programs written for Core Location before a running daemon, which decides what they see.
  @MainActor @Suite(.enabled(if: ToolRun.isInstalled("gpsd"), "gpsd is not installed"))
  final class AuthorizationTests {
    /// Writes down what a manager tells.
    final class Listener: NSObject, CLLocationManagerDelegate {
      var statuses: [CLAuthorizationStatus] = []
      var accuracies: [CLAccuracyAuthorization] = []
      var places: [CLLocation] = []
      var headings: [CLHeading] = []
      var errors: [CLError.Code] = []

      func locationManager(_ manager: CLLocationManager, didUpdateLocations new: [CLLocation]) {
        places += new
      }

      func locationManager(_ manager: CLLocationManager, didUpdateHeading new: CLHeading) {
        headings.append(new)
      }

      func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        if let error = error as? CLError { errors.append(error.code) }
      }

      func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        statuses.append(manager.authorizationStatus)
        accuracies.append(manager.accuracyAuthorization)
      }
    }

    /// No terminal.
    struct Nobody: AuthorizationAgent {
      var canAsk: Bool { false }
      func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer? { nil }
    }

    /// A person at the program's own terminal.
    struct Person: AuthorizationAgent {
      func answer(_ question: AuthorizationQuestion) async -> AuthorizationAnswer? {
        question.kind == .whenInUse ? .once : .deny
      }
    }

    /// The program that this test's connections come from, as the kernel names it.
    private let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    private let folder: TemporaryFolder
    private var socket: String { folder.url.path + "/s" }

    init() throws { folder = try TemporaryFolder() }

    private func configure(_ programs: String = "announced") throws -> String {
      try folder.put(
        "headingd.yaml",
        """
        authorization:
          programs: \(programs)
          file: \(folder.url.path)/decisions.json
          policy: \(folder.url.path)/authorization.json
        """)
    }

    private func startDaemon(_ arguments: [String]) async throws -> Program {
      let daemon = try Program("headingd", ["--socket", socket] + arguments)
      try await Program.wait("socket; \(daemon.errors)") {
        FileManager.default.fileExists(atPath: socket) ? () : nil
      }
      return daemon
    }

    /// A program's manager, as `CLLocationManager()` makes it where `HEADINGD_SOCKET` is set.
    private func makeManager(
      agent: any AuthorizationAgent = Nobody()
    ) -> (CLLocationManager, Listener) {
      let environment = ["HEADINGD_SOCKET": socket]
      let center = AuthorizationCenter(
        program: program, store: PolicyMemory(), agent: agent, usage: UsageDescription(),
        radios: RadioSwitches(), daemon: DaemonAuthorization(environment: environment))
      let manager = CLLocationManager(
        services: LocationServices(
          hub: SensorHub(ProgramOrigin(environment: environment)), center: center,
          storage: ProgramStorage(nil), now: { Date() }))
      let listener = Listener()
      manager.delegate = listener
      return (manager, listener)
    }

    private func authorize(_ arguments: String...) async throws -> String {
      let run = try await Program.run("compass", ["authorize"] + arguments + ["--socket", socket])
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }

    private func wait(_ what: String, _ isTrue: () -> Bool) async throws {
      try await Program.wait(what) { isTrue() ? () : nil }
    }

    @Test func `not determined, while in use, reduced, denied: each at once, by the daemon`()
      async throws
    {
      let receiver = try LoopbackSocket.freePort(SOCK_DGRAM)
      let port = try LoopbackSocket.freePort(SOCK_STREAM)
      let gpsd = try Program(
        ToolRun.path("gpsd") ?? "/usr/sbin/gpsd",
        ["-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(receiver)"])
      defer { gpsd.signal(SIGTERM) }
      let feed = ReceiverTests.feed(receiver, try LoopbackSocket(SOCK_DGRAM))
      defer { feed.cancel() }
      let sensors = try await SimulatedServer("turning")
      let arguments = [
        "--config", try configure(), "--uri", sensors.uri, "--gpsd", "127.0.0.1:\(port)",
      ]
      let daemon = try await startDaemon(arguments)
      defer { daemon.signal(SIGTERM) }

      // Who does not say that it is a location program sees what `access` grants, as ever.
      let plain = try Program("compass", ["--json", "--rate", "5", "--socket", socket])
      defer { plain.signal(SIGTERM) }
      _ = try await plain.update("a place") { $0["latitude"] is Double }

      let (manager, listener) = makeManager()
      manager.headingFilter = kCLHeadingFilterNone
      manager.pausesLocationUpdatesAutomatically = false
      #expect(manager.authorizationStatus == .notDetermined)
      manager.startUpdatingLocation()
      manager.startUpdatingHeading()
      try await wait("headings") { listener.headings.count >= 20 }
      #expect(listener.places.isEmpty && listener.statuses == [.notDetermined])
      #expect(listener.headings.allSatisfy { $0.trueHeading < 0 && $0.magneticHeading >= 0 })

      _ = try await authorize("allow", program)
      try await wait("a place") { !listener.places.isEmpty }
      #expect(listener.statuses == [.notDetermined, .authorizedWhenInUse])
      let place = try #require(listener.places.first)
      // As accurate as it says; a degree has 111 km.
      let error = abs(place.coordinate.latitude - (51 + 40.0 / 60)) * 111_000
      #expect(place.horizontalAccuracy > 0 && place.horizontalAccuracy < 500)
      #expect(error < 3 * place.horizontalAccuracy)
      try await wait("a true heading") { (listener.headings.last?.trueHeading ?? -1) >= 0 }

      _ = try await authorize("allow", program, "--reduced")
      try await wait("a blurred place") { listener.places.last?.horizontalAccuracy == 5000 }
      #expect(listener.accuracies.last == .reducedAccuracy)
      let blurred = try #require(listener.places.last)
      #expect(blurred.distance(from: place) > 100 && blurred.verticalAccuracy < 0)
      let count = listener.places.count

      _ = try await authorize("deny", program)
      try await wait("a refusal") { listener.errors.contains(.denied) }
      #expect(listener.statuses.last == .denied && manager.location == nil)
      // Not the library: nothing of the place comes over the socket any more.
      var request = Request()
      request.authorization = true
      var seen = 0
      for try await line in DaemonClient(.socket(socket), request: request).lines {
        guard case .update(let message) = line, message.reasons.contains("authorization_denied")
        else { continue }
        #expect(message.latitude == nil && message.altitude == nil && message.velocity == nil)
        seen += 1
        if seen == 20 { break }
      }
      #expect(listener.places.count == count)
      #expect(try await authorize("list").contains("\(program)\tuser \(getuid())\tdenied"))
      _ = try await plain.update("a place still") { $0["latitude"] is Double }

      // The decision outlives the daemon.
      manager.stopUpdatingLocation()
      manager.stopUpdatingHeading()
      daemon.signal(SIGTERM)
      _ = try await daemon.end()
      let next = try await startDaemon(arguments)
      defer { next.signal(SIGTERM) }
      let (later, news) = makeManager()
      try await wait("the callback") { news.statuses.last == .denied }
      #expect(later.authorizationStatus == .denied)
    }

    @Test func `the agent asks on its terminal, and the program receives the answer`() async throws
    {
      let daemon = try await startDaemon(["--config", try configure("everyone"), "--simulate"])
      defer { daemon.signal(SIGTERM) }
      let terminal = try PseudoTerminal(columns: 200)
      let agent = try Program(
        "compass", ["authorize", "agent", "--socket", socket], terminal: terminal)
      defer { agent.signal(SIGTERM) }
      let (manager, listener) = makeManager()
      manager.requestWhenInUseAuthorization()
      manager.requestAlwaysAuthorization()
      try await wait("the question; \(terminal.shown)") {
        terminal.shown.contains("\(program) (user \(getuid())) would like to know where you are: ")
      }
      for key in "w\n".utf8 { terminal.press(key) }
      try await wait("the answer") { listener.statuses.last == .authorizedWhenInUse }
      try await wait("the next question") { terminal.shown.contains("also when it does not run") }
      for key in "c\n".utf8 { terminal.press(key) }
      try await wait("the answer") { listener.statuses.last == .authorizedAlways }
      #expect(try await authorize("list").contains("\(program)\tuser \(getuid())\talways"))
      // What it watches is known to the daemon, which could start it.
      let region = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 47.125, longitude: 8), radius: 100,
        identifier: "home")
      manager.startMonitoring(for: region)
      manager.startMonitoringSignificantLocationChanges()
      let kept = folder.url.appendingPathComponent("monitoring.json")
      try await wait("the registration") {
        let text = (try? String(contentsOf: kept, encoding: .utf8)) ?? ""
        return text.contains("47.125") && text.contains("\"significant_changes\" : true")
          && text.contains("\"\(program)\"")
      }
      let monitor = CLMonitor(
        "walk", hub: SensorHub(ProgramOrigin(environment: ["HEADINGD_SOCKET": socket])),
        center: manager.core.services.center, folder: nil)
      await monitor.add(
        CLMonitor.CircularGeographicCondition(
          center: CLLocationCoordinate2D(latitude: 47.375, longitude: 8), radius: 50),
        identifier: "bridge")
      try await wait("the monitor's registration") {
        (try? String(contentsOf: kept, encoding: .utf8))?.contains("47.375") == true
      }
      await monitor.remove("bridge")
      manager.stopMonitoring(for: region)
      manager.stopMonitoringSignificantLocationChanges()
      try await wait("the end of the registration") {
        (try? String(contentsOf: kept, encoding: .utf8)).map {
          !$0.contains("47.125") && !$0.contains("47.375")
        } ?? false
      }
      // In this daemon silence grants nothing.
      let compass = try Program("compass", ["--json", "--rate", "5", "--socket", socket])
      defer { compass.signal(SIGTERM) }
      let update = try await compass.update("a reason") {
        ($0["reasons"] as? [String])?.contains("authorization_not_determined") ?? false
      }
      #expect(update["latitude"] is NSNull)
      // The administrator's word stands above the user's.
      try folder.put(
        "authorization.json", #"{"rules":[{"program":"\#(program)","grant":"denied"}]}"#)
      try await wait("the administrator's refusal") { listener.statuses.last == .denied }
    }

    @Test
    func `without an agent the program's own terminal asks, if its user may control the daemon`()
      async throws
    {
      let daemon = try await startDaemon(["--config", try configure(), "--simulate"])
      defer { daemon.signal(SIGTERM) }
      let (manager, listener) = makeManager(agent: Person())
      manager.requestWhenInUseAuthorization()
      try await wait("the answer") { listener.statuses.last == .authorizedWhenInUse }
      // Once: nothing is kept, and it cannot be raised.
      #expect(try await !authorize("list").contains(program))
      manager.requestAlwaysAuthorization()
      let (second, news) = makeManager()
      try await wait("the same process") { news.statuses == [.authorizedWhenInUse] }
      #expect(manager.authorizationStatus == second.authorizationStatus)
    }
  }
}
