/// Motion of headphones, which no sensor on Linux measures: never available, and there are no updates.
open class CMHeadphoneMotionManager: NSObject {
  /// A handler of device motion: a motion or an error.
  public typealias DeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

  /// The receiver of connections; receives none.
  open weak var delegate: (any CMHeadphoneMotionManagerDelegate)?

  /// Creates a manager.
  public override init() { super.init() }

  /// Returns `authorized`: motion data need no authorization on Linux.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Whether headphones measure motion: false.
  open var isDeviceMotionAvailable: Bool { false }

  /// Whether updates are active: false.
  open var isDeviceMotionActive: Bool { false }

  /// The newest motion: `nil`.
  open var deviceMotion: CMDeviceMotion? { nil }

  /// Whether connections are reported: false.
  open var isConnectionStatusActive: Bool { false }

  /// Does nothing.
  open func startDeviceMotionUpdates() {}

  /// Calls the handler once, with ``CMErrorNotAvailable``.
  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping DeviceMotionHandler
  ) {
    QueuedHandler(queue, handler).fail(CMErrorNotAvailable)
  }

  /// Does nothing.
  open func stopDeviceMotionUpdates() {}

  /// Does nothing.
  open func startConnectionStatusUpdates() {}

  /// Does nothing.
  open func stopConnectionStatusUpdates() {}
}
