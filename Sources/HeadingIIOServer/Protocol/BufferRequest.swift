/// A buffer that a client opens.
package struct BufferRequest: Sendable {
  /// The device's index in the context.
  package let device: Int

  /// Samples per buffer of the client.
  package let samplesPerBuffer: Int

  /// The channel mask as sent to the client.
  let mask: String

  /// The enabled channels and their offsets in a sample, bytes.
  package let places: [(channel: Int, offset: Int)]

  /// Sample length, bytes.
  package let length: Int

  /// Samples that wait before others are lost.
  package let capacity: Int

  /// Minimum capacity, samples, for clients that read single samples late.
  private static let leastCapacity = 32

  /// Creates the request of the command OPEN.
  ///
  /// `samples` is the size of the client's buffer; `mask` has the channels as 32-bit hexadecimal
  /// words, the highest first; `count` is the number of the kernel's buffers. Cyclic buffers are for
  /// outputs, which are not supported.
  init(
    _ shape: ServedDevice, at device: Int, samples: Int, mask: String, isCyclic: Bool, count: Int
  ) throws(RemoteError) {
    let words = (shape.channels.count + 31) / 32
    guard samples > 0, mask.utf8.count == words * 8,
      mask.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else {
      throw .invalid
    }
    if isCyclic { throw .notPermitted }
    let digits = Array(mask.reversed())
    let enabled = shape.channels.indices.filter { index in
      (digits[index / 4].hexDigitValue ?? 0) >> (index % 4) & 1 == 1
    }
    (places, length) = shape.layout(ofChannels: enabled)
    guard !places.isEmpty, shape.triggering != .none else { throw .invalid }
    guard samples <= 1_048_576 / length else { throw .outOfMemory }
    self.device = device
    samplesPerBuffer = samples
    self.mask = mask
    capacity = max(samples * (count + 2), Self.leastCapacity)
  }
}
