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
    var message = self
    message.altitude = nil
    message.ellipsoidalAltitude = nil
    message.verticalAccuracy = nil
    message.speed = nil
    message.course = nil
    message.velocity = nil
    message.speedAccuracy = nil
    message.courseAccuracy = nil
    message.pressure = nil
    message.relativeAltitude = nil
    message.climbRate = nil
    message.climbRateAccuracy = nil
    // The declination is that of the place, to many decimals.
    message.declination = rights.hidesDeclination ? nil : declination.map { $0.rounded() }
    message.trueHeading = nil
    message.trueHeadingAccuracy = nil
    if let magneticHeading, let declination = message.declination, trueHeading != nil {
      // Between the two headings it could be read off again.
      let heading = (magneticHeading + declination + 720).truncatingRemainder(dividingBy: 360)
      message.trueHeading = heading
      message.trueHeadingAccuracy = trueHeadingAccuracy.map { ($0 * $0 + 0.25).squareRoot() }
    }
    message.latitude = nil
    message.longitude = nil
    message.horizontalAccuracy = nil
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
