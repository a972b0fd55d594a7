/// High-rate data in batches, which are a watch's: not supported, and there are no updates.
///
/// ``CMMotionManager`` delivers each reading at the sensor's rate.
open class CMBatchedSensorManager: NSObject {
  /// Creates a manager.
  public override init() { super.init() }

  /// The authorization: `authorized`, because motion data need none on Linux.
  open class var authorizationStatus: CMAuthorizationStatus { .authorized }

  /// Whether batches of accelerometer data are supported: false.
  open class var isAccelerometerSupported: Bool { false }

  /// Whether batches of device motion are supported: false.
  open class var isDeviceMotionSupported: Bool { false }

  /// Whether updates of accelerometer data are active: false.
  open var isAccelerometerActive: Bool { false }

  /// Whether updates of device motion are active: false.
  open var isDeviceMotionActive: Bool { false }

  /// The rate of accelerometer data, Hz: 0.
  open var accelerometerDataFrequency: Int { 0 }

  /// The rate of device motion, Hz: 0.
  open var deviceMotionDataFrequency: Int { 0 }

  /// The newest batch of accelerometer data: `nil`.
  open var accelerometerBatch: [CMAccelerometerData]? { nil }

  /// The newest batch of device motion: `nil`.
  open var deviceMotionBatch: [CMDeviceMotion]? { nil }

  /// Does nothing.
  open func startAccelerometerUpdates() {}

  /// Calls the handler once, with ``CMErrorNotAvailable``, on an arbitrary thread.
  open func startAccelerometerUpdates(
    handler: @escaping ([CMAccelerometerData]?, (any Error)?) -> Void
  ) {
    QueuedHandler(OperationQueue(), handler).fail(CMErrorNotAvailable)
  }

  /// Does nothing.
  open func stopAccelerometerUpdates() {}

  /// Does nothing.
  open func startDeviceMotionUpdates() {}

  /// Calls the handler once, with ``CMErrorNotAvailable``, on an arbitrary thread.
  open func startDeviceMotionUpdates(
    handler: @escaping ([CMDeviceMotion]?, (any Error)?) -> Void
  ) {
    QueuedHandler(OperationQueue(), handler).fail(CMErrorNotAvailable)
  }

  /// Does nothing.
  open func stopDeviceMotionUpdates() {}

  /// Returns a sequence that throws ``CMErrorNotAvailable``.
  public func accelerometerUpdates() -> AccelerometerUpdates { AccelerometerUpdates() }

  /// Returns a sequence that throws ``CMErrorNotAvailable``.
  public func deviceMotionUpdates() -> DeviceMotionUpdates { DeviceMotionUpdates() }

  /// Batches of accelerometer data: throws ``CMErrorNotAvailable``.
  public struct AccelerometerUpdates: AsyncSequence {
    /// A batch.
    public typealias Element = [CMAccelerometerData]

    /// Throws at its first element.
    public struct Iterator: AsyncIteratorProtocol {
      /// Throws ``CMErrorNotAvailable``.
      public mutating func next() async throws -> [CMAccelerometerData]? {
        throw CMErrorNotAvailable.error
      }
    }

    /// Returns an iterator that throws.
    public func makeAsyncIterator() -> Iterator { Iterator() }
  }

  /// Batches of device motion: throws ``CMErrorNotAvailable``.
  public struct DeviceMotionUpdates: AsyncSequence {
    /// A batch.
    public typealias Element = [CMDeviceMotion]

    /// Throws at its first element.
    public struct Iterator: AsyncIteratorProtocol {
      /// Throws ``CMErrorNotAvailable``.
      public mutating func next() async throws -> [CMDeviceMotion]? {
        throw CMErrorNotAvailable.error
      }
    }

    /// Returns an iterator that throws.
    public func makeAsyncIterator() -> Iterator { Iterator() }
  }
}
