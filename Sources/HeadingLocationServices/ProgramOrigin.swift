import Dispatch
import Foundation
import HeadingAuthorization
import HeadingClient
public import HeadingProtocol
import Synchronization

/// The origin of a program's updates, chosen by its environment.
///
/// In order: `CORELOCATION_SIMULATE`, a position (`LATITUDE,LONGITUDE[,ALTITUDE]`) or a GPX file;
/// the daemon at `HEADINGD_SOCKET` or a default socket; the sensors of a feed (`HEADINGD_FEED_…`)
/// and of this machine through the in-process engine, unless the package is built without its trait
/// `Engine`. Otherwise nothing is available. The choice is made anew at every start.
public final class ProgramOrigin: SensorOrigin {
  /// The chosen origin.
  enum Choice: Sendable {
    /// A simulation, or the sensors of this program.
    case own(any SensorOrigin)
    case daemon(DaemonClient)
    /// The requested origin is unavailable, with the reason in one sentence.
    case nothing(String)
  }

  /// Time for which the availability is cached, s.
  private static let cacheTime = 2.0

  /// Timeout for the daemon, s.
  private static let timeout = 0.5

  private let environment: [String: String]
  #if Engine
    private let sensors: LocalSensors
  #endif
  private let cached = Mutex<
    (availability: SensorAvailability, time: ContinuousClock.Instant)?
  >(nil)

  /// Creates the origin for this process's environment.
  public convenience init() { self.init(environment: ProcessInfo.processInfo.environment) }

  /// Creates the origin for an environment.
  public init(environment: [String: String]) {
    self.environment = environment
    #if Engine
      sensors = LocalSensors(environment: environment)
    #endif
  }

  /// The origin that the environment selects.
  var choice: Choice {
    if let simulated = environment["CORELOCATION_SIMULATE"], !simulated.isEmpty {
      if let route = SimulatedRoute(place: simulated) { return .own(RouteOrigin(route)) }
      let text = try? String(contentsOfFile: simulated, encoding: .utf8)
      if let route = text.flatMap({ SimulatedRoute(gpx: $0) }) { return .own(RouteOrigin(route)) }
      return .nothing("CORELOCATION_SIMULATE is neither LATITUDE,LONGITUDE nor a GPX file")
    }
    if let path = SocketPath.forClient(environment: environment) {
      // Announces a location program, so that the daemon applies the user's grant.
      var request = Request()
      request.authorization = true
      return .daemon(DaemonClient(.socket(path), request: request))
    }
    #if Engine
      return .own(sensors)
    #else
      return .nothing(
        "no headingd runs, and this program has no engine of its own: start the daemon with"
          + " `systemctl start headingd`, or build with the trait Engine of the package headingd")
    #endif
  }

  /// The availability of the sensors; cached for two seconds.
  public var availability: SensorAvailability {
    let now = ContinuousClock.now
    let cached = cached.withLock { $0 }
    if let cached, now - cached.time < .seconds(Self.cacheTime) { return cached.availability }
    let availability: SensorAvailability
    switch choice {
    case .own(let origin): availability = origin.availability
    case .daemon(let client): availability = Self.availability(of: client)
    case .nothing: availability = SensorAvailability()
    }
    self.cached.withLock { $0 = (availability, now) }
    return availability
  }

  /// Delivers updates until the task is cancelled or the stream ends.
  public func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
    switch choice {
    case .own(let origin): await origin.deliver(to: receiver)
    case .daemon(let client): await client.deliver(to: receiver) { _ in }
    case .nothing(let reason): ProgramLog.say(reason)
    }
  }

  /// Delivers sensor readings from the daemon, or from the in-process engine while it runs.
  public func deliverSamples(to receiver: @escaping @Sendable (SampleMessage) -> Void) async {
    switch choice {
    case .own(let origin): await origin.deliverSamples(to: receiver)
    case .daemon(var client):
      client.request?.contents = [.samples]
      var lines = client.lines.makeAsyncIterator()
      while let line = try? await lines.next() {
        if case .sample(let sample) = line { receiver(sample) }
      }
    case .nothing: return
    }
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
