/// The confidence in a heart rate.
public enum CMHighFrequencyHeartRateDataConfidence: Int, Sendable {
  /// Low.
  case low = 0
  /// Medium.
  case medium
  /// High.
  case high
  /// Highest.
  case highest
}

/// A heart rate; never measured on Linux.
open class CMHighFrequencyHeartRateData: CMLogItem {
  /// Beats per minute; NaN without a measurement.
  open var heartRate: Double { .nan }

  /// Confidence in the rate.
  open var confidence: CMHighFrequencyHeartRateDataConfidence { .low }

  /// When it was measured; `nil` without a measurement.
  open var date: Date? { nil }
}
