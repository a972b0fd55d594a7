/// The first part of a binary declaration: the device.
package struct FeedDeviceFrame: Sendable, Hashable {
  /// Name of the device.
  var device: String

  /// The sender's clock, if it has one.
  var timeBase: FeedTimeBase?

  /// Whether the samples are simulated.
  var isSimulated: Bool

  /// Number of sensors that follow.
  var count: Int
}
