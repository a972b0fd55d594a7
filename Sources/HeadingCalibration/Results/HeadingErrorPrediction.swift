public import HeadingGeometry
import HeadingSensing

/// Heading error caused by a calibration's uncertainty, 1σ, from the fit's covariance.
public struct HeadingErrorPrediction: Sendable, Hashable {
  /// In level attitude, root mean square over headings.
  public var level: Angle

  /// At 20° of tilt, root mean square over headings and directions of tilt.
  public var tilt20: Angle

  /// At 45° of tilt, root mean square over headings and directions of tilt.
  public var tilt45: Angle

  /// In level attitude at the headings 0°, 10° … 350°.
  public var byHeading: [Angle]

  /// Makes a prediction.
  public init(level: Angle, tilt20: Angle, tilt45: Angle, byHeading: [Angle]) {
    self.level = level
    self.tilt20 = tilt20
    self.tilt45 = tilt45
    self.byHeading = byHeading
  }

  /// No knowledge: 104°, the standard deviation of a uniformly distributed heading.
  public static let unknown = HeadingErrorPrediction(
    level: Angle(degrees: 104), tilt20: Angle(degrees: 104), tilt45: Angle(degrees: 104),
    byHeading: [Angle](repeating: Angle(degrees: 104), count: 36))
}

extension CalibrationParameters {
  /// Copies the predicted heading errors.
  mutating func predict(_ error: HeadingErrorPrediction) {
    headingError = error.level
    headingErrorTilt20 = error.tilt20
    headingErrorTilt45 = error.tilt45
  }
}
