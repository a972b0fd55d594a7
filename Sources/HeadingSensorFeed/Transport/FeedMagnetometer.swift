package import HeadingGeometry

/// The magnetometer that a feed declared: what its calibration profile belongs to.
package struct FeedMagnetometer: Sendable, Hashable {
  /// Name of the device and of the sensor, `DEVICE-SENSOR`.
  package let name: String

  /// Rotation to the body frame; `nil` if the declared axes were no rotation.
  package let mount: MountMatrix?

  /// Whether it is simulated.
  package let isSimulated: Bool

  /// The magnetometer of a declaration; `nil` if it has none.
  init?(_ declaration: FeedDeclaration) {
    guard let sensor = declaration.sensors.first(where: { $0.quantity == .magneticField }) else {
      return nil
    }
    name = "\(declaration.device)-\(sensor.name)"
    mount = sensor.mount
    isSimulated = declaration.isSimulated
  }
}
