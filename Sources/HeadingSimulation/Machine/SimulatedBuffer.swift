import HeadingIIOServer

/// A buffer that a client opened.
struct SimulatedBuffer: Sendable {
  /// What the client wants.
  let request: BufferRequest

  /// Whether the trigger has too many consumers: the buffer opens but delivers no samples.
  let isStarved: Bool

  /// Samples that wait to be read.
  var queue: SampleQueue
}
