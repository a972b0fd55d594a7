import HeadingCalibration
import HeadingRuntime
import Synchronization

/// Latest calibration progress, written after each fit and read at the screen's rate.
final class LatestProgress: Sendable {
  private let newest = Mutex<CalibrationProgress?>(nil)

  var progress: CalibrationProgress? { newest.withLock { $0 } }

  func post(_ progress: CalibrationProgress) { newest.withLock { $0 = progress } }

  /// Combines the latest fit with a newer snapshot of the samples.
  func shown(_ snapshot: CalibrationSnapshot) -> CalibrationProgress {
    guard var shown = progress else {
      return CalibrationProgress(snapshot: snapshot, result: CalibrationResult(), target: nil)
    }
    shown.show(snapshot)
    return shown
  }
}
