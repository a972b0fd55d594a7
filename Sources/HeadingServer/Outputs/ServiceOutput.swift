import HeadingRuntime
import Logging

/// An output of the service's updates in another protocol.
///
/// Each output has its own folder; a new one needs that folder, a case of `OutputConfiguration` and
/// a line in its `output`.
protocol ServiceOutput: Sendable {
  /// Sends updates until the task is cancelled; reconnects after losing its peer, and logs that.
  func run(on service: HeadingService, logger: Logger) async
}
