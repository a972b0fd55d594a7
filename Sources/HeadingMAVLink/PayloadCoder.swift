/// Writes the fields of a payload, or reads them: one list of fields serves both directions.
///
/// Little-endian, without padding. Beyond the end of a payload that is read there are zeros.
package struct PayloadCoder {
  /// The payload.
  private(set) var bytes: [UInt8]

  private let isReading: Bool
  private var position = 0

  /// A coder that writes.
  init() {
    bytes = []
    isReading = false
  }

  /// A coder that reads.
  init(reading payload: [UInt8]) {
    bytes = payload
    isReading = true
  }

  /// Codes an integer.
  package mutating func code<Value: FixedWidthInteger>(_ value: inout Value) {
    let size = Value.bitWidth / 8
    guard isReading else {
      for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
      return
    }
    value = 0
    for index in 0..<size where position + index < bytes.count {
      value |= Value(truncatingIfNeeded: bytes[position + index]) << (8 * index)
    }
    position += size
  }

  /// Codes a floating-point number.
  package mutating func code(_ value: inout Float) {
    var pattern = value.bitPattern
    code(&pattern)
    value = Float(bitPattern: pattern)
  }

  /// Codes an array of fixed length: that of the array before the call.
  package mutating func code(_ values: inout [Float]) {
    for index in values.indices { code(&values[index]) }
  }
}
