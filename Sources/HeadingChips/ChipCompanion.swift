package import HeadingGeometry

/// A chip inside another one's package, with an I²C address of its own.
package struct ChipCompanion: Sendable {
  /// Its driver.
  package var driver: any ChipDriver.Type

  /// Its 7-bit address.
  package var address: UInt8

  /// Rotation from its axes to those of the host chip.
  package var axes: Matrix3

  /// Creates a companion.
  package init(_ driver: any ChipDriver.Type, address: UInt8, axes: Matrix3) {
    self.driver = driver
    self.address = address
    self.axes = axes
  }
}
