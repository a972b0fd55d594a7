import HeadingSensing

extension FixedWidthInteger {
  /// The nearest integer within the type's range; 0 for NaN.
  init(saturating value: Double) {
    let rounded = value.rounded()
    self = Self(exactly: rounded) ?? (rounded > 0 ? .max : rounded < 0 ? .min : 0)
  }
}

extension UInt16 {
  /// An azimuth in hundredths of a degree, 0 to 35,999.
  init(centidegreesOf azimuth: Double) { self = UInt16(saturating: azimuth * 100) % 36_000 }
}

extension BootTime {
  /// Milliseconds since boot, modulo 2³².
  var milliseconds: UInt32 { UInt32(truncatingIfNeeded: nanoseconds / 1_000_000) }

  /// Microseconds since boot; 0 before it.
  var microseconds: UInt64 { UInt64(clamping: nanoseconds / 1000) }
}
