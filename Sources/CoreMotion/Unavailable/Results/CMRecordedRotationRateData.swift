/// A rotation rate that the system recorded; there are none on Linux.
open class CMRecordedRotationRateData: CMRotationRateData {
  /// When it was recorded.
  open var startDate: Date { .distantPast }
}
