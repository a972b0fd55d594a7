/// The device's position relative to a region.
@frozen public enum CLRegionState: Int, Sendable {
  /// Not determined.
  case unknown = 0

  /// Inside the region.
  case inside

  /// Outside the region.
  case outside
}
