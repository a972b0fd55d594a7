import HeadingClock
import HeadingGeometry
public import HeadingProtocol
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
    var message = SolutionMessage(
      bootTime: WireNumber.rounded(clock.bootTime.seconds, 6), headingAxis: "+y", status: .invalid,
      reasons: Reasons.magnetometerMissing.names, simulated: true, latency: 0)
    message.time = clock.relation.universalTime.wireText
    message.latitude = WireNumber.rounded(state.coordinate.latitude, 8)
    message.longitude = WireNumber.rounded(state.coordinate.longitude, 8)
    message.horizontalAccuracy = Self.accuracy
    if let altitude = state.altitude {
      message.altitude = WireNumber.rounded(altitude, 3)
      message.verticalAccuracy = Self.accuracy
    }
    message.speed = WireNumber.rounded(state.speed, 3)
    message.speedAccuracy = 0.5
    if let course = state.course {
      message.course = WireNumber.heading(Heading<TrueNorth>(course).degrees)
      message.courseAccuracy = 5
    }
    message.fixAge = 0
    return message
  }
}
