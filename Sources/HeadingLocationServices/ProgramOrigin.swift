import Dispatch
import Foundation
import HeadingAuthorization
import HeadingClient
import HeadingClock
import HeadingEngine
import HeadingGNSS
import HeadingNMEA2000
public import HeadingProtocol
import HeadingRuntime
import HeadingSensing
import HeadingSensorFeed
import HeadingStorage
import IndustrialIO
import Synchronization

/// The origin of a program's updates, chosen by its environment.
///
/// In order: `CORELOCATION_SIMULATE`, a position (`LATITUDE,LONGITUDE[,ALTITUDE]`) or a GPX file;
/// the daemon at `HEADINGD_SOCKET` or a default socket; the sensors of a feed (`HEADINGD_FEED_…`)
/// and of this machine through the in-process engine. Otherwise nothing is available. The choice is
/// made anew at every start.
public final class ProgramOrigin: SensorOrigin {
  /// The chosen origin.
  enum Choice: Sendable {
    case simulation(SimulatedRoute)
    case daemon(DaemonClient)
    case sensors(ServiceConfiguration, FeedSettings?)
    /// The requested origin is unavailable, with the reason in one sentence.
    case nothing(String)
  }

  /// Time for which the availability is cached, s.
  private static let cacheTime = 2.0

  /// Timeout for the daemon or gpsd, s.
  private static let timeout = 0.5

  /// Time after the feed was opened within which a declaration is waited for, s: senders without a
  /// connection repeat it every second.
  private static let declarationTime = 1.5

  /// The same of a flight controller, whose messages are counted before they are used, s.
  private static let surveyTime = 3.0

  private let environment: [String: String]
  private let samples = SampleExchange()
  /// The feed, open from its first use to the end of the origin: its senders stay connected.
  private let feed = Mutex<(receiver: FeedReceiver, time: ContinuousClock.Instant)?>(nil)
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
      let path = "the environment"
      let configuration = try ServiceConfiguration(yaml: "", path: path, environment: environment)
      return .sensors(configuration, try FeedSettings(configuration, path: path))
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
    case .sensors(let configuration, let settings):
      availability = Self.availability(of: configuration, with: declared(settings))
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
    case .sensors(let configuration, let settings):
      let feed: FeedReceiver?
      do throws(FeedError) {
        feed = try open(settings)
      } catch {
        return ProgramLog.say("\(error)")
      }
      let setup = SensorSetup.forProgram(
        configuration, feed: feed,
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

  /// Opens the feed unless it is open; `nil` if none is configured.
  private func open(_ settings: FeedSettings?) throws(FeedError) -> FeedReceiver? {
    guard let settings else { return nil }
    if let open = feed.withLock({ $0?.receiver }) { return open }
    let receiver = try FeedReceiver.of(settings)
    feed.withLock { if $0 == nil { $0 = (receiver, ContinuousClock.now) } }
    return receiver
  }

  /// The kinds of sensors that the feed has declared.
  private func declared(_ settings: FeedSettings?) -> Set<SensorKind> {
    guard let receiver = try? open(settings), let opened = feed.withLock({ $0?.time }) else {
      return []
    }
    let rest = ContinuousClock.now.duration(
      to: opened
        + .seconds(settings?.flightController == nil ? Self.declarationTime : Self.surveyTime))
    receiver.wait(seconds: max(0, rest / .seconds(1))) { !$0.senders.isEmpty }
    return Set(receiver.senders.flatMap { $0.declaration.sensors.compactMap(\.kind) })
  }

  private static func availability(
    of configuration: ServiceConfiguration, with declared: Set<SensorKind>
  ) -> SensorAvailability {
    var availability = SensorAvailability()
    if case .found(_, let selection) = SensorDiscovery(IIOConfiguration(configuration.sensors)) {
      availability.hasHeading =
        selection.choice(for: .magnetometer) != nil || selection.choice(for: .compass) != nil
      availability.hasMotion = selection.choice(for: .accelerometer) != nil
      availability.hasRotation = selection.choice(for: .gyroscope) != nil
      availability.hasPressure = selection.choice(for: .barometer) != nil
    }
    availability.add(declared)
    if let interface = configuration.nmea2000.from, configuration.nmea2000.replacesReceiver {
      availability.hasLocation = CANSocket.exists(interface)
    } else if let receiver = GPSDSource(configuration.sensors),
      receiver.isReachable(within: timeout)
    {
      availability.hasLocation = true
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
