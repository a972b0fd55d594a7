import CSystemd

/// Reads the values of a message, as many as are useful.
@safe
struct MessageReader {
  /// Most values of one message: some thousand objects with their properties.
  private static let most = 200_000

  private let message: OpaquePointer
  private var left = Self.most

  init(_ message: OpaquePointer) { unsafe self.message = message }

  /// The message's values, up to one that is not supported or cannot be read.
  static func values(of message: OpaquePointer) -> [BusValue] {
    var reader = unsafe MessageReader(message)
    return reader.values()
  }

  /// The values up to the end of the message or of the opened container.
  private mutating func values() -> [BusValue] {
    var values: [BusValue] = []
    while let value = next() { values.append(value) }
    return values
  }

  private mutating func next() -> BusValue? {
    guard left > 0 else { return nil }
    left -= 1
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
    switch UInt8(bitPattern: type) {
    case UInt8(ascii: "s"): return text(type).map { .string($0) }
    case UInt8(ascii: "o"): return text(type).map { .path($0) }
    case UInt8(ascii: "g"): return text(type).map { .string($0) }
    case UInt8(ascii: "y"): return number(type, UInt8.self).map { .byte($0) }
    case UInt8(ascii: "n"): return number(type, Int16.self).map { .int16($0) }
    case UInt8(ascii: "q"): return number(type, UInt16.self).map { .uint16($0) }
    case UInt8(ascii: "i"): return number(type, Int32.self).map { .int32($0) }
    case UInt8(ascii: "u"): return number(type, UInt32.self).map { .uint32($0) }
    case UInt8(ascii: "x"): return number(type, Int64.self).map { .int64($0) }
    case UInt8(ascii: "t"): return number(type, UInt64.self).map { .uint64($0) }
    case UInt8(ascii: "b"): return number(type, CInt.self).map { .bool($0 != 0) }
    case UInt8(ascii: "d"):
      var value = 0.0
      return unsafe sd_bus_message_read_basic(message, type, &value) > 0 ? .double(value) : nil
    case UInt8(ascii: "v"):
      return unsafe contained(type, contents).map { .variant($0.first ?? .bool(false)) }
    case UInt8(ascii: "r"): return unsafe contained(type, contents).map { .structure($0) }
    case UInt8(ascii: "e"):
      return unsafe contained(type, contents).flatMap {
        $0.count == 2 ? .pair($0[0], $0[1]) : nil
      }
    case UInt8(ascii: "a"): return unsafe array(type, MessageBus.text(contents))
    default: return nil
    }
  }

  private func text(_ type: CChar) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, type, &value) > 0 else { return nil }
    return unsafe MessageBus.text(value)
  }

  private func number<Number: FixedWidthInteger>(_ type: CChar, _: Number.Type) -> Number? {
    var value: Number = 0
    return unsafe sd_bus_message_read_basic(message, type, &value) > 0 ? value : nil
  }

  private mutating func array(_ type: CChar, _ element: String) -> BusValue? {
    if element == "y" {
      var bytes: UnsafeRawPointer?
      var size = 0
      guard
        unsafe sd_bus_message_read_array(
          message, CChar(bitPattern: UInt8(ascii: "y")), &bytes, &size) >= 0
      else { return nil }
      return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size)))
    }
    guard let values = unsafe element.withCString({ unsafe contained(type, $0) }) else {
      return nil
    }
    switch element {
    case "s": return .strings(values.compactMap(\.text))
    case "{sv}":
      return .dictionary(
        values.compactMap { value in
          guard case .pair(.string(let name), let value) = value else { return nil }
          return BusValue.Entry(name, value)
        })
    default: return .array(element, values)
    }
  }

  /// The values in a container.
  private mutating func contained(
    _ type: CChar, _ contents: UnsafePointer<CChar>?
  ) -> [BusValue]? {
    guard unsafe sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
    let values = values()
    // One that could not be read to its end ends the message.
    return unsafe sd_bus_message_exit_container(message) >= 0 ? values : nil
  }
}
