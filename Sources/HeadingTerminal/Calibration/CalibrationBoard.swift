import HeadingCalibration
import HeadingRuntime
import Synchronization

/// The newest progress: written as fits end, read at the screen's own pace.
final class CalibrationBoard: Sendable {
  private let newest = Mutex<CalibrationProgress?>(nil)

  var progress: CalibrationProgress? { newest.withLock { $0 } }

  func post(_ progress: CalibrationProgress) { newest.withLock { $0 = progress } }

  /// The newest fit with what was gathered since.
  func shown(_ snapshot: CalibrationSnapshot) -> CalibrationProgress {
    let known = progress
    return CalibrationProgress(
      snapshot: snapshot, result: known?.result ?? CalibrationResult(), target: known?.askedTarget,
      sinceNew: known?.sinceNew ?? 0)
  }
}
