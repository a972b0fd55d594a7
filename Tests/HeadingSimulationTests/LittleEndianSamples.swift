/// Samples of equal length in a stream of bytes.
struct LittleEndianSamples {
  let bytes: [UInt8]
  let length: Int

  init(_ bytes: some Sequence<UInt8>, length: Int) {
    self.bytes = Array(bytes)
    self.length = length
  }

  var count: Int { bytes.count / length }

  func int16(_ sample: Int, at offset: Int) -> Int {
    Int(Int16(truncatingIfNeeded: unsigned(sample, at: offset, bytes: 2)))
  }

  func int64(_ sample: Int, at offset: Int) -> Int64 {
    Int64(bitPattern: unsigned(sample, at: offset, bytes: 8))
  }

  /// Whether the time stamps at an offset step by a period, ns, most of them, the rest by multiples of it.
  ///
  /// A gap means an overrun, which an overloaded machine may cause.
  func areSteady(timestampAt offset: Int, period: Int64) -> Bool {
    guard count > 1 else { return false }
    let steps = (1..<count).map { int64($0, at: offset) - int64($0 - 1, at: offset) }
    return steps.allSatisfy { $0 > 0 && $0 % period == 0 }
      && steps.count { $0 == period } > count / 2
  }

  private func unsigned(_ sample: Int, at offset: Int, bytes count: Int) -> UInt64 {
    let start = sample * length + offset
    guard sample >= 0, start + count <= bytes.count else { return 0 }
    return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
