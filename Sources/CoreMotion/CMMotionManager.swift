import HeadingGeometry
import HeadingLocationServices
import HeadingProtocol
import Synchronization

/// What device motions are handed to.
public typealias CMDeviceMotionHandler = (CMDeviceMotion?, (any Error)?) -> Void

/// What readings of the magnetometer are handed to.
public typealias CMMagnetometerHandler = (CMMagnetometerData?, (any Error)?) -> Void

/// What readings of the accelerometer are handed to.
public typealias CMAccelerometerHandler = (CMAccelerometerData?, (any Error)?) -> Void

/// What readings of the gyroscope are handed to.
public typealias CMGyroHandler = (CMGyroData?, (any Error)?) -> Void

/// Tells how the device is turned and moves, and what its sensors read.
///
/// A start while updates come replaces interval, queue and handler. Without the sensor nothing comes.
open class CMMotionManager: NSObject {
  /// Seconds after which a reading of the accelerometer is too old to tell of an update.
  private static let longestGap = 0.1

  private let hub: SensorHub
  private var stream: MotionStream?
  private var forces: SampleStream?
  private var fields: SampleStream?
  private var accelerations: SampleStream?
  private var rates: SampleStream?
  private let newest = Newest()

  /// Seconds between two motions.
  open var deviceMotionUpdateInterval: TimeInterval = 0.01

  /// Seconds between two readings of the magnetometer.
  open var magnetometerUpdateInterval: TimeInterval = 0.01

  /// Seconds between two readings of the accelerometer.
  open var accelerometerUpdateInterval: TimeInterval = 0.01

  /// Seconds between two readings of the gyroscope.
  open var gyroUpdateInterval: TimeInterval = 0.01

  /// Whether people are shown how to move the device for calibration; kept only.
  open var showsDeviceMovementDisplay = false

  /// The frame of the motions that come, or would come by default.
  open private(set) var attitudeReferenceFrame = CMAttitudeReferenceFrame.xArbitraryZVertical

  /// Makes a manager.
  public override init() {
    hub = .shared
    super.init()
  }

  init(hub: SensorHub) {
    self.hub = hub
    super.init()
  }

  /// The frames that the sensors can tell: those with north need a magnetometer, true north a place too.
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

  /// Whether there is an accelerometer, without which nothing is known.
  open var isDeviceMotionAvailable: Bool { hub.availability.hasMotion }

  /// Whether motions are coming.
  open var isDeviceMotionActive: Bool { stream != nil }

  /// The newest motion; `nil` while none come.
  open var deviceMotion: CMDeviceMotion? { newest.motion }

  /// Whether there is a magnetometer.
  open var isMagnetometerAvailable: Bool { hub.availability.hasHeading }

  /// Whether readings of the magnetometer are coming.
  open var isMagnetometerActive: Bool { fields != nil }

  /// The magnetometer's newest own reading; `nil` while none come.
  open var magnetometerData: CMMagnetometerData? { fields?.newest.flatMap(CMMagnetometerData.init) }

  /// Starts readings of the magnetometer.
  open func startMagnetometerUpdates() {
    fields = SampleStream(hub, "magnetometer", interval: magnetometerUpdateInterval)
  }

  /// Starts readings of the magnetometer and hands them over.
  open func startMagnetometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    fields = SampleStream(hub, "magnetometer", interval: magnetometerUpdateInterval) { sample in
      handler.callIfAny { CMMagnetometerData(sample) }
    }
  }

  /// Ends readings of the magnetometer.
  open func stopMagnetometerUpdates() { fields = nil }

  /// Whether there is an accelerometer.
  open var isAccelerometerAvailable: Bool { hub.availability.hasMotion }

  /// Whether readings of the accelerometer are coming.
  open var isAccelerometerActive: Bool { accelerations != nil }

  /// The accelerometer's newest own reading; `nil` while none come.
  open var accelerometerData: CMAccelerometerData? {
    accelerations?.newest.flatMap(CMAccelerometerData.init)
  }

  /// Starts readings of the accelerometer.
  open func startAccelerometerUpdates() {
    accelerations = SampleStream(hub, "accelerometer", interval: accelerometerUpdateInterval)
  }

  /// Starts readings of the accelerometer and hands them over.
  open func startAccelerometerUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    accelerations = SampleStream(hub, "accelerometer", interval: accelerometerUpdateInterval) {
      sample in handler.callIfAny { CMAccelerometerData(sample) }
    }
  }

  /// Ends readings of the accelerometer.
  open func stopAccelerometerUpdates() { accelerations = nil }

  /// Whether there is a gyroscope.
  open var isGyroAvailable: Bool { hub.availability.hasRotation }

  /// Whether readings of the gyroscope are coming.
  open var isGyroActive: Bool { rates != nil }

  /// The gyroscope's newest own reading; `nil` while none come.
  open var gyroData: CMGyroData? { rates?.newest.flatMap(CMGyroData.init) }

  /// Starts readings of the gyroscope.
  open func startGyroUpdates() {
    rates = SampleStream(hub, "gyroscope", interval: gyroUpdateInterval)
  }

  /// Starts readings of the gyroscope and hands them over.
  open func startGyroUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    rates = SampleStream(hub, "gyroscope", interval: gyroUpdateInterval) { sample in
      handler.callIfAny { CMGyroData(sample) }
    }
  }

  /// Ends readings of the gyroscope.
  open func stopGyroUpdates() { rates = nil }

  /// Starts motions in the default frame.
  open func startDeviceMotionUpdates() { start(.xArbitraryZVertical, nil) }

  /// Starts motions in a frame.
  open func startDeviceMotionUpdates(using referenceFrame: CMAttitudeReferenceFrame) {
    start(referenceFrame, nil)
  }

  /// Starts motions in the default frame and hands them over.
  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    start(.xArbitraryZVertical, QueuedHandler(queue, handler))
  }

  /// Starts motions in a frame and hands them over.
  ///
  /// True north without a place is the error ``CMErrorTrueNorthNotAvailable``.
  open func startDeviceMotionUpdates(
    using referenceFrame: CMAttitudeReferenceFrame, to queue: OperationQueue,
    withHandler handler: @escaping CMDeviceMotionHandler
  ) {
    start(referenceFrame, QueuedHandler(queue, handler))
  }

  /// Ends motions.
  open func stopDeviceMotionUpdates() {
    stream = nil
    forces = nil
    newest.clear()
  }

  private func start(_ frame: CMAttitudeReferenceFrame, _ handler: QueuedHandler<CMDeviceMotion>?) {
    attitudeReferenceFrame = frame
    let turner = FrameTurner(frame)
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

  /// The newest update, made a motion when somebody looks.
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
