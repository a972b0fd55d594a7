/// CBOR (RFC 8949): definite lengths, and the shortest form that keeps a value.
extension MQTTValue {
  /// The value as CBOR.
  var cbor: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(768)
    addCBOR(to: &bytes)
    return bytes
  }

  private func addCBOR(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(0xF6)
    case .flag(let flag): bytes.append(flag ? 0xF5 : 0xF4)
    case .integer(let number):
      // -1 - n has the magnitude of n's complement.
      Self.add(
        number < 0 ? 1 : 0, UInt64(bitPattern: number < 0 ? ~number : number), to: &bytes)
    case .number(let number): Self.add(Double(Float(number)), to: &bytes)
    case .precise(let number): Self.add(number, to: &bytes)
    case .text(let text):
      Self.add(3, UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    case .list(let items):
      Self.add(4, UInt64(items.count), to: &bytes)
      for item in items { item.addCBOR(to: &bytes) }
    case .object(let members):
      Self.add(5, UInt64(members.count), to: &bytes)
      for member in members {
        MQTTValue.text(member.key).addCBOR(to: &bytes)
        member.value.addCBOR(to: &bytes)
      }
    }
  }

  /// Adds a head: the major type and its argument.
  private static func add(_ type: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
    let first = type << 5
    switch argument {
    case 0...23: bytes.append(first | UInt8(argument))
    case 24...0xFF: bytes += [first | 24, UInt8(argument)]
    case 0x100...0xFFFF: addDigits(first | 25, argument, 2, to: &bytes)
    case 0x1_0000...0xFFFF_FFFF: addDigits(first | 26, argument, 4, to: &bytes)
    default: addDigits(first | 27, argument, 8, to: &bytes)
    }
  }

  /// Adds a number in the shortest of the three precisions that keeps it; one that is not finite is null.
  private static func add(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else { return bytes.append(0xF6) }
    let single = Float(number)
    guard Double(single) == number else {
      return addDigits(0xFB, number.bitPattern, 8, to: &bytes)
    }
    if let half = half(single) { return addDigits(0xF9, UInt64(half), 2, to: &bytes) }
    addDigits(0xFA, UInt64(single.bitPattern), 4, to: &bytes)
  }

  /// The bits of a number in half precision; `nil` if that does not keep it.
  private static func half(_ number: Float) -> UInt16? {
    let bits = number.bitPattern
    let sign = UInt16(bits >> 31) << 15
    if number == 0 { return sign }
    let exponent = Int(bits >> 23 & 0xFF) - 127
    let fraction = bits & 0x7F_FFFF
    if -14...15 ~= exponent, fraction & 0x1FFF == 0 {
      return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
    }
    // Subnormal: multiples of 2^-24.
    guard -24 ... -15 ~= exponent else { return nil }
    let shift = UInt32(-1 - exponent)
    let whole = fraction | 0x80_0000
    guard whole & (1 << shift - 1) == 0 else { return nil }
    return sign | UInt16(whole >> shift)
  }

  private static func addDigits(
    _ head: UInt8, _ value: UInt64, _ count: Int, to bytes: inout [UInt8]
  ) {
    bytes.append(head)
    for index in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index)))
    }
  }
}
