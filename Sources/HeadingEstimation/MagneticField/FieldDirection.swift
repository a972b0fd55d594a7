/// Measured direction of the magnetic field in the levelled frame, from one block.
struct FieldDirection {
  /// Elevation above the horizon, rad.
  var elevation: Double
  /// Direction of magnetic north, of length 1.
  var north: SIMD2<Double>
  /// Ratio of the vertical to the horizontal field.
  var slope: Double
  /// Variance of the elevation caused by noise that is uncorrelated between blocks, against the
  /// place's elevation, rad².
  var elevationNoise: Double
  /// Variance of the direction's change since the first observation, caused by noise, rad²; that of
  /// the azimuth is 1 + slope² times as large.
  var noise: Double
  /// Variance of the elevation caused by the usual spatial variation of the field, rad².
  var usualVariation: Double
}
