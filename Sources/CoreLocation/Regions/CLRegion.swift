/// The base class of regions that can be monitored.
///
/// Two regions are equal if they have the same class and identifier.
open class CLRegion: NSObject, NSCopying, NSSecureCoding {
  /// The program's identifier of the region.
  open var identifier: String { name }

  /// Whether entry is reported; true by default.
  open var notifyOnEntry = true

  /// Whether exit is reported; true by default.
  open var notifyOnExit = true

  private let name: String

  /// Creates a region with an empty identifier, which cannot be monitored.
  public override init() {
    name = ""
    super.init()
  }

  init(identifier: String) {
    name = identifier
    super.init()
  }

  /// Returns whether an object is a region of the same class and identifier.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CLRegion else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
  }

  /// A hash of the identifier; equal regions have equal hashes.
  open override var hash: Int { identifier.hashValue }

  /// Class and identifier, as text.
  open override var description: String { "CLRegion (identifier:'\(identifier)')" }

  /// Returns a region with equal values.
  open func copy(with zone: NSZone? = nil) -> Any { copied(CLRegion(identifier: identifier)) }

  /// Returns the copy after transferring the mutable properties to it.
  func copied(_ copy: CLRegion) -> CLRegion {
    copy.notifyOnEntry = notifyOnEntry
    copy.notifyOnExit = notifyOnExit
    return copy
  }

  /// Whether the class supports secure coding: true.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes all values.
  open func encode(with coder: NSCoder) {
    coder.encode(identifier as NSString, forKey: "identifier")
    coder.encode(notifyOnEntry, forKey: "notifyOnEntry")
    coder.encode(notifyOnExit, forKey: "notifyOnExit")
  }

  /// Decodes a region; `nil` if the archive has no identifier.
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
