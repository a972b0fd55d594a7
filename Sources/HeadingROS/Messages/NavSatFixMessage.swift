package import HeadingGeometry

/// `sensor_msgs/NavSatFix`.
package struct NavSatFixMessage: Sendable, Hashable {
  /// Time and frame.
  package var header = ROSHeader()

  /// Latitude, degrees, positive north.
  package var latitude = 0.0

  /// Longitude, degrees, positive east.
  package var longitude = 0.0

  /// Height above the WGS 84 ellipsoid, m; NaN if unknown.
  package var altitude = Double.nan

  /// Covariance of the position in the directions east, north, up, m²; `nil` if unknown.
  package var covariance: Matrix3?

  /// Makes the message with empty values.
  package init() {}

  /// The message as data.
  package var record: ROSRecord {
    ROSRecord(
      "sensor_msgs/NavSatFix",
      [
        header.field,
        ROSField(
          "status",
          .record(
            ROSRecord(
              "sensor_msgs/NavSatStatus",
              [
                // STATUS_FIX; a message is sent for a fix only.
                ROSField("status", .int8(0)),
                // The satellite systems used are not known.
                ROSField("service", .uint16(0)),
              ]))),
        ROSField("latitude", .float64(latitude)),
        ROSField("longitude", .float64(longitude)),
        ROSField("altitude", .float64(altitude)),
        ROSField("position_covariance", .matrix(covariance ?? ImuMessage.unknown)),
        // COVARIANCE_TYPE_APPROXIMATED or COVARIANCE_TYPE_UNKNOWN.
        ROSField("position_covariance_type", .uint8(covariance == nil ? 0 : 1)),
      ])
  }
}
