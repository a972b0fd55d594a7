/// One file of a simulated sysfs: its text and what the driver does with it.
public struct SimulatedAttribute: Sendable, Hashable {
  /// What the driver does when the attribute is read or written.
  public enum Rule: Sendable, Hashable {
    /// A text that cannot be written (-13).
    case constant

    /// Any positive number; written back with the decimals of the text.
    case number

    /// A number of the list in another file of the device; any other is -22.
    case choice(from: String)

    /// A word of the list; any other is -22.
    case word([String])

    /// The count of a channel now: -16 while a buffer runs.
    case raw(channel: String)

    /// The value of a channel now, in IIO's unit.
    case input(channel: String)

    /// Not readable or writable: this errno.
    case refused(Int)

    /// Switches the simulated faults of the device (see ``SimulatedFault``).
    case fault
  }

  /// The text a read gives, without the newline; computed for raw and input.
  public var text: String

  /// What the driver does.
  public var rule: Rule

  /// Makes an attribute.
  public init(_ text: String, _ rule: Rule = .constant) {
    self.text = text
    self.rule = rule
  }
}
