/// Format of a value in a sample: the text of `scan_elements/*_type`, such as `le:s24/32>>8`.
public struct ScanFormat: Sendable, Hashable {
  /// Most significant byte first.
  public var isBigEndian: Bool

  /// Two's complement, else unsigned.
  public var isSigned: Bool

  /// Significant bits.
  public var bits: Int

  /// Storage bits: 8, 16, 32 or 64.
  public var storageBits: Int

  /// Right shift of the storage to the value, bits.
  public var shift: Int

  /// Creates a format.
  public init(
    isBigEndian: Bool = false, isSigned: Bool = true, bits: Int, storageBits: Int, shift: Int = 0
  ) {
    self.isBigEndian = isBigEndian
    self.isSigned = isSigned
    self.bits = bits
    self.storageBits = storageBits
    self.shift = shift
  }

  /// Parses the kernel's or libiio's text (`S`: signed and as wide as the storage).
  ///
  /// `nil` if it is malformed, repeated (`X2`), or has a storage other than 8, 16, 32 or 64 bits.
  public init?(text: some StringProtocol) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, parts[0] == "le" || parts[0] == "be", let sign = parts[1].first,
      "sSuU".contains(sign)
    else { return nil }
    let widths = parts[1].dropFirst().split(separator: "/")
    guard widths.count == 2, let bits = Int(widths[0]) else { return nil }
    let storageAndShift = widths[1].split(separator: ">").map { Int($0) }
    guard storageAndShift.count == 1 || storageAndShift.count == 2,
      let storage = storageAndShift[0],
      let shift = storageAndShift.count == 2 ? storageAndShift[1] : 0,
      [8, 16, 32, 64].contains(storage), bits >= 1, shift >= 0, bits + shift <= storage
    else { return nil }
    self.init(
      isBigEndian: parts[0] == "be", isSigned: sign == "s" || sign == "S", bits: bits,
      storageBits: storage, shift: shift)
  }

  /// The text in libiio's notation.
  public var text: String {
    let sign = isSigned ? "s" : "u"
    let kind = bits == storageBits ? sign.uppercased() : sign
    return "\(isBigEndian ? "be" : "le"):\(kind)\(bits)/\(storageBits)>>\(shift)"
  }

  /// Storage size, bytes.
  public var bytes: Int { storageBits / 8 }

  /// The smallest and largest count.
  public var range: ClosedRange<Double> {
    func power(_ exponent: Int) -> Double {
      Double(sign: .plus, exponent: exponent, significand: 1)
    }
    return isSigned ? -power(bits - 1)...power(bits - 1) - 1 : 0...power(bits) - 1
  }

  /// Writes a count, clipped to the range, into a sample.
  ///
  /// The other bits are zero; a reader must not rely on them.
  package func write(_ count: Int64, at offset: Int, into sample: inout [UInt8]) {
    let mask: UInt64 = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    let stored = (UInt64(bitPattern: count) & mask) << UInt64(shift)
    for index in 0..<bytes {
      let byte = UInt8(truncatingIfNeeded: stored >> UInt64(8 * index))
      sample[offset + (isBigEndian ? bytes - 1 - index : index)] = byte
    }
  }
}
