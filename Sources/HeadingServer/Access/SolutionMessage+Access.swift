import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol

extension SolutionMessage {
  /// What a client may see of the message.
  ///
  /// A place that is withheld is missing, with the reason `place_withheld`; one that is reduced is the
  /// middle of a cell and says `place_reduced`. A further reason says what was decided about the program.
  ///
  /// - Parameters:
  ///   - rights: What it may see.
  ///   - coarse: Blurs the place.
  /// - Returns: The message without what is withheld.
  func visible(to rights: ViewerRights, coarse: inout CoarsePlace) -> SolutionMessage {
    guard rights.level < .full else { return self }
    // Named is what may be seen, so that what is added to the message later stays withheld.
    var message = emptied
    message.time = time
    message.magneticHeading = magneticHeading
    message.headingAccuracy = headingAccuracy
    message.headingAccuracy95 = headingAccuracy95
    message.errorTerms = errorTerms
    message.pitch = pitch
    message.roll = roll
    message.attitude = attitude
    message.rotationRate = rotationRate
    message.field = field
    message.fieldStrength = fieldStrength
    message.inclination = inclination
    message.headingSource = headingSource
    message.sources = sources
    message.fixAge = fixAge
    message.coastingTime = coastingTime
    message.status = status
    message.reasons = reasons
    message.steer = steer
    message.coastLeft = coastLeft
    // The declination is that of the place, to many decimals.
    message.declination = rights.hidesDeclination ? nil : declination.map { $0.rounded() }
    if let magneticHeading, let declination = message.declination, trueHeading != nil {
      // Between the two headings it could be read off again.
      let heading = (magneticHeading + declination + 720).truncatingRemainder(dividingBy: 360)
      message.trueHeading = heading
      message.trueHeadingAccuracy = trueHeadingAccuracy.map { ($0 * $0 + 0.25).squareRoot() }
    }
    if rights.level == .reduced {
      if let latitude, let longitude, let horizontalAccuracy,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      {
        let cell = coarse.take(place, time: bootTime).cell
        message.latitude = cell.latitude
        message.longitude = cell.longitude
        message.horizontalAccuracy = max(horizontalAccuracy, CoarsePlace.accuracy)
      }
      message.reasons.append("place_reduced")
    } else {
      message.reasons.append("place_withheld")
    }
    if let reason = rights.reason { message.reasons.append(reason) }
    if rights.hidesHeading { message.withholdHeading() }
    return message
  }

  /// Takes the heading out, and what it could be computed from.
  private mutating func withholdHeading() {
    magneticHeading = nil
    headingAccuracy = nil
    headingAccuracy95 = nil
    errorTerms = nil
    attitude = nil
    field = nil
    reasons.append("heading_withheld")
  }
}
