/// A floor of a building.
open class CLFloor: NSObject, NSCopying, NSSecureCoding {
  private let number: Int

  /// Creates the ground floor.
  public override init() {
    number = 0
    super.init()
  }

  init(level: Int) {
    number = level
    super.init()
  }

  /// The floor's number; the ground floor is 0, floors below it are negative.
  open var level: Int { number }

  /// The level, as text.
  open override var description: String { "CLFloor (level:\(level))" }

  /// Returns the object itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the level.
  open func encode(with coder: NSCoder) { coder.encode(level, forKey: "level") }

  /// Decodes a floor; level 0 if the archive has none.
  public required init?(coder: NSCoder) {
    number = coder.decodeInteger(forKey: "level")
    super.init()
  }
}
