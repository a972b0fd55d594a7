import HeadingActivity

/// What the person who carries the device does, from a time on.
///
/// Several values may be true: a vehicle that stands is automotive and stationary. All are false
/// except ``unknown`` where the movement is none of these, and in times that nothing measured.
open class CMMotionActivity: CMLogItem {
  private let activity: MotionActivity
  private let certainty: CMMotionActivityConfidence
  private let start: Date

  /// Creates an unknown activity at time 0.
  public override init() {
    (activity, certainty, start) = ([], .low, .distantPast)
    super.init()
  }

  init(
    _ activity: MotionActivity, _ confidence: ActivityConfidence, from start: Date, at time: Double
  ) {
    self.activity = activity
    certainty = CMMotionActivityConfidence(rawValue: confidence.rawValue) ?? .low
    self.start = start
    super.init(timestamp: time)
  }

  /// The confidence in the activity.
  open var confidence: CMMotionActivityConfidence { certainty }

  /// When the activity began.
  open var startDate: Date { start }

  /// Whether nothing is known.
  open var unknown: Bool { activity.isEmpty }

  /// Whether the device is at rest, or the vehicle stands.
  open var stationary: Bool { activity.contains(.stationary) }

  /// Whether the person walks.
  open var walking: Bool { activity.contains(.walking) }

  /// Whether the person runs.
  open var running: Bool { activity.contains(.running) }

  /// Whether the device is in a motor vehicle; known only with location authorization.
  open var automotive: Bool { activity.contains(.automotive) }

  /// Whether the device moves like a bicycle; known only with location authorization.
  open var cycling: Bool { activity.contains(.cycling) }

  /// All values and the time on one line.
  open override var description: String {
    "CMMotionActivity startDate \(startDate) confidence \(confidence.rawValue) unknown \(unknown) "
      + "stationary \(stationary) walking \(walking) running \(running) automotive \(automotive) "
      + "cycling \(cycling)" + String(format: " @ %f", timestamp)
  }

  /// Encodes all values.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Int(activity.rawValue), forKey: "activity")
    coder.encode(certainty.rawValue, forKey: "confidence")
    coder.encode(start.timeIntervalSinceReferenceDate, forKey: "startDate")
  }

  /// Decodes the activity; values missing in the archive, or out of range, are unknown.
  public required init?(coder: NSCoder) {
    let bits = UInt8(exactly: coder.decodeInteger(forKey: "activity")) ?? 0
    activity = MotionActivity(rawValue: bits).intersection(.all)
    certainty =
      CMMotionActivityConfidence(rawValue: coder.decodeInteger(forKey: "confidence")) ?? .low
    start = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "startDate"))
    super.init(coder: coder)
  }
}
