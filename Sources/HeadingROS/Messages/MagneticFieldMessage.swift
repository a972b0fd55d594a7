package import HeadingGeometry

/// `sensor_msgs/MagneticField`.
package struct MagneticFieldMessage: Sendable, Hashable {
  /// Time and frame.
  package var header = ROSHeader()

  /// The field, T, body frame.
  package var field = Vector3.zero

  /// Its covariance, T²; 0 is unknown.
  package var covariance = ImuMessage.unknown

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    ROSRecord(
      "sensor_msgs/MagneticField",
      [
        header.field,
        ROSField("magnetic_field", .vector(field)),
        ROSField("magnetic_field_covariance", .matrix(covariance)),
      ])
  }
}
