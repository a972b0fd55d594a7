/// The user's activity; it sets the time at rest after which updates pause.
public enum CLActivityType: Int, Sendable {
  /// Any other activity.
  case other = 1

  /// Driving a road vehicle.
  case automotiveNavigation

  /// Walking, running or cycling.
  case fitness

  /// Moving in a boat, train or other vehicle off the roads.
  case otherNavigation

  /// Flying.
  case airborne
}
