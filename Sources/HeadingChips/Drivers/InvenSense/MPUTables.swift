import HeadingGeometry

/// Ranges and rates that InvenSense's chips have in common.
enum MPUTables {
  /// Rate before the divider, Hz.
  static let clock = 1000.0

  /// Rates, Hz: whole divisors of 1 kHz, of which a bus with 100 kHz carries the samples.
  static let rates = [10.0, 20, 25, 50, 100, 125, 200, 250]

  /// m/s² per count for ±2, ±4, ±8 and ±16 g.
  static let accelerometerScales = [16384.0, 8192, 4096, 2048].map {
    PhysicalConstants.standardGravity / $0
  }

  /// rad/s per count for ±250, ±500, ±1000 and ±2000 °/s.
  static let gyroscopeScales = [131.0, 65.5, 32.8, 16.4].map { .pi / 180 / $0 }

  /// The widest filter whose bandwidth is below half the rate: settings 1 to 6 have about 184, 92, 41,
  /// 20, 10 and 5 Hz.
  static func filter(rate: Double) -> UInt8 {
    let bandwidths = [184.0, 92, 41, 20, 10, 5]
    let index = bandwidths.firstIndex { $0 <= rate / 2 } ?? bandwidths.count - 1
    return UInt8(index + 1)
  }
}
