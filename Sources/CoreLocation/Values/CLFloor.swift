/// A floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  /// Counted from the ground floor, which is 0.
  public let level: Int

  init(level: Int) {
    self.level = level
    super.init()
  }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the level.
  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    level = coder.decodeInteger(forKey: "level")
    super.init()
  }
}
