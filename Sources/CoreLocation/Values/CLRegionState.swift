/// Where the device is, seen from a region.
@frozen public enum CLRegionState: Int, Sendable {
  /// Not known yet.
  case unknown = 0

  /// Inside.
  case inside

  /// Outside.
  case outside
}
