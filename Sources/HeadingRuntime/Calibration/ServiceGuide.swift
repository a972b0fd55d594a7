package import HeadingProtocol

/// A guided calibration of a running service.
package protocol ServiceGuide: AnyObject, Sendable {
  /// Seconds between two looks.
  var interval: Double { get }

  /// How far it is.
  ///
  /// - Throws: Why the calibration has ended.
  func look() throws(CalibrationInterruption) -> CommandAnswer

  /// Stores the newest result and applies it.
  ///
  /// - Parameter force: Whether it replaces a stored calibration that claims a smaller heading error.
  /// - Returns: The calibration then in force.
  /// - Throws: Why it is not used; nothing is changed then.
  func finish(force: Bool) throws(CalibrationRefusal) -> CalibrationMessage
}

extension HeadingService {
  /// Starts the guided calibration that a client asks for.
  ///
  /// - Throws: Why the service's sensors cannot be calibrated.
  package func guide(
    _ request: CalibrationRequest
  ) throws(CalibrationInterruption) -> any ServiceGuide {
    switch request.sensor {
    case .magnetometer: try ServiceCalibration(of: self, request)
    case .accelerometer: try ServiceRest(of: self, SidePoses())
    case .gyroscope: try ServiceRest(of: self, BiasRest(length: BiasRest.length))
    }
  }
}
