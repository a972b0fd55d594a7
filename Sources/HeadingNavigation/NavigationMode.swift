/// How far the filter has got.
enum NavigationMode: Sendable, Hashable {
  /// No fix yet: altitude and climb rate alone; the attitude is the orientation's.
  case vertical

  /// Fixes without a heading or without inertial sensors: velocity follows the fixes alone.
  case unaligned

  /// Everything: the inertial sensors carry attitude, velocity and position.
  case aligned
}
