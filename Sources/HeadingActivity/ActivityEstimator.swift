public import HeadingGeometry

/// Steps, distance, floors and activity of the person who carries the device.
///
/// Pure: time is that of the samples, in seconds on a monotonic scale. Nothing is allocated.
public struct ActivityEstimator: Sendable {
  /// Time between two classifications, s.
  static let period = 0.5

  /// What was added up since the start.
  public private(set) var meter = PedestrianMeter()

  private var detector = StepDetector()
  private var classifier = ActivityClassifier()
  private var classified: Double?

  /// Creates an estimator at zero.
  public init() {}

  /// The current activity.
  public var estimate: ActivityClassifier.Estimate { classifier.estimate }

  /// When the current activity began, s; `nil` before anything is known.
  public var beginning: Double? { classifier.beginning }

  /// Whether the person is stepping.
  public var isStepping: Bool { meter.cadence != nil }

  /// Processes a specific force, m/s², body frame.
  ///
  /// - Returns: Whether the activity or its confidence changed.
  public mutating func accelerate(_ force: Vector3, at time: Double) -> Bool {
    guard force.isFinite, time.isFinite else { return false }
    let count = detector.update(force, at: time)
    meter.add(count, detector, at: time)
    if let classified, (0..<Self.period).contains(time - classified) { return false }
    classified = time
    return classifier.classify(detector, at: time)
  }

  /// Processes an angular rate, rad/s, body frame.
  public mutating func rotate(_ rate: Vector3, at time: Double) {
    detector.rotate(rate, at: time)
  }

  /// Processes a speed over ground from fixes, m/s.
  public mutating func move(at speed: Double, time: Double) {
    meter.move(at: speed, time: time)
    classifier.move(at: speed, time: time)
  }

  /// Processes a height from a barometer above any fixed level, m.
  public mutating func rise(to height: Double, time: Double) {
    meter.rise(to: height, time: time)
  }
}
