/// Depth below water, which is a watch's measurement: never available, and there are no updates.
open class CMWaterSubmersionManager: NSObject {
  /// The receiver of updates; receives none.
  open weak var delegate: (any CMWaterSubmersionManagerDelegate)?

  /// Creates a manager.
  public override init() { super.init() }

  /// Whether depth is measured: false.
  open class var waterSubmersionAvailable: Bool { false }

  /// The authorization: `restricted`, which no request changes.
  open class var authorizationStatus: CMAuthorizationStatus { .restricted }

  /// The largest depth that is measured: `nil`.
  open var maximumDepth: Measurement<UnitLength>? { nil }
}

/// The receiver of a water submersion manager's updates.
public protocol CMWaterSubmersionManagerDelegate: NSObjectProtocol {
  /// The device went into or out of water; not called on Linux.
  func manager(_ manager: CMWaterSubmersionManager, didUpdate event: CMWaterSubmersionEvent)

  /// A depth was measured; not called on Linux.
  func manager(
    _ manager: CMWaterSubmersionManager, didUpdate measurement: CMWaterSubmersionMeasurement)

  /// A temperature was measured; not called on Linux.
  func manager(_ manager: CMWaterSubmersionManager, didUpdate measurement: CMWaterTemperature)

  /// An error occurred; not called on Linux.
  func manager(_ manager: CMWaterSubmersionManager, errorOccurred error: any Error)
}
