/// A floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  private let number: Int

  /// Makes the ground floor.
  public override init() {
    number = 0
    super.init()
  }

  init(level: Int) {
    number = level
    super.init()
  }

  /// Counted from the ground floor, which is 0.
  open var level: Int { number }

  /// Itself: nothing in it changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the level.
  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "level")
    super.init()
  }
}
