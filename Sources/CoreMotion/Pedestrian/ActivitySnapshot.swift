import HeadingActivity

/// A state of the measurement.
struct ActivitySnapshot: Sendable {
  /// Time since the system started, s, and since 1970, s.
  var time: Double
  var date: Double
  /// Sums since the measurement began.
  var values: PedestrianValues
  /// Sums when the receiver subscribed.
  var baseline = PedestrianValues()
  /// The activity and when it began.
  var estimate: ActivityClassifier.Estimate
  var activityBeginning: Date?
  var isStepping: Bool
}

/// A subscription to the measurement; ends with the object.
final class ActivitySubscription {
  private let recorder: ActivityRecorder
  private let token: UInt64

  init(_ recorder: ActivityRecorder, _ receiver: @escaping @Sendable (ActivitySnapshot) -> Void) {
    self.recorder = recorder
    token = recorder.subscribe(receiver)
  }

  deinit { recorder.unsubscribe(token) }
}
