/// A value of a message of D-Bus.
package indirect enum BusValue: Sendable, Hashable {
  case byte(UInt8)
  case int16(Int16)
  case int32(Int32)
  case int64(Int64)
  case uint16(UInt16)
  case uint32(UInt32)
  case uint64(UInt64)
  case double(Double)
  case bool(Bool)
  case string(String)
  /// The path of an object.
  case path(String)
  case strings([String])
  /// Texts as arrays of bytes.
  case texts([String])
  case bytes([UInt8])
  /// Values by names, each in a variant.
  case dictionary([Entry])
  /// Values of one type, by its signature; that of pairs is in braces.
  case array(String, [BusValue])
  /// A key and its value, in an array.
  case pair(BusValue, BusValue)
  case structure([BusValue])
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
    case .byte: "y"
    case .int16: "n"
    case .int32: "i"
    case .int64: "x"
    case .uint16: "q"
    case .uint32: "u"
    case .uint64: "t"
    case .double: "d"
    case .bool: "b"
    case .string: "s"
    case .path: "o"
    case .strings: "as"
    case .texts: "aay"
    case .bytes: "ay"
    case .dictionary: "a{sv}"
    case .array(let element, _): "a" + element
    case .pair(let key, let value): "{" + key.signature + value.signature + "}"
    case .structure(let members): "(" + members.map(\.signature).joined() + ")"
    case .variant: "v"
    }
  }

  /// The text of a string or path.
  package var text: String? {
    switch self {
    case .string(let text), .path(let text): text
    default: nil
    }
  }

  /// The value in a variant, or the value itself.
  package var content: BusValue {
    if case .variant(let value) = self { value.content } else { self }
  }

  /// The value of a name in a dictionary, out of its variant.
  package subscript(_ name: String) -> BusValue? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.name == name }?.value.content
  }

  /// The pairs of an array; empty for anything else.
  package var pairs: [(key: BusValue, value: BusValue)] {
    guard case .array(_, let elements) = self else { return [] }
    return elements.compactMap { element in
      if case .pair(let key, let value) = element { (key, value) } else { nil }
    }
  }
}
