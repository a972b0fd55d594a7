package import HeadingGeometry

/// An IIO device that a chip is served as: at most one vector or scalar quantity, and temperature.
///
/// Vectors have the channels x, y and z, then temperature if there is one. Scalars come in the order
/// of ``channels``. Value in the IIO unit = (count + offset) · scale.
package struct ChipDevice: Sendable, Hashable {
  /// A group of channels with common scale and offset.
  package struct Channel: Sendable, Hashable {
    /// IIO channel type: `magn` (G), `accel` (m/s²), `anglvel` (rad/s), `pressure` (kPa), `temp`
    /// (m°C), `humidityrelative` (m%).
    package var type: String
    /// Whether it has the axes x, y and z.
    package var isVector: Bool
    /// IIO units per count.
    package var scale: Double
    /// Added to the count before scaling.
    package var offset: Double
    /// Bits of the two's complement count: 16, 24 or 32.
    package var bits: Int
    /// The scales that can be set, from the smallest; empty if fixed.
    package var scales: [Double]

    /// Creates a channel.
    package init(
      _ type: String, isVector: Bool = false, scale: Double, offset: Double = 0, bits: Int = 16,
      scales: [Double] = []
    ) {
      self.type = type
      self.isVector = isVector
      self.scale = scale
      self.offset = offset
      self.bits = bits
      self.scales = scales
    }
  }

  /// Name as the kernel's driver has it, such as `lsm9ds1_magn` or `lps25h`.
  package var name: String

  /// Its channels.
  package var channels: [Channel]

  /// The present rate, Hz.
  package var rate: Double

  /// The rates that can be set, Hz, from the lowest.
  package var rates: [Double]

  /// Rotation from the die's axes to those of the chip's package, or of the host chip for a die
  /// inside another; determinant −1 if the die is mirrored.
  package var axes: Matrix3

  /// Creates a device.
  package init(
    _ name: String, channels: [Channel], rate: Double, rates: [Double], axes: Matrix3 = .identity
  ) {
    self.name = name
    self.channels = channels
    self.rate = rate
    self.rates = rates
    self.axes = axes
  }
}
