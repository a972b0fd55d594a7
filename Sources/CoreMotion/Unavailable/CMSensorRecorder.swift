/// The system's recorder of accelerometer data, which Linux does not have: never available.
///
/// `compass record` records all sensors into a file.
open class CMSensorRecorder: NSObject {
  /// Creates a recorder.
  public override init() { super.init() }

  /// Returns whether the system records accelerometer data: false.
  open class func isAccelerometerRecordingAvailable() -> Bool { false }

  /// Returns whether the program may record: false.
  ///
  /// Obsolete since ``authorizationStatus()``.
  open class func isAuthorizedForRecording() -> Bool { false }

  /// Returns `restricted`, which no request changes.
  open class func authorizationStatus() -> CMAuthorizationStatus { .restricted }

  /// Returns the recorded data: `nil`.
  open func accelerometerData(from fromDate: Date, to toDate: Date) -> CMSensorDataList? { nil }

  /// Does nothing.
  open func recordAccelerometer(forDuration duration: TimeInterval) {}
}

/// A list of recorded accelerometer data; empty, because the system records none on Linux.
open class CMSensorDataList: NSObject {
  /// Creates an empty list.
  public override init() { super.init() }
}
