/// A file of the served sysfs: its text and its behaviour.
public struct ServedAttribute: Sendable, Hashable {
  /// Behaviour of the driver when the attribute is read or written.
  public enum Rule: Sendable, Hashable {
    /// A read-only text; a write fails with -13.
    case constant

    /// Any positive number; stored with the decimals of the text.
    case number

    /// A number of the list in another file of the device; others fail with -22.
    case choice(from: String)

    /// A word of the list; others fail with -22.
    case word([String])

    /// The present count of a channel; -16 while a buffer runs.
    case raw(channel: String)

    /// The present value of a channel, in IIO's unit.
    case input(channel: String)

    /// Neither readable nor writable, with this errno.
    case refused(Int)

    /// Any text: the devices interpret it.
    case any
  }

  /// The text without the newline; computed for raw and input.
  public var text: String

  /// Behaviour of the driver.
  public var rule: Rule

  /// Creates an attribute.
  public init(_ text: String, _ rule: Rule = .constant) {
    self.text = text
    self.rule = rule
  }
}
