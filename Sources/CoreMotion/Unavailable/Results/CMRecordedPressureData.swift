/// A pressure that the system recorded; there are none on Linux.
open class CMRecordedPressureData: CMAmbientPressureData {
  /// Number of the record.
  open var identifier: UInt64 { 0 }

  /// When it was recorded.
  open var startDate: Date { .distantPast }
}
