extension SampleFormat: CustomStringConvertible {
  /// The kernel's notation, such as `le:s16/16>>0`.
  public var description: String {
    let endianness = isBigEndian ? "be" : "le"
    let repetition = repeats > 1 ? "X\(repeats)" : ""
    return "\(endianness):\(isSigned ? "s" : "u")\(realBits)/\(storageBits)\(repetition)>>\(shift)"
  }
}
