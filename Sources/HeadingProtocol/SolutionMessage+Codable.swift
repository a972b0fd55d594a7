extension SolutionMessage: Codable {
  private enum CodingKeys: String, CodingKey {
    case time, pitch, roll, attitude, field, inclination, latitude, longitude, altitude, speed
    case course, pressure, status, reasons, simulated, latency, declination
    case bootTime = "boot_time"
    case magneticHeading = "magnetic_heading"
    case trueHeading = "true_heading"
    case headingAccuracy = "heading_accuracy"
    case headingAccuracy95 = "heading_accuracy_95"
    case trueHeadingAccuracy = "true_heading_accuracy"
    case headingAxis = "heading_axis"
    case rotationRate = "rotation_rate"
    case fieldStrength = "field_strength"
    case ellipsoidalAltitude = "ellipsoidal_altitude"
    case horizontalAccuracy = "horizontal_accuracy"
    case verticalAccuracy = "vertical_accuracy"
    case relativeAltitude = "relative_altitude"
    case climbRate = "climb_rate"
  }

  /// Writes every key: a missing value as `null`, so that a reader sees that it could be there.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(time, forKey: .time)
    try container.encode(bootTime, forKey: .bootTime)
    try container.encode(magneticHeading, forKey: .magneticHeading)
    try container.encode(trueHeading, forKey: .trueHeading)
    try container.encode(headingAccuracy, forKey: .headingAccuracy)
    try container.encode(headingAccuracy95, forKey: .headingAccuracy95)
    try container.encode(trueHeadingAccuracy, forKey: .trueHeadingAccuracy)
    try container.encode(headingAxis, forKey: .headingAxis)
    try container.encode(declination, forKey: .declination)
    try container.encode(pitch, forKey: .pitch)
    try container.encode(roll, forKey: .roll)
    try container.encode(attitude, forKey: .attitude)
    try container.encode(rotationRate, forKey: .rotationRate)
    try container.encode(field, forKey: .field)
    try container.encode(fieldStrength, forKey: .fieldStrength)
    try container.encode(inclination, forKey: .inclination)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
    try container.encode(altitude, forKey: .altitude)
    try container.encode(ellipsoidalAltitude, forKey: .ellipsoidalAltitude)
    try container.encode(horizontalAccuracy, forKey: .horizontalAccuracy)
    try container.encode(verticalAccuracy, forKey: .verticalAccuracy)
    try container.encode(speed, forKey: .speed)
    try container.encode(course, forKey: .course)
    try container.encode(pressure, forKey: .pressure)
    try container.encode(relativeAltitude, forKey: .relativeAltitude)
    try container.encode(climbRate, forKey: .climbRate)
    try container.encode(status, forKey: .status)
    try container.encode(reasons, forKey: .reasons)
    try container.encode(simulated, forKey: .simulated)
    try container.encode(latency, forKey: .latency)
  }
}
