/// An acceleration that the system recorded; there are none on Linux.
open class CMRecordedAccelerometerData: CMAccelerometerData {
  /// Number of the record.
  open var identifier: UInt64 { 0 }

  /// When it was recorded.
  open var startDate: Date { .distantPast }
}
