import CSystemd

/// Appends values to a message; each call returns a negative error number on failure.
@safe
struct MessageWriter {
  private let message: OpaquePointer

  init(_ message: OpaquePointer) { unsafe self.message = message }

  func append(_ value: BusValue) -> CInt {
    switch value {
    case .byte(let value): basic("y", value)
    case .int16(let value): basic("n", value)
    case .int32(let value): basic("i", value)
    case .int64(let value): basic("x", value)
    case .uint16(let value): basic("q", value)
    case .uint32(let value): basic("u", value)
    case .uint64(let value): basic("t", value)
    case .double(let value): basic("d", value)
    case .bool(let value): basic("b", CInt(value ? 1 : 0))
    case .string(let text): unsafe sd_bus_message_append_basic(message, type("s"), text)
    case .path(let text): unsafe sd_bus_message_append_basic(message, type("o"), text)
    case .bytes(let bytes):
      unsafe sd_bus_message_append_array(message, type("y"), bytes, bytes.count)
    case .strings(let texts): container("a", "s", texts.map { .string($0) })
    case .texts(let texts): container("a", "ay", texts.map { .bytes(Array($0.utf8)) })
    case .dictionary(let entries):
      container("a", "{sv}", entries.map { .pair(.string($0.name), .variant($0.value)) })
    case .array(let element, let values): container("a", element, values)
    case .pair(let key, let value):
      container("e", key.signature + value.signature, [key, value])
    case .structure(let members):
      container("r", members.map(\.signature).joined(), members)
    case .variant(let value): container("v", value.signature, [value])
    }
  }

  private func type(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }

  private func basic<Value: BitwiseCopyable>(_ letter: Unicode.Scalar, _ value: Value) -> CInt {
    var value = value
    return unsafe sd_bus_message_append_basic(message, type(letter), &value)
  }

  private func container(
    _ letter: Unicode.Scalar, _ contents: String, _ values: [BusValue]
  ) -> CInt {
    var result = unsafe sd_bus_message_open_container(message, type(letter), contents)
    for value in values where result >= 0 { result = append(value) }
    return result >= 0 ? unsafe sd_bus_message_close_container(message) : result
  }
}
