import HeadingEngine
import HeadingGeometry
import HeadingMAVLink
import HeadingNavigation
import HeadingRuntime
import HeadingSensing

@testable import HeadingOutputs

/// What an output of MAVLink sends for given solutions.
final class MAVLinkRig {
  private var stream: MAVLinkStream

  init(_ change: (inout MAVLinkConfiguration) -> Void = { _ in }) {
    var configuration = MAVLinkConfiguration(to: .udp(host: "127.0.0.1", port: 1))
    configuration.messages = MAVLinkConfiguration.Message.allCases
    configuration.rate = 1000
    change(&configuration)
    stream = MAVLinkStream(configuration)
  }

  func send(_ solution: HeadingSolution) -> [MAVLinkFrame] {
    var parser = MAVLinkParser()
    var frames: [MAVLinkFrame] = []
    parser.append(stream.group(SolutionUpdate(solution: solution, latency: 0))) {
      frames.append($0)
    }
    return frames
  }

  func send<Message: MAVLinkMessage>(
    _ solution: HeadingSolution, for _: Message.Type
  ) -> Message? {
    send(solution).lazy.compactMap { Message($0) }.first
  }
}

extension HeadingSolution {
  /// A solution with a heading from magnetic north and a declination, both in degrees.
  static func heading(
    _ heading: Double, pitch: Double = 0, roll: Double = 0, declination: Double = 0,
    at seconds: Double = 1000
  ) -> HeadingSolution {
    var solution = HeadingSolution(time: BootTime(seconds: seconds), missing: .noFix)
    solution.status = .valid
    solution.attitude = .known(
      AttitudeAngles(
        heading: Angle(degrees: heading), pitch: Angle(degrees: pitch), roll: Angle(degrees: roll)
      ).quaternion)
    solution.magneticHeading = .known(Heading(degrees: heading))
    solution.trueHeading = .known(Heading(degrees: heading + declination))
    solution.declination = .known(Angle(degrees: declination))
    // Tilt about east 1°, about north 0.5°, correlated; heading 2°.
    let degree = Angle(degrees: 1).radians * Angle(degrees: 1).radians
    solution.attitudeCovariance = .known(
      Matrix3(
        rows: Vector3(1, 0.2, 0) * degree, Vector3(0.2, 0.25, 0) * degree,
        Vector3(0, 0, 4) * degree))
    solution.headingAccuracy = .known(Angle(degrees: 2))
    solution.trueHeadingAccuracy = .known(Angle(degrees: 3))
    return solution
  }

  /// Adds a place in Zürich and a velocity, m/s, ENU.
  mutating func move(_ velocity: Vector3) {
    coordinate = .init(Coordinate(latitude: 47.4, longitude: 8.5), else: .noFix)
    altitude = .known(432.1)
    horizontalAccuracy = .known(1.5)
    verticalAccuracy = .known(2.5)
    self.velocity = .known(velocity)
    speed = .known((velocity.x * velocity.x + velocity.y * velocity.y).squareRoot())
    speedAccuracy = .known(0.5)
    climbRate = .known(velocity.z)
    climbRateAccuracy = .known(0.25)
    navigationSources = [.fixPosition]
  }
}
