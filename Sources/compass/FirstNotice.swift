import HeadingSensing
import Synchronization

/// Receives the first notice of a source.
final class FirstNotice: SensorSink {
  private let state = Mutex<SensorNotice?>(nil)

  /// The first notice; `nil` before it.
  var notice: SensorNotice? { state.withLock { $0 } }

  func deliver(_ event: SensorEvent) {}

  func notice(_ notice: SensorNotice) {
    state.withLock { if $0 == nil { $0 = notice } }
  }

  /// Runs a source until its first notice, at most for the given time, s.
  ///
  /// - Returns: The first notice; `nil` if there was none.
  static func of(_ source: some SensorSource, seconds: Double) async -> SensorNotice? {
    let sink = FirstNotice()
    let running = Task { await source.run(delivering: sink) }
    for _ in 0..<Int(seconds / 0.02) where sink.notice == nil {
      try? await Task.sleep(for: .milliseconds(20))
    }
    running.cancel()
    await running.value
    return sink.notice
  }
}
