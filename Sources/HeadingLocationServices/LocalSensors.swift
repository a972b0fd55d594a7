#if Engine
  import Foundation
  import HeadingAuthorization
  import HeadingGNSS
  import HeadingNMEA2000
  import HeadingProtocol
  import HeadingRuntime
  import HeadingSensing
  import HeadingSensorFeed
  import HeadingStorage
  import IndustrialIO
  import Synchronization

  /// The sensors of a feed and of this machine, through the engine in this process.
  final class LocalSensors: SensorOrigin {
    /// Timeout for gpsd, s.
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

    /// Opens nothing yet.
    init(environment: [String: String]) { self.environment = environment }

    /// The availability of the sensors, those of the feed included.
    var availability: SensorAvailability {
      guard let (configuration, feed) = try? setting() else { return SensorAvailability() }
      return Self.availability(of: configuration, with: declared(feed))
    }

    /// Delivers updates until the task is cancelled or the sources end.
    func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
      let configuration: ServiceConfiguration
      let settings: FeedSettings?
      do throws(ConfigurationError) {
        (configuration, settings) = try setting()
      } catch {
        return ProgramLog.say("\(error)")
      }
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
    }

    /// Delivers sensor readings while the engine runs, until the task is cancelled.
    func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async {
      let token = samples.add(receiver)
      defer { samples.remove(token) }
      while (try? await Task.sleep(for: .seconds(3600))) != nil {}
    }

    /// What the environment says of sensors.
    private func setting() throws(ConfigurationError) -> (ServiceConfiguration, FeedSettings?) {
      let path = "the environment"
      let configuration = try ServiceConfiguration(yaml: "", path: path, environment: environment)
      return (configuration, try FeedSettings(configuration, path: path))
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
  }
#endif
