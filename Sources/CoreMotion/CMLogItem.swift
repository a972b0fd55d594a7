/// Something that was measured at a moment.
open class CMLogItem: NSObject, NSCopying, NSSecureCoding {
  private let time: TimeInterval

  /// Makes an item of no moment: test doubles begin with it and override what they tell.
  public override init() {
    time = 0
    super.init()
  }

  init(timestamp: TimeInterval) {
    time = timestamp
    super.init()
  }

  /// Seconds since the machine was started.
  open var timestamp: TimeInterval { time }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the time.
  open func encode(with coder: NSCoder) { coder.encode(timestamp, forKey: "timestamp") }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    time = coder.decodeDouble(forKey: "timestamp")
    super.init()
  }
}
