import HeadingActivity
import HeadingLocationServices
import Synchronization

/// A handler of activities.
public typealias CMMotionActivityHandler = (CMMotionActivity?) -> Void

/// A handler of a query's activities: the activities or an error.
public typealias CMMotionActivityQueryHandler = ([CMMotionActivity]?, (any Error)?) -> Void

/// Delivers what the person who carries the device does: at rest, walking, running, in a vehicle.
///
/// Steps and rest are seen by the accelerometer, vehicles by the speed of fixes. The history knows
/// the times in which a program received updates of activities or of a ``CMPedometer``.
open class CMMotionActivityManager: NSObject {
  private let recorder: ActivityRecorder
  private var subscription: ActivitySubscription?

  /// Creates a manager.
  public override init() {
    recorder = .shared
    super.init()
  }

  init(recorder: ActivityRecorder) {
    self.recorder = recorder
    super.init()
  }

  /// Returns whether activities are available: there is an accelerometer.
  open class func isActivityAvailable() -> Bool { SensorHub.shared.availability.hasMotion }

  /// Returns `authorized`: activities need no authorization on Linux; those of vehicles need
  /// the location's.
  open class func authorizationStatus() -> CMAuthorizationStatus { .authorized }

  /// Starts updates with the activities and their changes.
  ///
  /// A second start replaces queue and handler.
  open func startActivityUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMMotionActivityHandler
  ) {
    let handler = QueuedHandler<CMMotionActivity>(queue) { activity, _ in handler(activity) }
    let last = Mutex<ActivityClassifier.Estimate?>(nil)
    subscription = ActivitySubscription(recorder) { snapshot in
      guard let beginning = snapshot.activityBeginning else { return }
      let isNew = last.withLock { last in
        defer { last = snapshot.estimate }
        return last != snapshot.estimate
      }
      guard isNew else { return }
      handler.call {
        CMMotionActivity(
          snapshot.estimate.activity, snapshot.estimate.confidence, from: beginning,
          at: snapshot.time)
      }
    }
  }

  /// Stops updates.
  open func stopActivityUpdates() { subscription = nil }

  /// Queries the recorded activities of a time, at most seven days ago.
  ///
  /// The first one may have begun before. Times that nothing measured are unknown; if nothing
  /// measured at all, the handler receives ``CMErrorMotionActivityNotAvailable``.
  open func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue,
    withHandler handler: @escaping CMMotionActivityQueryHandler
  ) {
    let handler = QueuedHandler(queue, handler)
    guard let interval = MotionRecords.interval(from: start, to: end) else {
      return handler.fail(CMErrorInvalidParameter)
    }
    recorder.history { records in
      guard let found = records.activities(in: interval) else {
        return handler.fail(CMErrorMotionActivityNotAvailable)
      }
      handler.call { found.map(\.activity) }
    }
  }

  /// Queries the recorded activities of a time, at most seven days ago.
  ///
  /// - Throws: ``CMErrorMotionActivityNotAvailable`` if nothing measured at all,
  ///   ``CMErrorInvalidParameter`` if the end is before the start.
  public func queryActivityStarting(
    from start: Date, to end: Date, to queue: OperationQueue
  ) async throws -> [CMMotionActivity] {
    guard let interval = MotionRecords.interval(from: start, to: end) else {
      throw CMErrorInvalidParameter.error
    }
    let found = await withCheckedContinuation { continuation in
      recorder.history { continuation.resume(returning: $0.activities(in: interval)) }
    }
    guard let found else { throw CMErrorMotionActivityNotAvailable.error }
    return found.map(\.activity)
  }
}

extension MotionRecords.Activity {
  /// The activity as programs receive it; its time stamp is 0, because the system may have been
  /// restarted since.
  fileprivate var activity: CMMotionActivity {
    CMMotionActivity(
      estimate.activity, estimate.confidence, from: Date(timeIntervalSince1970: start), at: 0)
  }
}
