/// Direction of the magnetic field in the levelled frame, as one block of readings shows it.
struct FieldDirection {
  /// Elevation above the horizon, rad.
  var elevation: Double
  /// Direction of magnetic north, of length 1.
  var north: SIMD2<Double>
  /// Vertical part over the horizontal one.
  var slope: Double
  /// Variance of the elevation by noise that is new in each block, rad², against the place's.
  var elevationNoise: Double
  /// Variance by noise of what the direction has turned since it was first seen, rad²; of the azimuth 1 + slope² times as much.
  var noise: Double
  /// Variance of the elevation by what the field varies within a room, rad².
  var room: Double
}
