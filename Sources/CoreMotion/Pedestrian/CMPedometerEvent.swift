/// What happened to a walk.
public enum CMPedometerEventType: Int, Sendable {
  /// The person stopped.
  case pause = 0
  /// The person went on.
  case resume
}

/// The start or the end of walking.
open class CMPedometerEvent: NSObject, NSCopying, NSSecureCoding {
  private let time: Date
  private let kind: CMPedometerEventType

  /// Creates a pause in the distant past, for test doubles that override its properties.
  public override init() {
    (time, kind) = (.distantPast, .pause)
    super.init()
  }

  init(_ kind: CMPedometerEventType, at time: Date) {
    (self.time, self.kind) = (time, kind)
    super.init()
  }

  /// When it happened.
  open var date: Date { time }

  /// What happened.
  open var type: CMPedometerEventType { kind }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes both values.
  open func encode(with coder: NSCoder) {
    coder.encode(time.timeIntervalSinceReferenceDate, forKey: "date")
    coder.encode(kind.rawValue, forKey: "type")
  }

  /// Decodes the event; an unknown type is a pause.
  public required init?(coder: NSCoder) {
    time = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "date"))
    kind = CMPedometerEventType(rawValue: coder.decodeInteger(forKey: "type")) ?? .pause
    super.init()
  }
}
