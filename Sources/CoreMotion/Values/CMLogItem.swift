/// The base class of measurements with a time.
open class CMLogItem: NSObject, NSCopying, NSSecureCoding {
  private let time: TimeInterval

  /// Creates an item at time 0, for test doubles that override its properties.
  public override init() {
    time = 0
    super.init()
  }

  init(timestamp: TimeInterval) {
    time = timestamp
    super.init()
  }

  /// Time of validity since the system started, including suspension (`CLOCK_BOOTTIME`), s.
  open var timestamp: TimeInterval { time }

  /// The time, as text.
  open override var description: String { String(format: "@ %f", timestamp) }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the time.
  open func encode(with coder: NSCoder) { coder.encode(timestamp, forKey: "timestamp") }

  /// Decodes the time; 0 if the archive has none.
  public required init?(coder: NSCoder) {
    time = coder.decodeDouble(forKey: "timestamp")
    super.init()
  }
}
