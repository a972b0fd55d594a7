/// Mode of the navigation filter.
enum NavigationMode: Sendable, Hashable {
  /// No fix yet: only altitude and climb rate are estimated; the attitude estimator provides the
  /// attitude.
  case vertical

  /// Fixes without a heading or without inertial sensors: only fixes update the horizontal
  /// velocity.
  case unaligned

  /// Full solution: attitude, velocity and position are propagated with the inertial sensors.
  case aligned
}
