/// A value of a message of D-Bus.
package indirect enum BusValue: Sendable, Hashable {
  case int32(Int32)
  case uint16(UInt16)
  case uint32(UInt32)
  case double(Double)
  case bool(Bool)
  case string(String)
  case strings([String])
  /// Texts as arrays of bytes.
  case texts([String])
  /// Values by names, each in a variant.
  case dictionary([Entry])
  case variant(BusValue)

  /// A name with its value.
  package struct Entry: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value.
    package var value: BusValue

    /// Creates an entry.
    package init(_ name: String, _ value: BusValue) { (self.name, self.value) = (name, value) }
  }

  /// The type's signature.
  package var signature: String {
    switch self {
    case .int32: "i"
    case .uint16: "q"
    case .uint32: "u"
    case .double: "d"
    case .bool: "b"
    case .string: "s"
    case .strings: "as"
    case .texts: "aay"
    case .dictionary: "a{sv}"
    case .variant: "v"
    }
  }
}
