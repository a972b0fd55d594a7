/// Vectors and 24-bit numbers in the bytes of a chip.
extension [UInt8] {
  /// The 24-bit number whose lowest byte is at an index.
  func littleEndian24(_ index: Int) -> Int32 {
    let bits = UInt32(self[index]) << 8 | UInt32(self[index + 1]) << 16
    return Int32(bitPattern: bits | UInt32(self[index + 2]) << 24) >> 8
  }

  /// Three 16-bit numbers, the lower byte first, that begin at an index.
  func vector(_ index: Int) -> SIMD4<Int32> {
    SIMD4(littleEndian16(index), littleEndian16(index + 2), littleEndian16(index + 4), 0)
  }
}
