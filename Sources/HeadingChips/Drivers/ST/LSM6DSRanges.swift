import HeadingGeometry

/// Rates and ranges of the family LSM6DS.
enum LSM6DSRanges {
  /// Output data rates in the order of their codes, which begin with 1, of which a bus with 100 kHz
  /// carries the samples, Hz.
  static let outputRates = [12.5, 26, 52, 104, 208, 416]

  /// m/s² per count for ±2, ±4, ±8 and ±16 g.
  static let accelerations = [0.061, 0.122, 0.244, 0.488].map {
    $0 * 1e-3 * PhysicalConstants.standardGravity
  }

  /// Their codes in the field FS_XL.
  static let accelerationCodes: [UInt8] = [0x00, 0x08, 0x0C, 0x04]

  /// rad/s per count for ±250, ±500, ±1000 and ±2000 °/s, in the order of the field FS_G.
  static let rates = [8.75, 17.5, 35, 70].map { $0 * 1e-3 * .pi / 180 }
}
