package import HeadingGeometry

/// `geometry_msgs/QuaternionStamped`.
package struct QuaternionStampedMessage: Sendable, Hashable {
  /// Time and reference frame.
  package var header = ROSHeader()

  /// Rotation from the body to the frame of the header.
  package var orientation = Quaternion.identity

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    ROSRecord(
      "geometry_msgs/QuaternionStamped",
      [header.field, ROSField("quaternion", .quaternion(orientation))])
  }
}
