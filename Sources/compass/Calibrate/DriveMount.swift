import HeadingCalibration
import HeadingGeometry
import HeadingRecording
import HeadingReplay
import HeadingRuntime
import HeadingSensing

/// Mount of a device in a vehicle, estimated from a recording of a drive.
struct DriveMount {
  /// The mount; `nil` if the drive does not show it.
  let mount: MountMatrix?

  /// The axes of gyroscope and magnetometer relative to the accelerometer's.
  let axes: FreeMotionAlignment.Finding

  /// Whether a row of the recording is marked as simulated.
  let isSimulated: Bool

  /// Reads a recording of forces, rates and field in the chip's axes, and speeds.
  init(_ file: String) throws {
    var reader = try NamedRecording.open(file, command: "calibrate mount")
    var estimator = DriveMountEstimator()
    var hasSimulatedRow = false
    while let row = reader.next() {
      if row.isSimulated { hasSimulatedRow = true }
      if let force = row.acceleration {
        estimator.process(.acceleration(VectorSample(time: row.time, value: force)))
      }
      if let rate = row.angularRate {
        estimator.process(.angularRate(VectorSample(time: row.time, value: rate)))
      }
      if let field = row.magneticField {
        estimator.process(.magneticField(VectorSample(time: row.time, value: field)))
      }
      if let fix = row.fix { estimator.process(.fix(fix)) }
    }
    try NamedRecording.report(reader, of: file, command: "calibrate mount")
    isSimulated = hasSimulatedRow
    mount = estimator.mount
    axes = estimator.axes(
      isFieldDown: estimator.coordinate.flatMap(MagneticDipSign.isFieldDown))
  }
}
