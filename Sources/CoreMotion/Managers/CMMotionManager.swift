import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// A handler of device motion: a motion or an error.
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

/// A handler of magnetometer readings; the error is always `nil`.
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void

/// A handler of accelerometer readings; the error is always `nil`.
public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void

/// A handler of gyroscope readings; the error is always `nil`.
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void

/// Delivers device motion and the readings of accelerometer, gyroscope and magnetometer.
///
/// A start during updates replaces interval, queue and handler. An interval applies from the next
/// start on; updates then come at that interval on average, each when a measurement is there. There
/// are no updates without the sensor, and no faster ones than it measures.
open class CMMotionManager: NSObject {
  /// Largest age of an accelerometer reading that is used with an update, s.
  private static let longestGap = 0.1

  private let hub: SensorHub
  private var stream: MotionStream?
  private var forces: SampleStream?
  private var fields: SampleStream?
  private var accelerations: SampleStream?
  private var rates: SampleStream?
  private let newest = Newest()

  /// Time between two motions, s; 0.01 by default.
  open var deviceMotionUpdateInterval: TimeInterval = 0.01

  /// Time between two magnetometer readings, s; 0.01 by default.
  open var magnetometerUpdateInterval: TimeInterval = 0.01

  /// Time between two accelerometer readings, s; 0.01 by default.
  open var accelerometerUpdateInterval: TimeInterval = 0.01

  /// Time between two gyroscope readings, s; 0.01 by default.
  open var gyroUpdateInterval: TimeInterval = 0.01

  /// Whether to show the user how to calibrate by movement; no effect on Linux.
  open var showsDeviceMovementDisplay = false

  /// The reference frame of the last start, `xArbitraryZVertical` before.
  open private(set) var attitudeReferenceFrame = CMAttitudeReferenceFrame.xArbitraryZVertical

  /// Creates a manager.
  public override init() {
    hub = .shared
    super.init()
  }

  init(hub: SensorHub) {
    self.hub = hub
    super.init()
  }

  /// Returns the available reference frames: those with north require a magnetometer or another
  /// compass, true north also a source of positions.
  open class func availableAttitudeReferenceFrames() -> CMAttitudeReferenceFrame {
    frames(SensorHub.shared.availability)
  }

  static func frames(_ availability: SensorAvailability) -> CMAttitudeReferenceFrame {
    guard availability.hasMotion else { return [] }
    var frames: CMAttitudeReferenceFrame = [.xArbitraryZVertical]
    if availability.hasHeading {
      frames.formUnion([.xArbitraryCorrectedZVertical, .xMagneticNorthZVertical])
      if availability.hasLocation { frames.insert(.xTrueNorthZVertical) }
    }
    return frames
  }

  /// Whether device motion is available: there is an accelerometer.
  open var isDeviceMotionAvailable: Bool { hub.availability.hasMotion }

  /// Whether device motion updates are active.
  open var isDeviceMotionActive: Bool { stream != nil }

  /// The newest motion; `nil` without updates.
  open var deviceMotion: CMDeviceMotion? { newest.motion }

  /// Whether there is a magnetometer or another compass.
  open var isMagnetometerAvailable: Bool { hub.availability.hasHeading }

  /// Whether magnetometer updates are active.
  open var isMagnetometerActive: Bool { fields != nil }

  /// The newest magnetometer reading; `nil` without updates.
  open var magnetometerData: CMMagnetometerData? { fields?.newest.flatMap(CMMagnetometerData.init) }

  /// Starts magnetometer updates without a handler.
  open func startMagnetometerUpdates() {
    fields = SampleStream(hub, "magnetometer", interval: magnetometerUpdateInterval)
  }

  /// Starts magnetometer updates with a handler on a queue.
  open func startMagnetometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    fields = SampleStream(hub, "magnetometer", interval: magnetometerUpdateInterval) { sample in
      handler.callIfAny { CMMagnetometerData(sample) }
    }
  }

  /// Stops magnetometer updates.
  open func stopMagnetometerUpdates() { fields = nil }

  /// Whether there is an accelerometer.
  open var isAccelerometerAvailable: Bool { hub.availability.hasMotion }

  /// Whether accelerometer updates are active.
  open var isAccelerometerActive: Bool { accelerations != nil }

  /// The newest accelerometer reading; `nil` without updates.
  open var accelerometerData: CMAccelerometerData? {
    accelerations?.newest.flatMap(CMAccelerometerData.init)
  }

  /// Starts accelerometer updates without a handler.
  open func startAccelerometerUpdates() {
    accelerations = SampleStream(hub, "accelerometer", interval: accelerometerUpdateInterval)
  }

  /// Starts accelerometer updates with a handler on a queue.
  open func startAccelerometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    accelerations = SampleStream(hub, "accelerometer", interval: accelerometerUpdateInterval) {
      sample in handler.callIfAny { CMAccelerometerData(sample) }
    }
  }

  /// Stops accelerometer updates.
  open func stopAccelerometerUpdates() { accelerations = nil }

  /// Whether there is a gyroscope.
  open var isGyroAvailable: Bool { hub.availability.hasRotation }

  /// Whether gyroscope updates are active.
  open var isGyroActive: Bool { rates != nil }

  /// The newest gyroscope reading; `nil` without updates.
  open var gyroData: CMGyroData? { rates?.newest.flatMap(CMGyroData.init) }

  /// Starts gyroscope updates without a handler.
  open func startGyroUpdates() {
    rates = SampleStream(hub, "gyroscope", interval: gyroUpdateInterval)
  }

  /// Starts gyroscope updates with a handler on a queue.
  open func startGyroUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    rates = SampleStream(hub, "gyroscope", interval: gyroUpdateInterval) { sample in
      handler.callIfAny { CMGyroData(sample) }
    }
  }

  /// Stops gyroscope updates.
  open func stopGyroUpdates() { rates = nil }

  /// Starts device motion in `xArbitraryZVertical` without a handler.
  open func startDeviceMotionUpdates() { start(.xArbitraryZVertical, nil) }

  /// Starts device motion in a reference frame without a handler.
  open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
    start(referenceFrame, nil)
  }

  /// Starts device motion in `xArbitraryZVertical` with a handler on a queue.
  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    start(.xArbitraryZVertical, QueuedHandler(queue, handler))
  }

  /// Starts device motion in a reference frame with a handler on a queue.
  ///
  /// While true north is unknown, the handler receives ``CMErrorTrueNorthNotAvailable``.
  open func startDeviceMotionUpdates(
    using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    start(referenceFrame, QueuedHandler(queue, handler))
  }

  /// Stops device motion.
  open func stopDeviceMotionUpdates() {
    stream = nil
    forces = nil
    newest.clear()
  }

  private func start(_ frame: CMAttitudeReferenceFrame, _ handler: QueuedHandler<CMDeviceMotion>?) {
    attitudeReferenceFrame = frame
    let turner = ReferenceFrameConverter(frame)
    let forces = SampleStream(hub, "accelerometer")
    self.forces = forces
    stream = MotionStream(hub, interval: deviceMotionUpdateInterval) {
      [newest, weak forces] message in
      switch turner.turned(message) {
      case .none: return
      case .noTrueNorth: handler?.fail(CMErrorTrueNorthNotAvailable)
      case .turned(let attitude, let heading):
        let force = forces?.newest.flatMap { sample in
          message.bootTime - sample.bootTime < Self.longestGap ? sample.values : nil
        }
        newest.take(message, attitude, heading, force)
        handler?.call {
          CMDeviceMotion(message, attitude: attitude, heading: heading, force: force)
        }
      }
    }
  }

  /// The newest update, converted to a motion on access.
  private final class Newest: Sendable {
    private let state = Mutex<(SolutionMessage, Quaternion, Double, [Double]?)?>(nil)

    var motion: CMDeviceMotion? {
      state.withLock { $0 }.map { CMDeviceMotion($0.0, attitude: $0.1, heading: $0.2, force: $0.3) }
    }

    func take(
      _ message: SolutionMessage, _ attitude: Quaternion, _ heading: Double, _ force: [Double]?
    ) {
      state.withLock { $0 = (message, attitude, heading, force) }
    }

    func clear() { state.withLock { $0 = nil } }
  }
}
