package import HeadingGeometry

/// One sample, in the unit and the axes of its sensor.
package struct FeedSample: Sendable, Hashable {
  /// Index of the sensor in its declaration.
  package var sensor: Int

  /// The sender's time, ns; `nil` if the sender has no clock.
  package var time: UInt64?

  /// The components; a scalar is the first.
  package var value: Vector3
}
