import Dispatch
import Foundation
import HeadingAuthorization
import HeadingClient
import HeadingClock
import HeadingEngine
import HeadingGNSS
public import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingStorage
import IndustrialIO
import NIOCore
import NIOPosix
import Synchronization

/// The origin of a program's updates, chosen by its environment.
///
/// In order: `CORELOCATION_SIMULATE`, a position (`LATITUDE,LONGITUDE[,ALTITUDE]`) or a GPX file;
/// the daemon at `HEADINGD_SOCKET` or a default socket; this machine's sensors through the
/// in-process engine. Otherwise nothing is available. The choice is made anew at every start.
public final class ProgramOrigin: SensorOrigin {
  /// The chosen origin.
  enum Choice: Sendable {
    case simulation(SimulatedRoute)
    case daemon(DaemonClient)
    case sensors(ServiceConfiguration)
    /// The requested origin is unavailable, with the reason in one sentence.
    case nothing(String)
  }

  /// Time for which the availability is cached, s.
  private static let cacheTime = 2.0

  /// Timeout for the daemon or gpsd, s.
  private static let timeout = 0.5

  private let environment: [String: String]
  private let samples = SampleExchange()
  private let cached = Mutex<
    (availability: SensorAvailability, time: ContinuousClock.Instant)?
  >(nil)

  /// Creates the origin for this process's environment.
  public convenience init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// Creates the origin for an environment.
  public init(environment: [String: String]) { self.environment = environment }

  /// The origin that the environment selects.
  var choice: Choice {
    if let simulated = environment["CORELOCATION_SIMULATE"], !simulated.isEmpty {
      if let route = SimulatedRoute(place: simulated) { return .simulation(route) }
      let text = try? String(contentsOfFile: simulated, encoding: .utf8)
      if let route = text.flatMap({ SimulatedRoute(gpx: $0) }) { return .simulation(route) }
      return .nothing("CORELOCATION_SIMULATE is neither LATITUDE,LONGITUDE nor a GPX file")
    }
    if let path = SocketPath.forClient(environment: environment) {
      // Announces a location program, so that the daemon applies the user's grant.
      var request = Request()
      request.authorization = true
      return .daemon(DaemonClient(.socket(path), request: request))
    }
    do throws(ConfigurationError) {
      return .sensors(
        try ServiceConfiguration(yaml: "", path: "the environment", environment: environment))
    } catch {
      return .nothing("\(error)")
    }
  }

  /// The availability of the sensors; cached for two seconds.
  public var availability: SensorAvailability {
    let now = ContinuousClock.now
    let cached = cached.withLock { $0 }
    if let cached, now - cached.time < .seconds(Self.cacheTime) { return cached.availability }
    let availability: SensorAvailability
    switch choice {
    case .simulation(let route): availability = RouteOrigin(route).availability
    case .daemon(let client): availability = Self.availability(of: client)
    case .sensors(let configuration): availability = Self.availability(of: configuration)
    case .nothing: availability = SensorAvailability()
    }
    self.cached.withLock { $0 = (availability, now) }
    return availability
  }

  /// Delivers updates until the task is cancelled or the stream ends.
  public func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
    switch choice {
    case .simulation(let route): await RouteOrigin(route).deliver(to: receiver)
    case .daemon(let client):
      await HeadingFeed(client).deliver(to: receiver) { _ in }
    case .sensors(let configuration):
      let setup = SensorSetup.forProgram(
        configuration,
        folder: ModelSearchPath(
          named: nil, environment: environment,
          executable: Bundle.main.executablePath ?? CommandLine.arguments[0]),
        store: ProfileStore(environment: environment))
      guard !setup.sources.isEmpty else { return }
      let service = HeadingService()
      let token = service.listen { [samples] in samples.take($0) }
      defer { service.unsubscribe(token) }
      service.use(setup)
      await HeadingFeed(name: setup.name, service: service, sources: setup.sources)
        .deliver(to: receiver) { _ in }
    case .nothing(let reason): ProgramLog.say(reason)
    }
  }

  /// Delivers sensor readings from the daemon, or from the in-process engine while it runs.
  public func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async {
    switch choice {
    case .daemon(var client):
      client.request?.contents = [.samples]
      var lines = client.lines.makeAsyncIterator()
      while let line = try? await lines.next() {
        if case .sample(let sample) = line { receiver(sample) }
      }
    case .sensors:
      let token = samples.add(receiver)
      defer { samples.remove(token) }
      while (try? await Task.sleep(for: .seconds(3600))) != nil {}
    case .simulation, .nothing: return
    }
  }

  private static func availability(of configuration: ServiceConfiguration) -> SensorAvailability {
    var availability = SensorAvailability()
    if case .found(_, let selection) = SensorDiscovery(IIOConfiguration(configuration.sensors)) {
      availability.hasHeading =
        selection.choice(for: .magnetometer) != nil || selection.choice(for: .compass) != nil
      availability.hasMotion = selection.choice(for: .accelerometer) != nil
      availability.hasRotation = selection.choice(for: .gyroscope) != nil
      availability.hasPressure = selection.choice(for: .barometer) != nil
    }
    if let receiver = GPSDSource(configuration.sensors) {
      let connection = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(.nanoseconds(Int64(timeout * 1e9)))
        .connect(host: receiver.host, port: receiver.port)
      if let channel = try? connection.wait() {
        availability.hasLocation = true
        channel.close(promise: nil)
      }
    }
    return availability
  }

  /// Queries the daemon; nothing is available if it does not answer in time.
  private static func availability(of client: DaemonClient) -> SensorAvailability {
    let answer = Mutex<StatusMessage?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    let question = Task {
      if case .status(let status) = try? await client.answer(to: .status) {
        answer.withLock { $0 = status }
      }
      isThere.signal()
    }
    let deadline = DispatchTime.now() + timeout
    guard isThere.wait(timeout: deadline) == .success else {
      question.cancel()
      return SensorAvailability()
    }
    return answer.withLock { $0.map { SensorAvailability($0.sensors) } } ?? SensorAvailability()
  }
}
