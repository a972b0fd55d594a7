import HeadingProtocol

extension SolutionMessage {
  /// The message without anything that was measured: what is known when no further one comes.
  var silenced: SolutionMessage {
    var message = self
    message.magneticHeading = nil
    message.trueHeading = nil
    message.headingAccuracy = nil
    message.headingAccuracy95 = nil
    message.trueHeadingAccuracy = nil
    message.declination = nil
    message.pitch = nil
    message.roll = nil
    message.fieldStrength = nil
    message.inclination = nil
    message.latitude = nil
    message.longitude = nil
    message.altitude = nil
    message.horizontalAccuracy = nil
    message.verticalAccuracy = nil
    message.speed = nil
    message.course = nil
    message.velocity = nil
    message.speedAccuracy = nil
    message.courseAccuracy = nil
    message.headingSource = nil
    message.sources = nil
    message.fixAge = nil
    message.coastingTime = nil
    message.pressure = nil
    message.relativeAltitude = nil
    message.climbRate = nil
    message.climbRateAccuracy = nil
    message.time = nil
    message.status = "invalid"
    message.reasons = []
    return message
  }
}
