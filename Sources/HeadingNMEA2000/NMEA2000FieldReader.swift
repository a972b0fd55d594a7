/// Reads the fields of a message one after the other: little-endian, of which the largest values mean
/// not available, an error and reserved.
struct NMEA2000FieldReader {
  private let bytes: [UInt8]
  private var index = 0

  /// Starts at the first field.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next integer as it is; bytes that are not there are ones.
  mutating func integer(bytes count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<count {
      let byte = index < bytes.count ? bytes[index] : 0xFF
      index += 1
      value |= UInt64(byte) << UInt64(8 * place)
    }
    return value
  }

  /// The next unsigned number of a resolution; `nil` if it is none of the values.
  mutating func unsigned(_ resolution: Double, bytes count: Int) -> Double? {
    let value = integer(bytes: count)
    let limit = count == 8 ? UInt64.max : (1 << UInt64(8 * count)) - 1
    return value <= limit - 3 ? Double(value) * resolution : nil
  }

  /// The next signed number of a resolution; `nil` if it is none of the values.
  mutating func signed(_ resolution: Double, bytes count: Int) -> Double? {
    let shift = UInt64(64 - 8 * count)
    let value = Int64(bitPattern: integer(bytes: count) << shift) >> Int64(shift)
    let limit = Int64.max >> Int64(shift)
    return value <= limit - 3 && value >= -limit ? Double(value) * resolution : nil
  }
}
