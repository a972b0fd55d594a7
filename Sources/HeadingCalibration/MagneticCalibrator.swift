public import HeadingGeometry
public import HeadingSensing

/// Fits a calibration of the magnetometer to samples: as much of one as they carry, and not more.
///
/// It climbs a ladder (``CalibrationRung``) while the error on samples kept aside falls. It uses the
/// field's strength, its component along the accelerometer's up, the gyroscope's turns between
/// samples, and the place's strength and inclination. Samples that do not fit are found and left out.
public struct MagneticCalibrator: Sendable {
  /// What a calibrator can be told.
  public struct Options: Sendable, Hashable {
    /// Predicted heading error on the level, 1σ, above which a calibration is refused; default 5°.
    public var largestHeadingError = Angle(degrees: 5)

    /// More samples than this are thinned evenly; default 3000.
    ///
    /// Small: the noise averages out less. Large: the fit's time grows, and its error hardly shrinks.
    public var largestCount = 3000

    /// Makes the defaults.
    public init() {}
  }

  /// What it was told.
  public var options = Options()

  /// Makes a calibrator.
  public init(options: Options = Options()) { self.options = options }

  /// Fits samples.
  ///
  /// - Parameters:
  ///   - samples: In order of time; samples that are no numbers are passed over.
  ///   - knowledge: What is known beside them.
  /// - Returns: Always a result; whether to use it is in ``CalibrationResult/isAccepted``.
  public func fit(
    _ samples: [CalibrationSample], knowledge: CalibrationKnowledge = CalibrationKnowledge()
  ) -> CalibrationResult {
    var ladder = CalibrationLadder(samples, knowledge: knowledge, options: options)
    return ladder.climb()
  }

  /// How far samples miss a calibration: root mean square of the residual field, outliers left out.
  ///
  /// - Parameters:
  ///   - calibration: The calibration to judge; nothing of it is fitted.
  ///   - samples: In order of time.
  ///   - knowledge: What is known beside them.
  /// - Returns: T; `nil` from fewer than twenty usable samples, or of a matrix that has no inverse.
  public func error(
    of calibration: CalibrationParameters, over samples: [CalibrationSample],
    knowledge: CalibrationKnowledge = CalibrationKnowledge()
  ) -> Double? {
    var ladder = CalibrationLadder(samples, knowledge: knowledge, options: options)
    return ladder.error(of: calibration)
  }
}
