/// The value of a field, with its type.
package indirect enum ROSValue: Sendable, Hashable {
  /// `float64`.
  case float64(Double)
  /// `int32`.
  case int32(Int32)
  /// `uint32`.
  case uint32(UInt32)
  /// `uint16`.
  case uint16(UInt16)
  /// `int8`.
  case int8(Int8)
  /// `uint8`.
  case uint8(UInt8)
  /// `byte`, one octet.
  case byte(UInt8)
  /// `string`, UTF-8.
  case string(String)
  /// `float64[N]`, with a fixed number of elements.
  case float64s([Double])
  /// A message.
  case record(ROSRecord)
  /// A list of messages of one type; `of` is any message of that type, for an empty list.
  case records([ROSRecord], of: ROSRecord)

  /// The type as a definition names it.
  var typeName: String {
    switch self {
    case .float64: "float64"
    case .int32: "int32"
    case .uint32: "uint32"
    case .uint16: "uint16"
    case .int8: "int8"
    case .uint8: "uint8"
    case .byte: "byte"
    case .string: "string"
    case .float64s(let values): "float64[\(values.count)]"
    case .record(let record): record.type
    case .records(_, of: let element): element.type + "[]"
    }
  }
}
