/// Something that was measured at a moment.
open class CMLogItem: NSObject, NSCopying, NSSecureCoding {
  /// Seconds since the machine was started.
  public let timestamp: TimeInterval

  init(timestamp: TimeInterval) {
    self.timestamp = timestamp
    super.init()
  }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the time.
  open func encode(with coder: NSCoder) { coder.encode(timestamp, forKey: "timestamp") }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    timestamp = coder.decodeDouble(forKey: "timestamp")
    super.init()
  }
}
