import HeadingGeometry
import HeadingProtocol

extension OdometryMessage {
  /// Makes the message of an update; `nil` if a part of it is missing.
  ///
  /// Position and velocity are relative to true north, so the attitude is, too.
  init?(_ update: SolutionMessage, in map: MapFrame, header: ROSHeader, base: String) {
    guard let (attitude, attitudeCovariance) = update.orientation(north: .true),
      let (place, turn) = map.pose(of: update),
      let velocity = SolutionMessage.vector(update.velocity),
      let rate = SolutionMessage.body(update.rotationRate)
    else { return nil }
    self.init()
    self.header = header
    childFrame = base
    position = place
    orientation = turn * attitude
    orientationCovariance = attitudeCovariance.rotated(by: turn.matrix)
    positionCovariance =
      NavSatFixMessage.covariance(update)?.rotated(by: turn.matrix) ?? ImuMessage.unknown
    linearVelocity = attitude.conjugate * velocity
    angularVelocity = rate * Angle(degrees: 1).radians
    if let speed = update.speedAccuracy, let climb = update.climbRateAccuracy {
      linearVelocityCovariance =
        Matrix3(diagonal: Vector3(speed * speed, speed * speed, climb * climb))
        .rotated(by: attitude.conjugate.matrix)
    }
  }
}
