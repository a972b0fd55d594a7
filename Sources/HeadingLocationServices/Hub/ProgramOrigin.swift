import Dispatch
import Foundation
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

/// Where a program's updates come from, as its environment says.
///
/// `CORELOCATION_SIMULATE` names a place (`LATITUDE,LONGITUDE[,ALTITUDE]`) or a GPX file; else the daemon,
/// at `HEADINGD_SOCKET` or one of its usual sockets; else this machine's sensors, through the engine in the
/// process. Nothing of it is there: nothing is available. The choice is made anew at every start.
public final class ProgramOrigin: SensorOrigin {
  /// What updates come from.
  enum Choice: Sendable {
    case simulation(SimulatedRoute)
    case daemon(HeadingClient)
    case sensors(ServiceConfiguration)
    /// What was asked for cannot be had: one sentence why.
    case nothing(String)
  }

  /// Seconds that an answer about what is available holds.
  private static let memory = 2.0

  /// Seconds that a daemon or gpsd may take to answer.
  private static let patience = 0.5

  private let environment: [String: String]
  private let samples = SampleExchange()
  private let known = Mutex<(availability: SensorAvailability, time: ContinuousClock.Instant)?>(nil)

  /// Makes the origin that this program's environment asks for.
  public convenience init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// Makes the origin that an environment asks for.
  public init(environment: [String: String]) { self.environment = environment }

  /// What the environment asks for.
  var choice: Choice {
    if let simulated = environment["CORELOCATION_SIMULATE"], !simulated.isEmpty {
      if let route = SimulatedRoute(place: simulated) { return .simulation(route) }
      let text = try? String(contentsOfFile: simulated, encoding: .utf8)
      if let route = text.flatMap({ SimulatedRoute(gpx: $0) }) { return .simulation(route) }
      return .nothing("CORELOCATION_SIMULATE is neither LATITUDE,LONGITUDE nor a GPX file")
    }
    if let path = SocketPath.forClient(environment: environment) {
      // A location program: the daemon shows it what its user has granted.
      var request = Request()
      request.authorization = true
      return .daemon(HeadingClient(.socket(path), request: request))
    }
    do throws(ConfigurationError) {
      return .sensors(
        try ServiceConfiguration(yaml: "", path: "the environment", environment: environment))
    } catch {
      return .nothing("\(error)")
    }
  }

  /// What the sensors can tell; the answer holds for two seconds.
  public var availability: SensorAvailability {
    let now = ContinuousClock.now
    let known = known.withLock { $0 }
    if let known, now - known.time < .seconds(Self.memory) { return known.availability }
    let availability: SensorAvailability
    switch choice {
    case .simulation(let route): availability = RouteOrigin(route).availability
    case .daemon(let client): availability = Self.availability(of: client)
    case .sensors(let configuration): availability = Self.availability(of: configuration)
    case .nothing: availability = SensorAvailability()
    }
    self.known.withLock { $0 = (availability, now) }
    return availability
  }

  /// Hands over updates until the task is cancelled or there are none any more.
  public func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
    switch choice {
    case .simulation(let route): await RouteOrigin(route).deliver(to: receiver)
    case .daemon(let client):
      await HeadingFeed(client).deliver(to: receiver) { _ in }
    case .sensors(let configuration):
      let setup = SensorSetup.forProgram(
        configuration,
        folder: DataFolder(
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

  /// Hands over what the sensors read, from the daemon or from the engine while it runs in this process.
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
        .connectTimeout(.nanoseconds(Int64(patience * 1e9)))
        .connect(host: receiver.host, port: receiver.port)
      if let channel = try? connection.wait() {
        availability.hasLocation = true
        channel.close(promise: nil)
      }
    }
    return availability
  }

  /// Asks the daemon; nothing is available if it does not answer in time.
  private static func availability(of client: HeadingClient) -> SensorAvailability {
    let answer = Mutex<StatusMessage?>(nil)
    let isThere = DispatchSemaphore(value: 0)
    let question = Task {
      if case .status(let status) = try? await client.answer(to: .status) {
        answer.withLock { $0 = status }
      }
      isThere.signal()
    }
    let deadline = DispatchTime.now() + patience
    guard isThere.wait(timeout: deadline) == .success else {
      question.cancel()
      return SensorAvailability()
    }
    return answer.withLock { $0.map { SensorAvailability($0.sensors) } } ?? SensorAvailability()
  }
}
