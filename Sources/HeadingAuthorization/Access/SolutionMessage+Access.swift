import HeadingGeometry
package import HeadingProtocol

extension SolutionMessage {
  /// Returns the part of the message that a client may see.
  ///
  /// A withheld position is missing, with the reason `place_withheld`; a reduced one is the centre
  /// of its grid cell, with the reason `place_reduced`. A further reason reports the program's
  /// authorization.
  ///
  /// - Parameters:
  ///   - rights: The client's rights.
  ///   - coarse: Reduces the accuracy of the position.
  /// - Returns: The message without the withheld fields.
  package func visible(to rights: ViewerRights, coarse: inout ReducedAccuracyFilter)
    -> SolutionMessage
  {
    guard rights.level < .full else { return self }
    // An allow-list, so that fields added to the message later stay withheld.
    var message = emptied
    message.time = time
    message.magneticHeading = magneticHeading
    message.headingAccuracy = headingAccuracy
    message.headingAccuracy95 = headingAccuracy95
    message.errorTerms = errorTerms
    message.pitch = pitch
    message.roll = roll
    message.pitchAccuracy = pitchAccuracy
    message.rollAccuracy = rollAccuracy
    message.attitude = attitude
    message.attitudeCovariance = attitudeCovariance
    message.rotationRate = rotationRate
    message.linearAcceleration = linearAcceleration
    message.field = field
    message.fieldStrength = fieldStrength
    message.inclination = inclination
    message.headingSource = headingSource
    message.sources = sources
    message.fixAge = fixAge
    message.coastingTime = coastingTime
    message.waves = waves
    message.status = status
    message.reasons = reasons
    message.steer = steer
    message.coastLeft = coastLeft
    // The exact declination would reveal the position.
    message.declination = rights.hidesDeclination ? nil : declination.map { $0.rounded() }
    if let magneticHeading, let declination = message.declination, trueHeading != nil {
      // The difference of the two headings would reveal the exact declination.
      let heading = (magneticHeading + declination + 720).truncatingRemainder(dividingBy: 360)
      message.trueHeading = WireNumber.heading(heading)
      message.trueHeadingAccuracy = trueHeadingAccuracy.map {
        WireNumber.rounded(($0 * $0 + 0.25).squareRoot(), 3)
      }
    }
    if rights.level == .reduced {
      if let latitude, let longitude, let horizontalAccuracy,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      {
        let cell = coarse.take(place, time: bootTime).cell
        message.latitude = WireNumber.rounded(cell.latitude, 8)
        message.longitude = WireNumber.rounded(cell.longitude, 8)
        message.horizontalAccuracy = max(horizontalAccuracy, ReducedAccuracyFilter.accuracy)
      }
      message.reasons.append("place_reduced")
    } else {
      message.reasons.append("place_withheld")
    }
    if let reason = rights.reason { message.reasons.append(reason) }
    if rights.hidesHeading { message.withholdHeading() }
    return message
  }

  /// Removes the heading and all fields that it can be computed from.
  private mutating func withholdHeading() {
    magneticHeading = nil
    headingAccuracy = nil
    headingAccuracy95 = nil
    errorTerms = nil
    attitude = nil
    attitudeCovariance = nil
    field = nil
    reasons.append("heading_withheld")
  }
}
