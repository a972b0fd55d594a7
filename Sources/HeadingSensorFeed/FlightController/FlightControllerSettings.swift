package import HeadingMAVLink

/// A flight controller whose sensors are read by MAVLink.
package struct FlightControllerSettings: Sendable, Hashable {
  /// The link.
  package var endpoint: FeedEndpoint

  /// The system to read; `nil` for the first one with an IMU.
  package var system: UInt8?

  /// Rate at which it is asked to send its IMU, Hz; `nil` if nothing is sent to it.
  package var rate: Double? = Self.usualRate

  /// The key of a signed link; `nil` for one that is not.
  package var key: MAVLinkKey?

  /// Rate that is asked for unless another is stated, Hz.
  ///
  /// Large enough for a turn of a vehicle, and a third of a line of 57,600 bit/s.
  package static let usualRate = 50.0

  /// A link with default settings.
  package init(endpoint: FeedEndpoint) { self.endpoint = endpoint }
}
