/// A buffer that a client opened.
struct DeviceStream: Sendable {
  /// The place of the device in the context.
  let device: Int

  /// Samples in one buffer of the client.
  let samplesPerBuffer: Int

  /// The mask as it is sent back.
  let mask: String

  /// The enabled channels and their places in a sample.
  let places: [(channel: Int, offset: Int)]

  /// Bytes in a sample.
  let length: Int

  /// Whether the trigger has no room for this device: it opened, and nothing ever comes.
  let isStarved: Bool

  /// What waits to be read.
  var queue: SampleQueue

  /// Whether a read failed, after which the buffer must be opened again.
  var isDead = false
}
