import HeadingSensing
import Synchronization

/// Tells news from what a source says again because a search for sensors has started it anew.
final class NewsFilter: Sendable {
  private let last = Mutex<[SensorKind: SensorNotice]>([:])

  /// Whether a notice is another one than the last about its sensor.
  func isNews(_ notice: SensorNotice) -> Bool {
    // What is about no sensor, such as a step of the clock, comes from no source.
    guard let sensor = notice.sensor else { return true }
    return last.withLock { $0.updateValue(notice, forKey: sensor) } != notice
  }
}
