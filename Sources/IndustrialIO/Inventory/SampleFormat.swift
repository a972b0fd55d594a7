/// Format of a channel's sample in a buffer: the kernel's `scan_elements/*_type`.
public struct SampleFormat: Sendable, Hashable {
  /// Storage bits of the sample: 8, 16, 24, 32 or 64.
  public var storageBits: Int

  /// Significant bits.
  public var realBits: Int

  /// Right shift of the storage to the value, bits.
  public var shift: Int

  /// Whether the value is two's complement.
  public var isSigned: Bool

  /// Whether the first byte is the most significant.
  public var isBigEndian: Bool

  /// Number of values per sample; only 1 is supported.
  public var repeats: Int

  /// Makes a format.
  public init(
    storageBits: Int, realBits: Int, shift: Int = 0, isSigned: Bool = true,
    isBigEndian: Bool = false, repeats: Int = 1
  ) {
    self.storageBits = storageBits
    self.realBits = realBits
    self.shift = shift
    self.isSigned = isSigned
    self.isBigEndian = isBigEndian
    self.repeats = repeats
  }

  /// Why the format cannot be read; `nil` if it can.
  public var unsupportedReason: String? {
    if repeats != 1 { return "its samples are \(repeats) values each (format \(text)), not one" }
    if storageBits <= 0 || storageBits > 64 || storageBits % 8 != 0 {
      return "its samples take \(storageBits) bits, not 8 to 64 in whole bytes"
    }
    if realBits <= 0 || shift < 0 || realBits > storageBits || shift > storageBits - realBits {
      return "its format \(text) is not possible"
    }
    return nil
  }

  /// Whether libiio can compute the sample size: it divides by the size of each channel's sample.
  var hasSize: Bool {
    (8...1024).contains(storageBits) && (1...1024).contains(repeats)
  }

  /// The kernel's notation, such as `le:s12/16>>4`.
  public var text: String {
    "\(isBigEndian ? "be" : "le"):\(isSigned ? "s" : "u")\(realBits)/\(storageBits)"
      + "\(repeats != 1 ? "X\(repeats)" : "")>>\(shift)"
  }

  /// The value of a sample, shifted, masked and sign-extended; `nil` outside the bytes or if unsupported.
  ///
  /// Bits outside the value are ignored: drivers leave undefined data in the padding.
  /// An unsigned value of 64 bits above Int64's range is clamped.
  ///
  /// - Parameters:
  ///   - bytes: A block of samples.
  ///   - offset: Start of the sample, bytes.
  /// - Returns: The value.
  public func value(in bytes: [UInt8], at offset: Int) -> Int64? {
    let count = storageBits / 8
    guard unsupportedReason == nil, offset >= 0, offset <= bytes.count - count else { return nil }
    var word: UInt64 = 0
    if isBigEndian {
      for index in offset..<offset + count { word = word << 8 | UInt64(bytes[index]) }
    } else {
      for index in (offset..<offset + count).reversed() { word = word << 8 | UInt64(bytes[index]) }
    }
    word >>= UInt64(shift)
    let unused = UInt64(64 - realBits)
    if isSigned { return Int64(bitPattern: word << unused) >> Int64(unused) }
    return Int64(clamping: (word << unused) >> unused)
  }

  /// The largest value of the format.
  public var largestValue: Double {
    var value = 1.0
    for _ in 0..<max(0, min(64, realBits) - (isSigned ? 1 : 0)) { value *= 2 }
    return value - 1
  }
}
