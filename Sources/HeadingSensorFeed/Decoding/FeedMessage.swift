/// A decoded message of a feed.
package enum FeedMessage: Sendable, Hashable {
  /// The complete declaration, of a JSON line.
  case declaration(FeedDeclaration)

  /// The first part of a binary declaration.
  case device(FeedDeviceFrame)

  /// One of the sensors of a binary declaration.
  case sensor(index: Int, FeedSensorFrame)

  /// Samples of one moment.
  case samples([FeedSample])
}
