import HeadingProtocol

extension SolutionMessage {
  /// The grid that a reduced place is on, degrees: 5.6 km from south to north.
  private static let grid = 0.05

  /// The least radius of a reduced place, m.
  private static let reducedAccuracy = 5000.0

  /// What a client of a level may see of the message.
  ///
  /// A place that is withheld is missing, with the reason `place_withheld`; one that is reduced lies on a
  /// grid and says `place_reduced`.
  func visible(to level: AccessLevel) -> SolutionMessage {
    guard level < .full else { return self }
    // Named is what may be seen, so that what is added to the message later stays withheld.
    var message = emptied
    message.time = time
    message.magneticHeading = magneticHeading
    message.trueHeading = trueHeading
    message.headingAccuracy = headingAccuracy
    message.headingAccuracy95 = headingAccuracy95
    message.trueHeadingAccuracy = trueHeadingAccuracy
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
    message.declination = declination.map { $0.rounded() }
    if let magneticHeading, let declination = message.declination, trueHeading != nil {
      // Between the two headings it could be read off again.
      let heading = (magneticHeading + declination + 720).truncatingRemainder(dividingBy: 360)
      message.trueHeading = heading
      message.trueHeadingAccuracy = trueHeadingAccuracy.map { ($0 * $0 + 0.25).squareRoot() }
    }
    if level == .reduced {
      message.latitude = latitude.map { ($0 / Self.grid).rounded() * Self.grid }
      message.longitude = longitude.map { ($0 / Self.grid).rounded() * Self.grid }
      message.horizontalAccuracy = horizontalAccuracy.map { max($0, Self.reducedAccuracy) }
      message.reasons.append("place_reduced")
    } else {
      message.reasons.append("place_withheld")
    }
    return message
  }
}
