/// One block of samples as it came from a buffer: bytes, and where each channel lies in them.
struct SampleBlock {
  /// The samples, one after the other.
  var bytes: [UInt8] = []

  /// Bytes from one sample to the next.
  var step = 0

  /// Where each wanted channel lies within a sample, bytes; −1 if it is missing.
  var offsets: [Int] = []

  /// How many samples there are.
  var count: Int { step > 0 ? bytes.count / step : 0 }

  /// The value of the wanted channel at `index` in the sample at `row`; `nil` if it is missing.
  func value(_ format: SampleFormat, channel index: Int, row: Int) -> Int64? {
    guard index < offsets.count, offsets[index] >= 0 else { return nil }
    return format.value(in: bytes, at: row * step + offsets[index])
  }
}
