public import HeadingSensing

/// Options of a replay.
public struct ReplayOptions: Sendable {
  /// The calibration to apply; `nil` if the recording's field is calibrated.
  public var calibration: CalibrationParameters?

  /// The date of the first row if the recording has no `utc`.
  public var date: UniversalTime?

  /// Engine settings, such as position and sea-level pressure.
  public var settings = EngineSettings()

  /// Whether orientation is smoothed with later rows (two passes), see `OrientationSmoother`.
  public var isSmoothed = false

  /// Creates the default options.
  public init() {}
}
