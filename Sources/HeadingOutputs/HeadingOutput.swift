package import HeadingRuntime
package import HeadingStorage
package import Logging

/// An output of the service's updates in another protocol; it is made of its configuration.
///
/// Each output has a folder of its own; a new one needs that folder and a line in ``OutputKinds``.
package protocol HeadingOutput: OutputConfiguration {
  /// Sends updates until the task is cancelled; reconnects after losing its peer, and logs that.
  func run(on service: HeadingService, logger: Logger) async
}
