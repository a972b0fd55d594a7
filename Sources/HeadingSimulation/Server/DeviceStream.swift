/// A buffer that a client opened.
struct DeviceStream: Sendable {
  /// The device's index in the context.
  let device: Int

  /// Samples per buffer of the client.
  let samplesPerBuffer: Int

  /// The channel mask as sent to the client.
  let mask: String

  /// The enabled channels and their offsets in a sample, bytes.
  let places: [(channel: Int, offset: Int)]

  /// Sample length, bytes.
  let length: Int

  /// Whether the trigger has too many consumers: the buffer opens but delivers no samples.
  let isStarved: Bool

  /// Samples that wait to be read.
  var queue: SampleQueue

  /// Whether a read failed, after which the buffer must be opened again.
  var hasFailed = false
}
