/// A block of samples from a buffer: bytes and the channels' offsets in a sample.
struct SampleBlock {
  /// The samples, contiguous.
  var bytes: [UInt8] = []

  /// Bytes from one sample to the next.
  var step = 0

  /// Offset of each requested channel in a sample, bytes; −1 if it is missing.
  var offsets: [Int] = []

  /// Number of samples.
  var count: Int { step > 0 ? bytes.count / step : 0 }

  /// The value of the requested channel at `index` in the sample at `row`; `nil` if it is missing.
  func value(_ format: SampleFormat, channel index: Int, row: Int) -> Int64? {
    guard index < offsets.count, offsets[index] >= 0 else { return nil }
    return format.value(in: bytes, at: row * step + offsets[index])
  }
}
