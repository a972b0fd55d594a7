public import HeadingGeometry
public import HeadingSensing

/// An entry of a profile's calibration history.
public struct PastCalibration: Sendable, Hashable {
  /// Checksum of its file, which identifies it in the history folder.
  public var checksum: String

  /// Time of the calibration.
  public var created: UniversalTime?

  /// Its predicted heading error, 1σ, level.
  public var headingError: Angle?

  /// Creates an entry.
  public init(checksum: String, created: UniversalTime? = nil, headingError: Angle? = nil) {
    self.checksum = checksum
    self.created = created
    self.headingError = headingError
  }
}
