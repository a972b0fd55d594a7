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
