/// Detection of falls, which is a watch's: never available, and no event is delivered.
open class CMFallDetectionManager: NSObject {
  /// The receiver of events; receives none.
  open weak var delegate: (any CMFallDetectionDelegate)?

  /// Creates a manager.
  public override init() { super.init() }

  /// Whether falls are detected: false.
  open class var isAvailable: Bool { false }

  /// The authorization: `restricted`, which no request changes.
  open var authorizationStatus: CMAuthorizationStatus { .restricted }

  /// Calls the handler with `restricted`, on an arbitrary thread.
  open func requestAuthorization(handler: @escaping (CMAuthorizationStatus) -> Void) {
    nonisolated(unsafe) let handler = handler
    OperationQueue().addOperation { unsafe handler(.restricted) }
  }
}
