import HeadingActivity
import HeadingLocationServices
import Synchronization

/// A handler of pedometer data: data or an error.
public typealias CMPedometerHandler = (CMPedometerData?, (any Error)?) -> Void

/// A handler of pedometer events: an event or an error.
public typealias CMPedometerEventHandler = (CMPedometerEvent?, (any Error)?) -> Void

/// Counts steps by the accelerometer, with distance by fixes and floors by the barometer.
///
/// The device is carried, in any orientation; five regular steps begin a count. The history knows
/// the times in which a program received updates of a pedometer or of activities.
open class CMPedometer: NSObject {
  private let recorder: ActivityRecorder
  private var updates: ActivitySubscription?
  private var events: ActivitySubscription?

  /// Creates a pedometer.
  public override init() {
    recorder = .shared
    super.init()
  }

  init(recorder: ActivityRecorder) {
    self.recorder = recorder
    super.init()
  }

  /// Returns whether steps are counted: there is an accelerometer.
  open class func isStepCountingAvailable() -> Bool { SensorHub.shared.availability.hasMotion }

  /// Returns whether distances are measured: there are an accelerometer and a source of positions,
  /// whose speed measures them.
  open class func isDistanceAvailable() -> Bool {
    isStepCountingAvailable() && SensorHub.shared.availability.hasLocation
  }

  /// Returns whether floors are counted: there are an accelerometer and a barometer.
  open class func isFloorCountingAvailable() -> Bool {
    isStepCountingAvailable() && SensorHub.shared.availability.hasPressure
  }

  /// Returns whether a pace is measured: as distances.
  open class func isPaceAvailable() -> Bool { isDistanceAvailable() }

  /// Returns whether the cadence is measured: as steps.
  open class func isCadenceAvailable() -> Bool { isStepCountingAvailable() }

  /// Returns whether pauses are reported: as steps.
  open class func isPedometerEventTrackingAvailable() -> Bool { isStepCountingAvailable() }

  /// Returns `authorized`: steps need no authorization on Linux; distances need the location's.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Queries the recorded steps of a time, at most seven days ago, by minutes.
  ///
  /// The data are about the part of that time that was measured; if none was, the handler receives
  /// ``CMErrorNotAvailable``. It is called on an arbitrary thread.
  open func queryPedometerData(
    from start: Date, to end: Date, withHandler handler: @escaping CMPedometerHandler
  ) {
    let handler = QueuedHandler(OperationQueue(), handler)
    guard let interval = MotionRecords.interval(from: start, to: end) else {
      return handler.fail(CMErrorInvalidParameter)
    }
    recorder.history { records in
      guard let values = records.values(in: interval) else {
        return handler.fail(CMErrorNotAvailable)
      }
      handler.call { CMPedometerData(values) }
    }
  }

  /// Queries the recorded steps of a time, at most seven days ago, by minutes.
  ///
  /// - Throws: ``CMErrorNotAvailable`` if nothing was measured, ``CMErrorInvalidParameter`` if the
  ///   end is before the start.
  public func queryPedometerData(from start: Date, to end: Date) async throws -> CMPedometerData {
    guard let interval = MotionRecords.interval(from: start, to: end) else {
      throw CMErrorInvalidParameter.error
    }
    let values = await withCheckedContinuation { continuation in
      recorder.history { continuation.resume(returning: $0.values(in: interval)) }
    }
    guard let values else { throw CMErrorNotAvailable.error }
    return CMPedometerData(values)
  }

  /// Starts updates with the steps since a time, which may be past: the history then adds what it
  /// knows.
  ///
  /// The handler is called on a thread of its own, one call at a time, at most once a second, when
  /// there are steps or they end. A second start replaces it. For a date that is no number it receives
  /// ``CMErrorInvalidParameter``.
  open func startUpdates(from start: Date, withHandler handler: @escaping CMPedometerHandler) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let handler = QueuedHandler(queue, handler)
    guard !start.timeIntervalSince1970.isNaN else {
      updates = nil
      return handler.fail(CMErrorInvalidParameter)
    }
    let now = recorder.date
    let count = PedestrianCount(from: start.timeIntervalSince1970, waitsForPast: start < now)
    if start < now, let past = MotionRecords.interval(from: start, to: now) {
      recorder.history { count.add($0.values(in: past)) }
    }
    updates = ActivitySubscription(recorder) { snapshot in
      guard let values = count.values(snapshot) else { return }
      handler.call { CMPedometerData(values) }
    }
  }

  /// Stops updates.
  open func stopUpdates() { updates = nil }

  /// Starts the report of pauses, on a thread of its own; a second start replaces the handler.
  open func startEventUpdates(handler: @escaping CMPedometerEventHandler) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let handler = QueuedHandler(queue, handler)
    let wasStepping = Mutex<Bool>(false)
    events = ActivitySubscription(recorder) { snapshot in
      let isChanged = wasStepping.withLock { was in
        defer { was = snapshot.isStepping }
        return was != snapshot.isStepping
      }
      guard isChanged else { return }
      let date = Date(timeIntervalSince1970: snapshot.date)
      handler.call { CMPedometerEvent(snapshot.isStepping ? .resume : .pause, at: date) }
    }
  }

  /// Stops the report of pauses.
  open func stopEventUpdates() { events = nil }
}
