/// An attribute of a context, device or channel, with its text if it was read.
public struct IIOAttribute: Sendable, Hashable {
  /// Result of reading an attribute.
  public enum Value: Sendable, Hashable {
    /// The text, without the trailing newline.
    case text(String)

    /// Reading failed with this errno.
    case unreadable(Int32)

    /// Not read: it is a measurement (which can take seconds), or the inventory is of structure only.
    case notRead
  }

  /// The name, such as `scale`.
  public var name: String

  /// The file in sysfs, such as `in_magn_scale`, which distinguishes a shared attribute from a channel's own.
  public var file: String?

  /// Result of reading it.
  public var value: Value

  /// Makes an attribute.
  public init(name: String, file: String?, value: Value) {
    self.name = name
    self.file = file
    self.value = value
  }

  /// The text, if there is one.
  public var text: String? {
    guard case .text(let text) = value else { return nil }
    return text
  }

  /// The text as a number, if it is a finite one.
  public var number: Double? {
    guard let text, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}
