/// Two's complement numbers in the bytes of a chip.
extension [UInt8] {
  /// The 16-bit number whose low byte is at an index.
  func littleEndian16(_ index: Int) -> Int32 {
    Int32(Int16(truncatingIfNeeded: Int(self[index]) | Int(self[index + 1]) << 8))
  }

  /// The 16-bit number whose high byte is at an index.
  func bigEndian16(_ index: Int) -> Int32 {
    Int32(Int16(truncatingIfNeeded: Int(self[index]) << 8 | Int(self[index + 1])))
  }
}
