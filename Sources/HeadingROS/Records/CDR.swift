/// Encodes ROS 2 messages as their middleware does: CDR, little-endian, with encapsulation header.
///
/// Numbers are aligned to their size, counted from the end of the header; a text has its length with
/// the final zero in front, a list its number of elements, an array of fixed size nothing. Source: OMG
/// DDS-XTypes 1.3, 7.4 (XCDR version 1) and 7.6.3.1.2 (encapsulation header).
package struct CDR {
  /// Header: CDR_LE, no options.
  private static let header: [UInt8] = [0, 1, 0, 0]

  private var bytes = Self.header

  private init() {}

  /// Returns the encoded message.
  package static func encoded(_ record: ROSRecord) -> [UInt8] {
    var writer = CDR()
    writer.append(record)
    return writer.bytes
  }

  private mutating func append(_ record: ROSRecord) {
    for field in record.fields { append(field.value) }
  }

  private mutating func append(_ value: ROSValue) {
    switch value {
    case .float64(let number): append(number.bitPattern)
    case .int32(let number): append(number)
    case .uint32(let number): append(number)
    case .uint16(let number): append(number)
    case .int8(let number): append(number)
    case .uint8(let number), .byte(let number): append(number)
    case .string(let text):
      append(UInt32(clamping: text.utf8.count + 1))
      bytes += text.utf8
      bytes.append(0)
    case .float64s(let numbers): for number in numbers { append(number.bitPattern) }
    case .record(let record): append(record)
    case .records(let records, of: _):
      append(UInt32(clamping: records.count))
      for record in records { append(record) }
    }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    let size = number.bitWidth / 8
    while (bytes.count - Self.header.count) % size != 0 { bytes.append(0) }
    for shift in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
  }
}
