public import HeadingGeometry
public import HeadingSensing

/// An earlier calibration of a sensor, as its successors remember it.
public struct PastCalibration: Sendable, Hashable {
  /// The checksum of its file, by which it is found among the kept ones.
  public var checksum: String

  /// When it was made.
  public var created: UniversalTime?

  /// The heading error it predicted, 1σ, level.
  public var headingError: Angle?

  /// Makes an entry.
  public init(checksum: String, created: UniversalTime? = nil, headingError: Angle? = nil) {
    self.checksum = checksum
    self.created = created
    self.headingError = headingError
  }
}
