public import HeadingGeometry
public import HeadingSensing

/// Estimates hard and soft iron of a magnetometer, with as many parameters as the samples
/// determine.
///
/// Nested models (``CalibrationModel``) are compared by cross-validation and hypothesis tests. The
/// fit uses the field's strength, its component along the accelerometer's up, rotations integrated
/// from the gyroscope, and the reference field's strength and inclination. Outliers are detected
/// and excluded.
public struct MagneticCalibrator: Sendable {
  /// Settings of a calibrator.
  public struct Options: Sendable, Hashable {
    /// Predicted heading error in level attitude, 1σ, above which a calibration is refused; default
    /// 5°.
    public var largestHeadingError = Angle(degrees: 5)

    /// Largest number of samples; more are decimated evenly; default 3000.
    ///
    /// Small values average less noise; large ones increase the fit's time with little gain in
    /// accuracy.
    public var largestCount = 3000

    /// Makes the default settings.
    public init() {}
  }

  /// The settings.
  public var options = Options()

  /// Makes a calibrator.
  public init(options: Options = Options()) { self.options = options }

  /// Fits a calibration to samples.
  ///
  /// - Parameters:
  ///   - samples: Samples in order of time; those with values that are not finite are skipped.
  ///   - knowledge: Prior information.
  /// - Returns: The result; ``CalibrationResult/isAccepted`` is whether to use it.
  public func fit(
    _ samples: [CalibrationSample], knowledge: CalibrationPriors = CalibrationPriors()
  ) -> CalibrationResult {
    var selection = CalibrationModelSelection(samples, knowledge: knowledge, options: options)
    return selection.run()
  }

  /// Root mean square residual of the field under a given calibration, without outliers.
  ///
  /// - Parameters:
  ///   - calibration: The calibration; it is not fitted.
  ///   - samples: Samples in order of time.
  ///   - knowledge: Prior information.
  /// - Returns: The residual, T; `nil` for fewer than twenty usable samples or a singular matrix.
  public func error(
    of calibration: CalibrationParameters, over samples: [CalibrationSample],
    knowledge: CalibrationPriors = CalibrationPriors()
  ) -> Double? {
    var selection = CalibrationModelSelection(samples, knowledge: knowledge, options: options)
    return selection.error(of: calibration)
  }
}
