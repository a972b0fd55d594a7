import HeadingGeometry
import HeadingProtocol

extension NavSatFixMessage {
  /// Square of a radius that contains 68.27 % of a circular normal distribution, per variance along
  /// one axis: −2 ln(1 − 0.6827).
  private static let squaredRadius = 2.2958

  /// Makes the message of an update; `nil` without a position.
  init?(_ update: SolutionMessage, header: ROSHeader) {
    guard let latitude = update.latitude, let longitude = update.longitude else { return nil }
    self.init()
    self.header = header
    self.latitude = latitude
    self.longitude = longitude
    altitude = update.ellipsoidalAltitude ?? .nan
    covariance = Self.covariance(update)
  }

  /// Covariance of an update's position, east, north, up, m²; `nil` if an accuracy is missing.
  static func covariance(_ update: SolutionMessage) -> Matrix3? {
    guard let horizontal = update.horizontalAccuracy, let vertical = update.verticalAccuracy
    else { return nil }
    let variance = horizontal * horizontal / squaredRadius
    return Matrix3(diagonal: Vector3(variance, variance, vertical * vertical))
  }
}
