import HeadingClock
import HeadingEngine
import HeadingGeometry
public import HeadingProtocol
import HeadingRuntime
import HeadingSensing

/// Updates of a simulated route: one at each of its points and one every second between them.
///
/// The positions are those of the route, not estimates. There is no heading.
public struct RouteOrigin: SensorOrigin {
  /// The stated accuracy (68 %) of a simulated position, m.
  private static let accuracy = 5.0

  /// The route.
  public let route: SimulatedRoute

  private let clock = SystemClock()

  /// Creates the origin of a route that starts with each delivery.
  public init(_ route: SimulatedRoute) { self.route = route }

  /// Position only.
  public var availability: SensorAvailability {
    var availability = SensorAvailability()
    availability.hasLocation = true
    return availability
  }

  /// Delivers the positions, each at its time; the last one is repeated every second.
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

  /// Returns the time of the next update: the next point, at most a second later.
  package func next(after time: Double) -> Double {
    let point = route.points.first { $0.time > time }?.time ?? .infinity
    return min(point, time + 1)
  }

  /// Returns the update at a time after the start, s.
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
