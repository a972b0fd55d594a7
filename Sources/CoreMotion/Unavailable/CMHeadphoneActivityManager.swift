/// Activity measured by headphones, which no sensor on Linux measures: never available.
open class CMHeadphoneActivityManager: NSObject {
  /// Whether headphones are connected.
  public enum Status: Int, Sendable {
    /// No headphones.
    case disconnected = 0
    /// Headphones are connected; not reported on Linux.
    case connected
  }

  /// A handler of activities: an activity or an error.
  public typealias ActivityHandler = (CMMotionActivity?, (any Error)?) -> Void

  /// A handler of connections: a status, and an error if there is one.
  public typealias StatusHandler = (Status, (any Error)?) -> Void

  /// Creates a manager.
  public override init() { super.init() }

  /// Returns `authorized`: motion data need no authorization on Linux.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Whether headphones report activities: false.
  open var isActivityAvailable: Bool { false }

  /// Whether updates of activities are active: false.
  open var isActivityActive: Bool { false }

  /// Whether connections are reported: false.
  open var isStatusAvailable: Bool { false }

  /// Whether updates of connections are active: false.
  open var isStatusActive: Bool { false }

  /// Calls the handler once, with ``CMErrorNotAvailable``.
  open func startActivityUpdates(
    to queue: OperationQueue, withHandler handler: @escaping ActivityHandler
  ) {
    QueuedHandler(queue, handler).fail(CMErrorNotAvailable)
  }

  /// Does nothing.
  open func stopActivityUpdates() {}

  /// Calls the handler once, with ``Status/disconnected`` and ``CMErrorNotAvailable``.
  open func startStatusUpdates(
    to queue: OperationQueue, withHandler handler: @escaping StatusHandler
  ) {
    QueuedHandler<Status>(queue) { _, error in handler(.disconnected, error) }
      .fail(CMErrorNotAvailable)
  }

  /// Does nothing.
  open func stopStatusUpdates() {}
}
