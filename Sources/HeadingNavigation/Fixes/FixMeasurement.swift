import HeadingGeometry
import HeadingSensing

/// A fix in the filter's units: radians, metres and standard deviations per axis.
struct FixMeasurement: Sendable {
  /// Time of validity.
  var time: BootTime

  /// Latitude and longitude of the antenna, rad.
  var latitude: Double
  var longitude: Double

  /// 1σ per horizontal axis, m.
  var deviation: Double

  /// Altitude above mean sea level, m, and its 1σ; `nil` if the fix has none.
  var altitude: Double?
  var altitudeDeviation = 0.0

  /// Horizontal velocity, m/s, east and north; `nil` if the fix has none.
  var velocity: SIMD2<Double>?
  var velocityDeviation = 0.0

  /// 1σ of the velocity latency, s: receivers smooth.
  var lagDeviation = 0.0

  /// Upward speed, m/s; `nil` if the fix has none.
  var climbRate: Double?
}
