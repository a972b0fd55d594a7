/// What the device is doing, which tells when it may rest.
public enum CLActivityType: Int, Sendable {
  /// None of the others.
  case other = 1

  /// In a car, on roads.
  case automotiveNavigation

  /// On foot.
  case fitness

  /// In a boat, a train or another vehicle that follows no road.
  case otherNavigation

  /// In the air.
  case airborne
}
