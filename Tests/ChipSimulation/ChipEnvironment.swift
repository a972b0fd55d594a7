package import HeadingGeometry

/// What acts on a chip, in the axes of its package.
package struct ChipEnvironment {
  /// Magnetic flux density, T.
  package var field = Vector3(0, 0, 0)
  /// Specific force, m/s²: up at rest.
  package var acceleration = Vector3(0, 0, 9.80665)
  /// Angular rate, rad/s.
  package var rate = Vector3(0, 0, 0)
  /// Pressure, Pa.
  package var pressure = 101_325.0
  /// Temperature, °C.
  package var temperature = 25.0
  /// Relative humidity, %.
  package var humidity = 50.0

  /// Creates the environment of a chip at rest without a field.
  package init() {}
}
