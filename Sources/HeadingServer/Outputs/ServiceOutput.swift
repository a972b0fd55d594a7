import HeadingRuntime
import Logging

/// A way in which the service's updates reach programs that do not speak its own protocol.
///
/// An output lives in a folder of its own; to add one means a folder, a case of
/// `OutputConfiguration` and a line in its `output`.
protocol ServiceOutput: Sendable {
  /// Sends updates until the task is cancelled; survives the loss of its peer by itself, and says so.
  func run(on service: HeadingService, logger: Logger) async
}
