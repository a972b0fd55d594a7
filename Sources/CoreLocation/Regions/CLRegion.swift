/// A region that can be watched: what its subclasses have in common.
///
/// Two regions are equal when they are of one class and have the same identifier.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  /// The name by which a program knows the region again.
  open var identifier: String { name }

  /// Whether entering is reported; true by default.
  open var notifyOnEntry = true

  /// Whether leaving is reported; true by default.
  open var notifyOnExit = true

  private let name: String

  /// Makes a region without a name, which cannot be watched.
  public override init() {
    name = ""
    super.init()
  }

  init(identifier: String) {
    name = identifier
    super.init()
  }

  /// Whether the other is a region of the same class and identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
  }

  /// Equal regions have the same.
  open override var hash: Int { identifier.hashValue }

  /// A region with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { copied(CLRegion(identifier: identifier)) }

  /// The copy with what may change taken over.
  func copied(_ copy: CLRegion) -> CLRegion {
    copy.notifyOnEntry = notifyOnEntry
    copy.notifyOnExit = notifyOnExit
    return copy
  }

  /// Whether it can be read back by its class.
  open class var supportsSecureCoding: Bool { true }

  /// Writes every value.
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }

  /// Reads what ``encode(with:)`` wrote.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier") else {
      return nil
    }
    name = identifier as String
    super.init()
    notifyOnEntry = coder.decodeBool(forKey: "notifyOnEntry")
    notifyOnExit = coder.decodeBool(forKey: "notifyOnExit")
  }
}
