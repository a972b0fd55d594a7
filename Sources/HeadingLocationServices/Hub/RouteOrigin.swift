import HeadingClock
import HeadingEngine
import HeadingGeometry
public import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// A simulated route as the origin of updates: one at each of its points and one a second between.
///
/// The places are the route's own, no estimate. There is no heading: a place is all that is simulated.
public struct RouteOrigin: SensorOrigin {
  /// The 68 % radius that a simulated place claims, m.
  private static let accuracy = 5.0

  /// The route.
  public let route: SimulatedRoute

  private let clock = SystemClock()

  /// Makes the origin of a route that starts whenever it is listened to.
  public init(_ route: SimulatedRoute) { self.route = route }

  /// A place, nothing else.
  public var availability: SensorAvailability {
    var availability = SensorAvailability()
    availability.hasLocation = true
    return availability
  }

  /// Hands over the route's places, each at its time; after the last one that, every second.
  public func deliver(to receiver: @escaping @Sendable (SolutionMessage) -> Void) async {
    let start = clock.bootTime
    var time = 0.0
    while !Task.isCancelled {
      receiver(message(at: time))
      time = next(after: time)
      let wait = time - clock.bootTime.seconds(since: start)
      do { try await Task.sleep(for: .seconds(max(0, wait))) } catch { return }
    }
  }

  /// When the next update is due: the next point, or a second later if that is earlier.
  package func next(after time: Double) -> Double {
    let point = route.points.first { $0.time > time }?.time ?? .infinity
    return min(point, time + 1)
  }

  /// The update so many seconds after the start.
  package func message(at time: Double) -> SolutionMessage {
    let state = route.state(at: time)
    var solution = HeadingSolution(time: clock.bootTime, missing: .magnetometerMissing)
    let relation = clock.relation
    solution.universalTime = .known(relation.universalTime)
    solution.coordinate = .known(state.coordinate)
    solution.horizontalAccuracy = .known(Self.accuracy)
    if let altitude = state.altitude {
      solution.altitude = .known(altitude)
      solution.verticalAccuracy = .known(Self.accuracy)
    }
    solution.speed = .known(state.speed)
    solution.speedAccuracy = .known(0.5)
    if let course = state.course {
      solution.course = .known(Heading(course))
      solution.courseAccuracy = .known(Angle(degrees: 5))
    }
    solution.fixAge = .known(0)
    solution.isSimulated = true
    return SolutionMessage(solution, latency: 0)
  }
}
