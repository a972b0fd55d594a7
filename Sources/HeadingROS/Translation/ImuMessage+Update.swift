import HeadingGeometry
package import HeadingProtocol

extension ImuMessage {
  /// Makes the message of an update.
  ///
  /// A missing quantity has a covariance that begins with −1. The linear acceleration includes gravity, as
  /// REP 145 defines it: (0, 0, +g) for a level device at rest.
  package init(_ update: SolutionMessage, stamp: ROSTime, options: ROSOptions) {
    self.init()
    header = ROSHeader(stamp, in: options.base)
    if let (rotation, covariance) = update.orientation(north: options.north) {
      orientation = rotation
      orientationCovariance = covariance
    }
    if let rate = SolutionMessage.body(update.rotationRate) {
      angularVelocity = rate * Angle(degrees: 1).radians
      angularVelocityCovariance = Self.unknown
    }
    if let acceleration = SolutionMessage.body(update.linearAcceleration),
      let rotation = update.levelRotation
    {
      let up = rotation.conjugate * Vector3(0, 0, 1)
      linearAcceleration = acceleration + up * PhysicalConstants.standardGravity
      linearAccelerationCovariance = Self.unknown
    }
  }
}
